/** Scheme, host and port of a URL; empty when it isn't an HTTP URL. */
export function originOf(url: string): string {
  if (!URL.canParse(url)) return '';
  const { protocol, origin } = new URL(url);
  return protocol === 'https:' || protocol === 'http:' ? origin : '';
}

/** As shown to users: the host, with its scheme when the call isn't encrypted. */
export function originLabel(origin: string): string {
  return origin === '' ? 'no URL yet' : origin.replace(/^https:\/\//, '');
}
