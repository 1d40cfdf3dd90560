/**
 * Headers whose value is never what lets someone in. Every other value counts as a credential: receivers name theirs
 * as they like (`X-JWT`, `XApiKey`, `X-Session`), so that a list of secret names is never complete, while a value that
 * is hidden without need costs one look into the receiver.
 *
 * On the list is only what describes the message itself (its media type, language, coding, how long it may be kept),
 * what names the program that sends it, and what is made to be copied into logs (identifiers of requests). Not on it:
 * `Referer` and `Origin` (addresses, which may hold tokens), `Idempotency-Key` (some receivers take it for proof),
 * `X-Forwarded-*` (some receivers trust it), and all that begins with `X-` and is not read here by name.
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

/** What such a header holds in practice; a longer or stranger value is hidden whatever the name. */
const plainValue = /^[\x20-\x7e\t]{0,256}$/;

/** True where the value may stand in plans, journals, drafts, caches and exports. */
export function isHarmlessHeader(name: string, value: string): boolean {
  return harmlessNames.has(headerKey(name)) && plainValue.test(value);
}

/**
 * What no switch takes the cover from: names under which receivers take whoever sends the request for somebody. A part
 * of the name is enough (`X-Acme-Api-Key`, `X-Amz-Security-Token`).
 */
const credentialName = /auth|bearer|cookie|credential|jwt|key|pass|secret|session|signature|token/;

/**
 * `never`: the value tells of the message alone and stands everywhere. `always`: it lets somebody in. `usually`: it is
 * kept like a credential, and a person may have it shown in the desk's window.
 */
type HeaderSecrecy = 'never' | 'usually' | 'always';

/** How the value of a header is kept, by its name alone; a line without a name is a value that nobody knows anything of. */
export function headerSecrecy(name: string): HeaderSecrecy {
  const plain = headerKey(name);
  if (harmlessNames.has(plain)) return 'never';
  return plain === '' || credentialName.test(plain) ? 'always' : 'usually';
}

/** Names of headers are the same in any case. Source: RFC 9110, section 5.1. */
export const headerKey = (name: string): string => name.trim().toLowerCase();
