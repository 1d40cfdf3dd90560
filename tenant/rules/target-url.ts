const MAX_LENGTH = 4096;
// URL parsers drop tabs and line breaks silently, so the original text is checked for them.
// eslint-disable-next-line no-control-regex
const UNWRITABLE = /[\x00-\x20\x7f\\]/;

/**
 * Problem with the URL of a web service, or undefined if it can be invoked: an absolute http or https URL
 * without user name and password. Loopback and private IP addresses are allowed because this tenant is a sandbox
 * on the user's own machine.
 */
export function targetUrlProblem(text: string): string | undefined {
  if (text.length > MAX_LENGTH) return `is longer than ${MAX_LENGTH} characters`;
  if (UNWRITABLE.test(text)) return 'contains a space, a control character or a backslash';
  if (!URL.canParse(text)) return 'is not an absolute URL';
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'must begin with http:// or https://';
  if (!/^https?:\/\/[^/]/i.test(text)) return 'has no host';
  if (url.username !== '' || url.password !== '') {
    return 'contains a user name or password; use a header for credentials';
  }
  return undefined;
}
