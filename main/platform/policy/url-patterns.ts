/**
 * True if a URL is the one of the pattern or below it: same scheme, host and port, and a path that continues it. `*` matches
 * every URL, and a host that begins with `*.` its subdomains.
 */
export function isWithin(address: string, pattern: string): boolean {
  if (pattern === '*') return true;
  const url = URL.parse(address);
  const allowed = URL.parse(pattern.replace('://*.', '://'));
  if (url === null || allowed === null || url.protocol !== allowed.protocol) return false;
  const isHost = pattern.includes('://*.')
    ? url.hostname.endsWith(`.${allowed.hostname}`) && url.port === allowed.port
    : url.host === allowed.host;
  const path = allowed.pathname.replace(/\/+$/, '');
  return isHost && (url.pathname === path || url.pathname.startsWith(`${path}/`));
}
