import { randomBytes } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import type { TestOutcome } from '../../contract/test-sign-ins.ts';
import { failure } from '../platform/failure.ts';
import { readOwnMetadata } from '../tenants/saml-metadata/own-metadata.ts';
import { readCertificate } from '../tenants/saml-metadata/read-certificate.ts';
import type { XmlElement } from '../../languages/saml/read-xml.ts';
import { SAML_ASSERTION, SAML_PROTOCOL } from '../../languages/saml/saml-names.ts';
import { find, readMessage } from './read-message.ts';
import { checkResponse } from './saml-checks.ts';
import { samlSections } from './saml-sections.ts';
import { proveResponse } from './saml-signature.ts';
import { statusRefusal } from './saml-status.ts';
import { readLines } from './set-by.ts';
import type { Finished, SignInTest, TestSubject } from './sign-in-test.ts';

/** In the address of a request: by which an embedded tenant knows that it is a test. */
const requestParameter = 'sandbox_test_request';

/** Asks as the application would: an AuthnRequest with the redirect binding, for a response that is posted. */
export async function beginSamlTest(subject: TestSubject): Promise<SignInTest> {
  const { record, applicationName, profile } = subject;
  const text = (name: string): string => {
    const value = record[name];
    return typeof value === 'string' ? value : '';
  };
  const settings = {
    audience: text('Audience'),
    acsUrl: text('ACSUrl') || text('Url'),
    signInUrl: text('SignInUrl'),
    metadataUrl: text('IdpMetadataUrl'),
    isEncrypted: record['EncryptAssertion'] === true,
    wantsSignedRequests: record['WantAuthnRequestsSigned'] === true,
  };
  const missing = [
    ...(settings.audience === '' ? ['an audience'] : []),
    ...(settings.acsUrl === '' ? ['an assertion consumer service URL'] : []),
  ];
  if (missing.length > 0)
    throw failure(
      'invalid-input',
      `${applicationName} needs ${missing.join(' and ')} first. Enter what is missing on its Sign-on tab.`,
    );
  const url = URL.parse(settings.signInUrl);
  if (url?.origin !== new URL(profile.baseUrl).origin)
    throw failure(
      'invalid-input',
      `The sign-in URL of ${applicationName} is not one of ${profile.name}, so it was not opened.`,
    );
  const requestId = `_${randomBytes(20).toString('hex')}`;
  const xml = authnRequest(settings, requestId, subject.now());
  url.searchParams.set('SAMLRequest', deflateRawSync(xml).toString('base64'));
  url.searchParams.set(requestParameter, requestId);
  return {
    url: url.href,
    requestId,
    requestFacts: [
      { name: 'From', value: settings.audience },
      { name: 'Binding', value: 'HTTP-Redirect' },
      { name: 'ID', value: requestId },
    ],
    isOwn: (callback) => responseOf(callback)?.root.attributes['InResponseTo'] === requestId,
    finish: (callback, testId) => finish(subject, { ...settings, requestId }, callback, testId),
  };
}

interface Settings {
  readonly audience: string;
  readonly acsUrl: string;
  readonly signInUrl: string;
  readonly metadataUrl: string;
  readonly isEncrypted: boolean;
  readonly wantsSignedRequests: boolean;
}

/** Source: SAML 2.0 Core, 3.4.1. */
function authnRequest({ audience, acsUrl, signInUrl }: Settings, id: string, now: number): string {
  return [
    `<samlp:AuthnRequest xmlns:samlp="${SAML_PROTOCOL}" xmlns:saml="${SAML_ASSERTION}" ID="${id}" Version="2.0"`,
    ` IssueInstant="${new Date(now).toISOString()}" Destination="${escaped(signInUrl)}" AssertionConsumerServiceURL="${escaped(acsUrl)}"`,
    ' ProtocolBinding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST">',
    `<saml:Issuer>${escaped(audience)}</saml:Issuer></samlp:AuthnRequest>`,
  ].join('');
}

const escaped = (text: string): string =>
  text.replace(/[&<>"\r\n\t]/g, (character) => `&#${character.charCodeAt(0)};`);

interface PostedResponse {
  readonly xml: string;
  readonly root: XmlElement;
}

/** Of one field alone: of two, others may read the other one. */
function responseOf({ searchParams }: URL): PostedResponse | undefined {
  const [encoded, another] = searchParams.getAll('SAMLResponse');
  if (encoded === undefined || another !== undefined) return undefined;
  const xml = Buffer.from(encoded, 'base64').toString('utf8');
  const root = readMessage(xml);
  return root?.uri === SAML_PROTOCOL && root.local === 'Response' ? { xml, root } : undefined;
}

async function finish(
  subject: TestSubject,
  settings: Settings & { readonly requestId: string },
  callback: URL,
  testId: string,
): Promise<Finished> {
  const posted = responseOf(callback);
  if (posted === undefined) throw failure('unexpected-response', 'What came back is no SAML response.');
  const responseFacts = [
    { name: 'Binding', value: `HTTP-POST, ${posted.xml.length.toLocaleString('en')} characters` },
    { name: 'Sent to', value: 'Test receiver, not the application' },
  ];
  const refusal = statusRefusal(posted.root);
  return { outcome: refusal ?? (await read(subject, settings, posted, callback, testId)), responseFacts };
}

async function read(
  subject: TestSubject,
  {
    audience,
    acsUrl,
    metadataUrl,
    requestId,
    isEncrypted,
    wantsSignedRequests,
  }: Settings & { readonly requestId: string },
  { xml, root }: PostedResponse,
  callback: URL,
  testId: string,
): Promise<TestOutcome> {
  const { entities } = await readOwnMetadata(
    subject.transport,
    { tenant: subject.profile, metadataUrl },
    { signal: subject.signal, requestId: testId },
  );
  const [entity] = entities;
  const keys = (entity?.roles ?? [])
    .filter(({ kind }) => kind === 'identity-provider')
    .flatMap(({ certificates }) => certificates)
    .filter(({ use }) => use !== 'encryption')
    .flatMap(({ data }) => readCertificate(data) ?? []);
  const { check, assertion } = proveResponse(
    xml,
    root,
    keys.map(({ pem }) => pem),
  );
  const lineOf = await readLines(subject, testId);
  const relayState = callback.searchParams.get('RelayState');
  const [certificate] = keys;
  return {
    kind: 'received',
    checks: [
      check,
      ...checkResponse(root, assertion, {
        requestId,
        issuer: entity?.entityId ?? '',
        audience,
        acsUrl,
        certificate,
        now: subject.now(),
      }),
    ],
    sections: samlSections(assertion, lineOf),
    notes: [
      ...(find(root, 'EncryptedAssertion') === undefined
        ? []
        : ['The assertion is encrypted for the application, so Tenant Desk can’t read it.']),
      ...(isEncrypted
        ? ['The application gets its assertion encrypted. The test receiver got it unencrypted.']
        : []),
      ...(wantsSignedRequests
        ? ['The application signs its requests. The request of this test was not signed.']
        : []),
      ...(relayState === null ? [] : [`Relay state: ${relayState}`]),
    ],
    sources: [{ title: 'Response', language: 'xml', text: xml }],
  };
}
