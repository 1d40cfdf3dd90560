import { randomBytes } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import type { SignInStep } from '../../contract/test-sign-ins/test-sign-ins.ts';
import { xmlAttribute, xmlText } from '../../languages/assertion/xml-text.ts';
import { SAML_ASSERTION, SAML_PROTOCOL } from '../../languages/saml/saml-names.ts';
import { failure } from '../platform/errors/failure.ts';
import type { TestSubject } from './sign-in-test.ts';

/** What a test needs of the settings of a SAML application. */
export interface SamlSettings {
  readonly audience: string;
  readonly acsUrl: string;
  readonly signInUrl: string;
  readonly metadataUrl: string;
  readonly isEncrypted: boolean;
  readonly wantsSignedRequests: boolean;
}

/** How a sign-in starts, and what its response is recognized by. */
export interface SamlStart {
  readonly url: string;
  /** By which the tenant knows the test: the ID of the request, or one for want of it. */
  readonly testId: string;
  /** Null where there is no request to answer. */
  readonly requestId: string | null;
  /** What was asked to come back; null where nothing was. */
  readonly relayState: string | null;
  readonly facts: SignInStep['facts'];
}

/** In the sign-in URL: by which an embedded tenant knows that it is a test. */
const testParameter = 'sandbox_test_request';

/** Throws `invalid-input` where a sign-in needs a setting that is missing. */
export function samlSettings({ record, applicationName }: TestSubject): SamlSettings {
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
  if (missing.length === 0) return settings;
  throw failure(
    'invalid-input',
    `${applicationName} needs ${missing.join(' and ')} first. Enter what is missing on its Sign-on tab.`,
  );
}

/** Where the browser begins: at the application, as far as the tenant can tell, or at the tenant. */
export function samlStart(subject: TestSubject, settings: SamlSettings): SamlStart {
  const { applicationName, profile } = subject;
  const url = URL.parse(settings.signInUrl);
  if (url?.origin !== new URL(profile.baseUrl).origin)
    throw failure(
      'invalid-input',
      `The sign-in URL of ${applicationName} is not one of ${profile.name}, so it was not opened.`,
    );
  const testId = `_${randomBytes(20).toString('hex')}`;
  url.searchParams.set(testParameter, testId);
  return subject.startFrom === 'tenant'
    ? atTenant(subject, url, testId)
    : atApplication(settings, url, testId, subject.now());
}

/** Asks as the application would: an AuthnRequest with the redirect binding, for a response that is posted. */
function atApplication(settings: SamlSettings, url: URL, requestId: string, now: number): SamlStart {
  const xml = authnRequest(settings, requestId, now);
  url.searchParams.set('SAMLRequest', deflateRawSync(xml).toString('base64'));
  return {
    url: url.href,
    testId: requestId,
    requestId,
    relayState: null,
    facts: [
      { name: 'From', value: settings.audience },
      { name: 'Binding', value: 'HTTP-Redirect' },
      { name: 'ID', value: requestId },
    ],
  };
}

/** Opens the sign-in URL without a request, as a link of the user portal does. Source: SAML 2.0 Profiles, 4.1.5. */
function atTenant({ profile, relayState }: TestSubject, url: URL, testId: string): SamlStart {
  const asked = relayState === '' ? null : relayState;
  if (asked !== null) url.searchParams.set('RelayState', asked);
  return {
    url: url.href,
    testId,
    requestId: null,
    relayState: asked,
    facts: [
      { name: 'From', value: profile.name },
      { name: 'Request', value: 'none' },
      { name: 'Relay state', value: asked ?? 'none' },
    ],
  };
}

/** Source: SAML 2.0 Core, 3.4.1. */
function authnRequest({ audience, acsUrl, signInUrl }: SamlSettings, id: string, now: number): string {
  return [
    `<samlp:AuthnRequest xmlns:samlp="${SAML_PROTOCOL}" xmlns:saml="${SAML_ASSERTION}" ID="${id}" Version="2.0"`,
    ` IssueInstant="${new Date(now).toISOString()}" Destination="${xmlAttribute(signInUrl)}" AssertionConsumerServiceURL="${xmlAttribute(acsUrl)}"`,
    ' ProtocolBinding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST">',
    `<saml:Issuer>${xmlText(audience)}</saml:Issuer></samlp:AuthnRequest>`,
  ].join('');
}
