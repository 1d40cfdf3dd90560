import type { SigningCertificate } from '../../contract/applications/applications.ts';
import type { TestOutcome } from '../../contract/test-sign-ins/test-sign-ins.ts';
import type { XmlElement } from '../../languages/saml/read-xml.ts';
import { SAML_PROTOCOL } from '../../languages/saml/saml-names.ts';
import { failure } from '../platform/errors/failure.ts';
import { readOwnMetadata } from '../tenants/saml-metadata/own-metadata.ts';
import { readCertificate } from '../tenants/saml-metadata/read-certificate.ts';
import { formatBytes } from '../../languages/text/intl.ts';
import { find, readMessage } from './read-message.ts';
import { checkResponse } from './saml-checks.ts';
import { samlSections } from './saml-sections.ts';
import { proveResponse } from './saml-signature.ts';
import { samlSettings, samlStart, type SamlSettings, type SamlStart } from './saml-start.ts';
import { statusRejection } from './saml-status.ts';
import { inputOfRejected, readScriptRun, type SourceOf } from './script-run.ts';
import type { Finished, SignInTest, TestSubject } from './sign-in-test.ts';

/** Starts a sign-in as the application would, or at the tenant, and reads the posted response. */
export async function beginSamlTest(subject: TestSubject): Promise<SignInTest> {
  const settings = samlSettings(subject);
  const start = samlStart(subject, settings);
  return {
    url: start.url,
    requestId: start.testId,
    requestFacts: start.facts,
    isOwn(callback) {
      const posted = responseOf(callback);
      // Without a request there is nothing to match it by, and a response to some request deserves a failed check.
      return (
        posted !== undefined &&
        (start.requestId === null || posted.root.attributes['InResponseTo'] === start.requestId)
      );
    },
    finish: (callback, testId) => finish({ subject, settings, start, testId }, callback),
  };
}

interface SamlTest {
  readonly subject: TestSubject;
  readonly settings: SamlSettings;
  readonly start: SamlStart;
  readonly testId: string;
}

interface PostedResponse {
  readonly xml: string;
  readonly root: XmlElement;
  readonly relayState: string | null;
}

/** Of a single field: with two, others may read the other one. */
function responseOf({ searchParams }: URL): PostedResponse | undefined {
  const [encoded, another] = searchParams.getAll('SAMLResponse');
  if (encoded === undefined || another !== undefined) return undefined;
  const xml = Buffer.from(encoded, 'base64').toString('utf8');
  const root = readMessage(xml);
  const isResponse = root?.uri === SAML_PROTOCOL && root.local === 'Response';
  return isResponse ? { xml, root, relayState: searchParams.get('RelayState') } : undefined;
}

async function finish(test: SamlTest, callback: URL): Promise<Finished> {
  const posted = responseOf(callback);
  if (posted === undefined)
    throw failure('unexpected-response', 'The response isn’t a SAML response. Run the test again.');
  const { subject, testId } = test;
  const responseFacts = [
    { name: 'Binding', value: `HTTP-POST, ${formatBytes(Buffer.byteLength(posted.xml))}` },
    { name: 'Sent to', value: 'Test receiver' },
  ];
  const rejection = statusRejection(posted.root);
  if (rejection !== undefined)
    return { outcome: rejection, input: await inputOfRejected(subject, testId), responseFacts };
  const { sourceOf, input } = await readScriptRun(subject, testId);
  return { outcome: await read(test, posted, sourceOf), input, responseFacts };
}

async function read(test: SamlTest, posted: PostedResponse, sourceOf: SourceOf): Promise<TestOutcome> {
  const { xml, root } = posted;
  const { settings, start } = test;
  const { issuer, keys } = await readKeys(test);
  const { check, assertion } = proveResponse(
    xml,
    root,
    keys.map(({ pem }) => pem),
  );
  return {
    kind: 'received',
    checks: [
      check,
      ...checkResponse(
        { response: root, assertion, relayState: posted.relayState },
        {
          issuer,
          requestId: start.requestId,
          relayState: start.relayState,
          audience: settings.audience,
          acsUrl: settings.acsUrl,
          certificate: keys[0],
          now: test.subject.now(),
        },
      ),
    ],
    sections: samlSections(assertion, posted.relayState, sourceOf),
    notes: notesOn(settings, start, root),
    sources: [{ title: 'Response', language: 'xml', text: xml }],
  };
}

/** The contents of the tenant's metadata. */
async function readKeys({ subject, settings, testId }: SamlTest): Promise<{
  readonly issuer: string;
  readonly keys: readonly SigningCertificate[];
}> {
  const { entities } = await readOwnMetadata(
    subject.transport,
    { tenant: subject.profile, metadataUrl: settings.metadataUrl },
    { signal: subject.signal, requestId: testId },
  );
  const [entity] = entities;
  const keys = (entity?.roles ?? [])
    .filter(({ kind }) => kind === 'identity-provider')
    .flatMap(({ certificates }) => certificates)
    .filter(({ use }) => use !== 'encryption')
    .flatMap(({ data }) => readCertificate(data) ?? []);
  return { issuer: entity?.entityId ?? '', keys };
}

function notesOn(settings: SamlSettings, { requestId }: SamlStart, response: XmlElement): string[] {
  return [
    ...(find(response, 'EncryptedAssertion') === undefined
      ? []
      : ['The assertion is encrypted for the application, so Tenant Desk can’t read it.']),
    ...(settings.isEncrypted
      ? ['The application receives its assertion encrypted. The test receiver got it unencrypted.']
      : []),
    ...(settings.wantsSignedRequests && requestId !== null
      ? ['The application signs its requests. This test’s request wasn’t signed.']
      : []),
    ...(requestId === null
      ? ['The sign-in started at the tenant. Some applications accept only responses to their own requests.']
      : []),
  ];
}
