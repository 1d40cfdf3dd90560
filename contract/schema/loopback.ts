const loopbackHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** True for URLs on this machine. */
export function isLoopback(url: URL): boolean {
  return loopbackHosts.has(url.hostname);
}

/** True if it is safe to send tokens and secrets: https, or on this machine. */
export function isSecureAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url));
}
