import type { TestOutcome } from '../../contract/test-sign-ins/test-sign-ins.ts';
import type { XmlElement } from '../../languages/saml/read-xml.ts';
import { find } from './read-message.ts';

const prefix = 'urn:oasis:names:tc:SAML:2.0:status:';

/** Source: SAML 2.0 Core, 3.2.2.2. */
const meanings: Readonly<Record<string, string>> = {
  AuthnFailed: 'The user couldn’t be signed in',
  InvalidAttrNameOrValue: 'An attribute wasn’t understood',
  InvalidNameIDPolicy: 'The name ID format isn’t supported',
  NoAuthnContext: 'The requested sign-in method isn’t supported',
  NoAvailableIDP: 'No identity provider is available',
  NoPassive: 'The user must sign in on a page',
  RequestDenied: 'The tenant denied access',
  RequestUnsupported: 'The request isn’t supported',
  UnknownPrincipal: 'The tenant doesn’t know the user',
  UnsupportedBinding: 'The binding isn’t supported',
  Requester: 'The tenant rejected the request',
  Responder: 'The tenant couldn’t respond',
  VersionMismatch: 'The SAML version isn’t supported',
};

/** Undefined for success. The innermost code is the most specific. */
export function statusRejection(response: XmlElement): TestOutcome | undefined {
  const status = find(response, 'Status');
  const outer = find(status, 'StatusCode');
  const codes = [find(outer, 'StatusCode'), outer].flatMap((code) => code?.attributes['Value'] ?? []);
  if (codes.length === 1 && codes[0] === `${prefix}Success`) return undefined;
  const names = codes.map((code) => (code.startsWith(prefix) ? code.slice(prefix.length) : code));
  const known = names.find((name) => Object.hasOwn(meanings, name));
  const message = find(status, 'StatusMessage')?.text ?? '';
  return {
    kind: 'rejected',
    title: (known === undefined ? undefined : meanings[known]) ?? 'The tenant rejected the sign-in',
    explanation: message === '' ? 'It gave no reason.' : message,
    code: names.toReversed().join(', ') || 'no status',
  };
}
