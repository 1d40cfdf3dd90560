import type { TestOutcome } from '../../contract/test-sign-ins/test-sign-ins.ts';
import type { XmlElement } from '../../languages/saml/read-xml.ts';
import { find } from './read-message.ts';

const prefix = 'urn:oasis:names:tc:SAML:2.0:status:';

/** Source: SAML 2.0 Core, 3.2.2.2. */
const meanings: Readonly<Record<string, string>> = {
  AuthnFailed: 'The user could not be signed in',
  InvalidAttrNameOrValue: 'An attribute was not understood',
  InvalidNameIDPolicy: 'The name ID format is not offered',
  NoAuthnContext: 'The requested way to sign in is not offered',
  NoAvailableIDP: 'No identity provider is available',
  NoPassive: 'The user has to sign in on a page',
  RequestDenied: 'The tenant denied access',
  RequestUnsupported: 'The request is not supported',
  UnknownPrincipal: 'The tenant does not know the user',
  UnsupportedBinding: 'The binding is not supported',
  Requester: 'The tenant rejected the request',
  Responder: 'The tenant could not answer',
  VersionMismatch: 'The SAML version is not supported',
};

/** Undefined for success. The innermost code says most. */
export function statusRefusal(response: XmlElement): TestOutcome | undefined {
  const status = find(response, 'Status');
  const outer = find(status, 'StatusCode');
  const codes = [find(outer, 'StatusCode'), outer].flatMap((code) => code?.attributes['Value'] ?? []);
  if (codes.length === 1 && codes[0] === `${prefix}Success`) return undefined;
  const names = codes.map((code) => (code.startsWith(prefix) ? code.slice(prefix.length) : code));
  const known = names.find((name) => Object.hasOwn(meanings, name));
  const message = find(status, 'StatusMessage')?.text ?? '';
  return {
    kind: 'refused',
    title: (known === undefined ? undefined : meanings[known]) ?? 'The tenant rejected the sign-in',
    explanation: message === '' ? 'It gave no reason.' : message,
    code: names.toReversed().join(', ') || 'no status',
  };
}
