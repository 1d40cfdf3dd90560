/** Scheme, host and port of an address; empty where it is none that can be called. */
export function originOf(url: string): string {
  if (!URL.canParse(url)) return '';
  const { protocol, origin } = new URL(url);
  return protocol === 'https:' || protocol === 'http:' ? origin : '';
}

/** As a person names it: the host, with its scheme where the call is not encrypted. */
export function originLabel(origin: string): string {
  return origin === '' ? 'no address yet' : origin.replace(/^https:\/\//, '');
}
