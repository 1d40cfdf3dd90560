import type { StoredApplication } from '../management/application-record.ts';
import { flagIn, textIn, textsIn } from '../management/oauth-profile.ts';
import { certificatesIn } from './registered-certificates.ts';
import { SamlRequestRejection } from './saml-failure.ts';

/** A SAML application as the service provider that its record describes. */
export interface ServiceProvider {
  readonly application: StoredApplication;
  readonly name: string;
  /** Entity ID of the service provider. */
  readonly entityId: string;
  /** Entity ID of this tenant for this application. */
  readonly issuer: string;
  readonly signInUrl: string;
  /** Registered URLs for responses, the default first. */
  readonly acsUrls: readonly [string, ...string[]];
  readonly nameIdFormat: string;
  readonly recipient: string | undefined;
  readonly relayState: string | undefined;
  readonly signsAssertion: boolean;
  readonly signsResponse: boolean;
  readonly encryptsAssertion: boolean;
  readonly requiresSignedRequests: boolean;
  /** Valid certificates as PEM. */
  readonly requestCertificates: readonly string[];
  readonly encryptionCertificate: string | undefined;
}

/**
 * Members of a SAML record: `Audience`, `ACSUrl`, `Recipient` and the flags are the platform's. Ours are
 * `AdditionalACSUrls`, `WantAuthnRequestsSigned`, `RequestSigningCertificates` and `EncryptionCertificate`.
 * Throws SamlRequestRejection for an application that can't be signed in to.
 */
export function serviceProviderOf(application: StoredApplication | undefined): ServiceProvider {
  if (application?.kind !== 'Saml')
    throw new SamlRequestRejection(404, 'No SAML application found at this URL.');
  const { members } = application;
  const name = textIn(members, 'Name') ?? application.id;
  if (textIn(members, 'State')?.toLowerCase() === 'disabled')
    throw new SamlRequestRejection(403, `${name} is disabled. Ask your admin to enable it.`);
  const entityId = textIn(members, 'Audience');
  const acsUrl = textIn(members, 'ACSUrl') ?? textIn(members, 'Url');
  const missing = [
    ...(entityId === undefined ? ['audience'] : []),
    ...(acsUrl === undefined ? ['assertion consumer service URL'] : []),
  ];
  if (entityId === undefined || acsUrl === undefined)
    throw new SamlRequestRejection(
      400,
      `${name} isn't set up yet. Enter its ${missing.join(' and ')} on the Sign-on tab.`,
    );
  if (!isWebAddress(acsUrl))
    throw new SamlRequestRejection(
      400,
      `The assertion consumer service URL of ${name} must start with http:// or https://.`,
    );
  return {
    application,
    name,
    entityId,
    issuer: textIn(members, 'Issuer') ?? '',
    signInUrl: textIn(members, 'SignInUrl') ?? '',
    acsUrls: [acsUrl, ...textsIn(members, 'AdditionalACSUrls').filter(isWebAddress)],
    nameIdFormat: textIn(members, 'NameIDFormat') ?? 'unspecified',
    recipient: textIn(members, 'Recipient'),
    relayState: textIn(members, 'RelayState'),
    signsAssertion: flagIn(members, 'WantAssertionSigned') ?? true,
    signsResponse: flagIn(members, 'SignResponse') ?? false,
    encryptsAssertion: flagIn(members, 'EncryptAssertion') ?? false,
    requiresSignedRequests: flagIn(members, 'WantAuthnRequestsSigned') ?? false,
    requestCertificates: certificatesIn(members['RequestSigningCertificates']).readable,
    encryptionCertificate: certificatesIn(members['EncryptionCertificate']).readable[0],
  };
}

/** A page may post to nothing else: `javascript:` would run in the tenant's own origin. */
function isWebAddress(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:');
}
