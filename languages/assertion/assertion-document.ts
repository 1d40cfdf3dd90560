import type { Assertion, AssertionAttribute } from './assertion-draft.ts';
import { xmlAttribute, xmlText } from './xml-text.ts';

/** Included in every rendered document because it is unsigned and proves nothing. */
export const PREVIEW_LABEL = 'Unsigned preview: not a valid SAML response';

export interface DocumentDetails {
  /** Milliseconds since the epoch. */
  readonly issuedAt: number;
  /** Validity of the assertion in milliseconds. */
  readonly lifetimeMs: number;
  readonly responseId: string;
  readonly assertionId: string;
}

const SUBJECT_FORMATS: Readonly<Record<string, string>> = {
  unspecified: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
  emailaddress: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
  persistent: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  transient: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
  entity: 'urn:oasis:names:tc:SAML:2.0:nameid-format:entity',
  kerberos: 'urn:oasis:names:tc:SAML:2.0:nameid-format:kerberos',
  windowsdomainqualifiedname: 'urn:oasis:names:tc:SAML:1.1:nameid-format:WindowsDomainQualifiedName',
  x509subjectname: 'urn:oasis:names:tc:SAML:1.1:nameid-format:X509SubjectName',
};

const CONFIRMATION_METHODS: Readonly<Record<string, string>> = {
  bearer: 'urn:oasis:names:tc:SAML:2.0:cm:bearer',
  'holder-of-key': 'urn:oasis:names:tc:SAML:2.0:cm:holder-of-key',
  'sender-vouches': 'urn:oasis:names:tc:SAML:2.0:cm:sender-vouches',
};

const UNSPECIFIED_CONTEXT = 'urn:oasis:names:tc:SAML:2.0:ac:classes:unspecified';
const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success';
const ASSERTION_NAMESPACE = 'urn:oasis:names:tc:SAML:2.0:assertion';

/** What an assertion says beside what its script set. */
interface AssertionContext {
  readonly assertionId: string;
  /** Milliseconds since the epoch, like all times in this file. */
  readonly issuedAt: number;
  readonly notBefore: number;
  readonly notOnOrAfter: number;
  /** When the user signed in; defaults to `issuedAt`. */
  readonly authenticatedAt?: number | undefined;
  readonly sessionIndex?: string | undefined;
  /** ID of the request that the assertion responds to. */
  readonly inResponseTo?: string | undefined;
}

export interface ResponseParts {
  readonly responseId: string;
  /** Milliseconds since the epoch. */
  readonly issuedAt: number;
  readonly issuer: string;
  readonly destination: string | null;
  readonly inResponseTo?: string | undefined;
  /** XML of the `StatusCode` and an optional message; success if absent. */
  readonly status?: string | undefined;
  /** XML after the status, line by line. */
  readonly content?: readonly string[] | undefined;
}

/**
 * The SAML response for an assertion, as indented XML without a signature. Version 1.1 is rendered with 2.0
 * elements, which show the same facts. Source: SAML 2.0 core, sections 2.3 and 3.3.
 */
export function renderAssertion(assertion: Assertion, details: DocumentDetails): string {
  const { issuedAt, lifetimeMs, responseId, assertionId } = details;
  const content = assertionLines(assertion, {
    assertionId,
    issuedAt,
    notBefore: issuedAt,
    notOnOrAfter: issuedAt + lifetimeMs,
  });
  const response = renderResponse({
    responseId,
    issuedAt,
    issuer: assertion.issuer ?? '',
    destination: assertion.httpDestination,
    content: content.map((line) => `  ${line}`),
  });
  return `<!-- ${PREVIEW_LABEL} -->\n${response}`;
}

/** An unsigned `Response` element. */
export function renderResponse(parts: ResponseParts): string {
  const attributes = [
    `ID="${xmlAttribute(parts.responseId)}" Version="2.0" IssueInstant="${instant(parts.issuedAt)}"`,
    optional('Destination', parts.destination),
    optional('InResponseTo', parts.inResponseTo),
  ].join('');
  return [
    `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="${ASSERTION_NAMESPACE}" ${attributes}>`,
    `  <saml:Issuer>${xmlText(parts.issuer)}</saml:Issuer>`,
    `  <samlp:Status>${parts.status ?? `<samlp:StatusCode Value="${SUCCESS}"/>`}</samlp:Status>`,
    ...(parts.content ?? []),
    '</samlp:Response>',
    '',
  ].join('\n');
}

