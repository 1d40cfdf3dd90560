import { randomBytes } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import type { SignInStep } from '../../contract/test-sign-ins/test-sign-ins.ts';
import { xmlAttribute, xmlText } from '../../languages/assertion/xml-text.ts';
import { SAML_ASSERTION, SAML_PROTOCOL } from '../../languages/saml/saml-names.ts';
import { failure } from '../platform/errors/failure.ts';
import type { TestSubject } from './sign-in-test.ts';

/** The settings of a SAML application that a test needs. */
export interface SamlSettings {
  readonly audience: string;
  readonly acsUrl: string;
  readonly signInUrl: string;
  readonly metadataUrl: string;
  readonly isEncrypted: boolean;
  readonly wantsSignedRequests: boolean;
}

/** How a sign-in starts, and how its response is recognized. */
export interface SamlStart {
  readonly url: string;
  /** The ID of the test in the tenant: the request's ID, or a generated one without a request. */
  readonly testId: string;
  /** Null when there is no request to answer. */
  readonly requestId: string | null;
  /** The requested relay state; null when none was requested. */
  readonly relayState: string | null;
  readonly facts: SignInStep['facts'];
}

/** The query parameter that marks the sign-in URL as a test for an embedded tenant. */
const testParameter = 'sandbox_test_request';

/** Throws `invalid-input` when a setting that sign-in needs is missing. */
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
    `${applicationName} needs ${missing.join(' and ')} first. Complete its settings.`,
  );
}

/** Where the browser begins: at the application, as seen by the tenant, or at the tenant. */
export function samlStart(subject: TestSubject, settings: SamlSettings): SamlStart {
  const { applicationName, profile } = subject;
  const url = URL.parse(settings.signInUrl);
  if (url?.origin !== new URL(profile.baseUrl).origin)
    throw failure(
      'invalid-input',
      `The sign-in URL of ${applicationName} doesn't belong to ${profile.name}, so it wasn't opened.`,
    );
  const testId = `_${randomBytes(20).toString('hex')}`;
  url.searchParams.set(testParameter, testId);
  return subject.startFrom === 'tenant'
    ? atTenant(subject, url, testId)
    : atApplication(settings, url, testId, subject.now());
}

/** Sends the request that the application would send: an AuthnRequest with the redirect binding, for a posted response. */
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

/** Opens the sign-in URL without a request, like a link in the user portal. Source: SAML 2.0 Profiles, 4.1.5. */
function atTenant({ profile, relayState }: TestSubject, url: URL, testId: string): SamlStart {
  const requested = relayState === '' ? null : relayState;
  if (requested !== null) url.searchParams.set('RelayState', requested);
  return {
    url: url.href,
    testId,
    requestId: null,
    relayState: requested,
    facts: [
      { name: 'From', value: profile.name },
      { name: 'Request', value: 'none' },
      { name: 'Relay state', value: requested ?? 'none' },
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
