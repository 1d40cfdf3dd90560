/**
 * Headers whose value is never a credential. Every other value counts as one: receivers use any name (`X-JWT`, `XApiKey`,
 * `X-Session`), so a list of secret names is never complete, while hiding a harmless value only costs a look at the receiver.
 *
 * The list contains only headers that describe the message (media type, language, encoding, caching), name the sending program,
 * or are meant for logs (request IDs). Not on it: `Referer` and `Origin` (URLs, which may contain tokens), `Idempotency-Key`
 * (some receivers accept it as proof), `X-Forwarded-*` (some receivers trust it), and any other `X-` header.
 */
const harmlessNames: ReadonlySet<string> = new Set([
  'accept',
  'accept-charset',
  'accept-encoding',
  'accept-language',
  'cache-control',
  'content-encoding',
  'content-language',
  'content-type',
  'user-agent',
  'x-correlation-id',
  'x-request-id',
  'x-source',
]);

/** Typical values of such headers; longer or unusual values are hidden regardless of the name. */
const plainValue = /^[\x20-\x7e\t]{0,256}$/;

/** True if the value may appear in plans, journals, drafts, caches and exports. */
export function isHarmlessHeader(name: string, value: string): boolean {
  return harmlessNames.has(headerKey(name)) && plainValue.test(value);
}

/**
 * Names of headers that authenticate the sender, which can never be shown. A part of the name is enough (`X-Acme-Api-Key`,
 * `X-Amz-Security-Token`).
 */
const credentialName = /auth|bearer|cookie|credential|jwt|key|pass|secret|session|signature|token/;

/**
 * `never`: the value only describes the message and is shown everywhere. `always`: it is a credential. `usually`: it is stored
 * like a credential, but the user may show it in the window.
 */
type HeaderSecrecy = 'never' | 'usually' | 'always';

/** Secrecy of a header value, by name alone; a line without a name has an unknown value. */
export function headerSecrecy(name: string): HeaderSecrecy {
  const plain = headerKey(name);
  if (harmlessNames.has(plain)) return 'never';
  return plain === '' || credentialName.test(plain) ? 'always' : 'usually';
}

/** Header names are case-insensitive. Source: RFC 9110, section 5.1. */
export const headerKey = (name: string): string => name.trim().toLowerCase();
