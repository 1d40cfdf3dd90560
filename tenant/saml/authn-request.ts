import { XmlRejection, type XmlElement } from '../../languages/saml/read-xml.ts';
import { SAML_ASSERTION, SAML_PROTOCOL } from '../../languages/saml/saml-names.ts';
import { parseInstant } from './instant.ts';
import { childOf, readMessage } from './read-message.ts';
import { SamlRequestRejection } from './saml-failure.ts';

/** An AuthnRequest as written; only its form is checked. Source: SAML 2.0 Core, section 3.4.1. */
export interface AuthnRequest {
  readonly id: string;
  readonly version: string;
  readonly issuer: string;
  /** Milliseconds since the epoch; NaN for an invalid instant. */
  readonly issuedAt: number;
  readonly destination: string | undefined;
  readonly acsUrl: string | undefined;
  readonly acsIndex: string | undefined;
  readonly binding: string | undefined;
  readonly forceAuthn: boolean;
  readonly isPassive: boolean;
  readonly nameIdFormat: string | undefined;
  readonly authnContexts: readonly string[];
  readonly contextComparison: string;
}

/** Throws SamlRequestRejection for anything that isn't an AuthnRequest, or isn't safe to read. */
export function readAuthnRequest(xml: string): AuthnRequest {
  try {
    return toRequest(readMessage(xml));
  } catch (error) {
    if (error instanceof XmlRejection)
      throw new SamlRequestRejection(400, `The SAML request is invalid. ${error.message}`);
    throw error;
  }
}

function toRequest(root: XmlElement): AuthnRequest {
  if (root.uri !== SAML_PROTOCOL || root.local !== 'AuthnRequest')
    throw new XmlRejection(`It is a ${root.local || 'message'}, not an AuthnRequest.`);
  const { attributes } = root;
  const id = attributes['ID'] ?? '';
  if (!/^[A-Za-z_][\w.-]{0,255}$/.test(id)) throw new XmlRejection('Its ID is missing or invalid.');
  const policy = childOf(root, SAML_PROTOCOL, 'NameIDPolicy');
  const contexts = childOf(root, SAML_PROTOCOL, 'RequestedAuthnContext');
  return {
    id,
    version: attributes['Version'] ?? '',
    issuer: childOf(root, SAML_ASSERTION, 'Issuer')?.text ?? '',
    issuedAt: parseInstant(attributes['IssueInstant'] ?? ''),
    destination: attributes['Destination'],
    acsUrl: attributes['AssertionConsumerServiceURL'],
    acsIndex: attributes['AssertionConsumerServiceIndex'],
    binding: attributes['ProtocolBinding'],
    forceAuthn: isTrue(attributes['ForceAuthn']),
    isPassive: isTrue(attributes['IsPassive']),
    nameIdFormat: policy?.attributes['Format'],
    authnContexts: (contexts?.children ?? [])
      .filter(({ uri, local }) => uri === SAML_ASSERTION && local === 'AuthnContextClassRef')
      .map(({ text }) => text),
    contextComparison: contexts?.attributes['Comparison'] ?? 'exact',
  };
}

const isTrue = (text: string | undefined): boolean => text === 'true' || text === '1';
