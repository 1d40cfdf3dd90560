import { shortened } from '../requests/request-members.ts';

/** Schemes that would run in the browser, or read its disk, instead of navigating. */
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
 * Why users can't be redirected to a URL; undefined if they can. Web, loopback and private-use scheme URLs
 * are allowed. Source: RFC 6749 section 3.1.2, RFC 8252 section 7.
 */
export function problemOfRedirect(text: string): string | undefined {
  const quoted = `“${shortened(text)}”`;
  const url = URL.parse(text);
  if (url === null || /[\s<>"{}|\\^`]/.test(text)) return `contains ${quoted}, which isn't an absolute URI.`;
  if (text.includes('#')) return `contains ${quoted}, which has a fragment (#).`;
  if (NO_DESTINATION.has(url.protocol)) return `contains ${quoted}, which can't be redirected to.`;
  if (text.includes('*')) return `contains ${quoted}, but wildcards aren't supported. List each URL.`;
  // `localhost:3000/callback` parses as a scheme, but is meant as a URL.
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  if (!isWeb && /^[^/]+:\d/.test(text)) return `contains ${quoted}, which has no scheme.`;
  return undefined;
}

/** Whether a URL belongs to a program on the user's machine: loopback, or a private-use scheme. */
export function isOfNativeClient(text: string): boolean {
  const url = URL.parse(text);
  if (url === null) return false;
  return url.protocol === 'http:'
    ? ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname)
    : url.protocol !== 'https:';
}
