import { shortened } from '../requests/request-members.ts';

/** Would run in the browser, or read its disk, in the place of going anywhere. */
const NO_DESTINATION = new Set([
  'javascript:',
  'vbscript:',
  'data:',
  'blob:',
  'file:',
  'about:',
  'view-source:',
]);

/**
 * Why nobody could be sent back to an address; undefined for one that serves. Web addresses, loopback ones and private-use
 * schemes do. Source: RFC 6749 section 3.1.2, RFC 8252 section 7.
 */
export function problemOfRedirect(text: string): string | undefined {
  const quoted = `“${shortened(text)}”`;
  const url = URL.parse(text);
  if (url === null || /[\s<>"{}|\\^`]/.test(text)) return `has ${quoted}, which is no absolute URI.`;
  if (text.includes('#')) return `has ${quoted}, which has a fragment (#).`;
  if (NO_DESTINATION.has(url.protocol)) return `has ${quoted}, which nobody can return to.`;
  if (text.includes('*')) return `has ${quoted}, and no wildcards are compared: list each address.`;
  // `localhost:3000/callback` reads as a scheme, and is meant as an address.
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  if (!isWeb && /^[^/]+:\d/.test(text)) return `has ${quoted}, which has no scheme.`;
  return undefined;
}

/** Whether an address is one of a program on the person's machine: loopback, or a scheme of its own. */
export function isOfNativeClient(text: string): boolean {
  const url = URL.parse(text);
  if (url === null) return false;
  return url.protocol === 'http:'
    ? ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname)
    : url.protocol !== 'https:';
}