/** A self-contained `Assertion` element that can be signed, line by line. */
export function assertionLines(assertion: Assertion, context: AssertionContext): readonly string[] {
  const issued = instant(context.issuedAt);
  const ends = instant(context.notOnOrAfter);
  const confirmation = [
    optional('InResponseTo', context.inResponseTo),
    optional('Recipient', assertion.recipient),
  ].join('');
  return [
    `<saml:Assertion xmlns:saml="${ASSERTION_NAMESPACE}" ID="${xmlAttribute(context.assertionId)}" Version="2.0" IssueInstant="${issued}">`,
    `  <saml:Issuer>${xmlText(assertion.issuer ?? '')}</saml:Issuer>`,
    '  <saml:Subject>',
    `    <saml:NameID Format="${xmlAttribute(subjectFormat(assertion))}">${xmlText(assertion.subjectName ?? '')}</saml:NameID>`,
    `    <saml:SubjectConfirmation Method="${xmlAttribute(confirmationMethod(assertion.subjectConfirmationMethod ?? 'bearer'))}">`,
    `      <saml:SubjectConfirmationData NotOnOrAfter="${ends}"${confirmation}/>`,
    '    </saml:SubjectConfirmation>',
    '  </saml:Subject>',
    ...conditions(assertion, instant(context.notBefore), ends),
    `  <saml:AuthnStatement AuthnInstant="${instant(context.authenticatedAt ?? context.issuedAt)}"${optional('SessionIndex', context.sessionIndex)}>`,
    '    <saml:AuthnContext>',
    `      <saml:AuthnContextClassRef>${xmlText(assertion.authenticationMethod ?? UNSPECIFIED_CONTEXT)}</saml:AuthnContextClassRef>`,
    '    </saml:AuthnContext>',
    '  </saml:AuthnStatement>',
    ...attributeStatement(assertion.attributes),
    '</saml:Assertion>',
  ];
}

const instant = (milliseconds: number): string => new Date(milliseconds).toISOString();

/** Missing parts that a service provider needs, as messages for the script's author. */
export function missingFromAssertion(assertion: Assertion): string[] {
  const missing: string[] = [];
  if (assertion.audience === null) missing.push('No audience set. Call setAudience.');
  if ((assertion.recipient ?? '') === '') missing.push('No recipient set. Call setRecipient.');
  if ((assertion.httpDestination ?? '') === '') missing.push('No destination set. Call setHttpDestination.');
  return missing;
}

function subjectFormat(assertion: Assertion): string {
  return nameIdFormat(assertion.subjectNameFormat ?? 'unspecified');
}

/** The URI for a short name ID format name (case-insensitive); other values are returned as they are. */
export const nameIdFormat = (name: string): string => uriOf(name, SUBJECT_FORMATS);

/** The same of a subject confirmation method (SAML 2.0 profiles, section 3). */
const confirmationMethod = (name: string): string => uriOf(name, CONFIRMATION_METHODS);

function uriOf(name: string, uris: Readonly<Record<string, string>>): string {
  const key = name.toLowerCase();
  return (Object.hasOwn(uris, key) ? uris[key] : undefined) ?? name;
}

function conditions(assertion: Assertion, begins: string, ends: string): string[] {
  const audience =
    assertion.audience === null
      ? []
      : [
          '    <saml:AudienceRestriction>',
          `      <saml:Audience>${xmlText(assertion.audience)}</saml:Audience>`,
          '    </saml:AudienceRestriction>',
        ];
  return [
    `  <saml:Conditions NotBefore="${begins}" NotOnOrAfter="${ends}">`,
    ...audience,
    '  </saml:Conditions>',
  ];
}

function attributeStatement(attributes: readonly AssertionAttribute[]): string[] {
  if (attributes.length === 0) return [];
  const lines = attributes.flatMap((one) => {
    const name = one.namespace === null ? one.name : `${one.namespace.replace(/\/$/, '')}/${one.name}`;
    return [
      `    <saml:Attribute Name="${xmlAttribute(name)}">`,
      ...one.values.map((value) => `      <saml:AttributeValue>${xmlText(value)}</saml:AttributeValue>`),
      '    </saml:Attribute>',
    ];
  });
  return ['  <saml:AttributeStatement>', ...lines, '  </saml:AttributeStatement>'];
}

function optional(name: string, value: string | null | undefined): string {
  return value === null || value === undefined || value === '' ? '' : ` ${name}="${xmlAttribute(value)}"`;
}
