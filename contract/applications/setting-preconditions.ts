import { protocolOf } from './application-protocol.ts';
import { valueAt } from './application-settings.ts';
import type { Settings } from './application-settings.ts';
import { canEncrypt, canVerify, keysIn } from './key-set.ts';
import { flagIn, responseTypesIn, textsIn } from './setting-values.ts';

/** Access to the settings as they would be applied, for checks that depend on several members. */
interface Reading {
  readonly text: (path: string) => string;
  readonly texts: (path: string) => readonly string[];
  readonly isOff: (path: string) => boolean;
  readonly settings: Settings;
  readonly isOpenIdConnect: boolean;
}

/** A choice that can't work unless another member is set: no one could sign in, or the tenant would reject it. */
interface Precondition {
  /** Path of the choice, where the problem is shown. */
  readonly path: string;
  /** Why it isn't met and what to do; undefined if it is met. */
  readonly unmet: (reading: Reading) => string | undefined;
}

const profile = 'OAuthProfile';
const method = `${profile}.TokenEndpointAuthMethod`;

/** Only for tenants that have the certificates in the record: others store them elsewhere. */
const samlPreconditions: readonly Precondition[] = [
  {
    path: 'EncryptAssertion',
    unmet: (reading) =>
      isMissing(reading, 'EncryptAssertion', 'EncryptionCertificate')
        ? 'Encryption needs the certificate of the service provider. Enter it as “Encryption certificate”, or turn this off.'
        : undefined,
  },
  {
    path: 'WantAuthnRequestsSigned',
    unmet: (reading) =>
      isMissing(reading, 'WantAuthnRequestsSigned', 'RequestSigningCertificates')
        ? 'Signed requests need the certificate of the service provider. Enter it as “Request signing certificates”, or turn this off.'
        : undefined,
  },
];

/** Whether a choice is on without the certificate that it needs, in a record that has a member for it. */
function isMissing({ settings }: Reading, choice: string, certificate: string): boolean {
  const isChosen = flagIn(valueAt(settings, choice)) === true;
  return isChosen && certificate in settings && textsIn(settings[certificate]).join('') === '';
}

/** All choices in the field table that depend on another field. */
const preconditions: readonly Precondition[] = [
  { path: method, unmet: unmetByAuthMethod },
  { path: `${profile}.TokenEndpointAuthSigningAlg`, unmet: unmetBySigningAlgorithm },
  { path: `${profile}.JwksUri`, unmet: unmetByKeysTwice },
  ...['IdTokenSignedResponseAlg', 'UserInfoSignedResponseAlg'].map((member): Precondition => ({
    path: `${profile}.${member}`,
    unmet: ({ text }) =>
      isHmac(text(`${profile}.${member}`)) && !hasSecret(text)
        ? `${text(`${profile}.${member}`)} signs with the client secret. Set a client secret, or choose another algorithm.`
        : undefined,
  })),
  ...['IdToken', 'UserInfo'].flatMap(encryptionOf),
  { path: `${profile}.ResponseTypes`, unmet: unmetByResponseTypes },
  { path: `${profile}.AllowedAuth`, unmet: unmetByGrants },
  { path: `${profile}.AllowRefresh`, unmet: unmetByRefresh },
  { path: `${profile}.Scopes`, unmet: unmetByScopes },
  { path: 'UserNameStrategy', unmet: unmetByNameStrategy },
  ...samlPreconditions,
];

interface Choices {
  readonly templateId: string;
  readonly settings: Settings;
}

/** Problems by the path of the choice; empty if all preconditions are met. */
export function unmetPreconditions({ templateId, settings }: Choices): Record<string, string> {
  const text = (path: string): string => {
    const value = valueAt(settings, path);
    return typeof value === 'string' ? value.trim() : '';
  };
  const reading: Reading = {
    text,
    texts: (path) => textsIn(valueAt(settings, path)),
    isOff: (path) => flagIn(valueAt(settings, path)) === false,
    settings,
    isOpenIdConnect: protocolOf({ TemplateName: templateId, ...settings }) === 'openid-connect',
  };
  return Object.fromEntries(
    preconditions.flatMap(({ path, unmet }) => {
      const problem = unmet(reading);
      return problem === undefined ? [] : [[path, problem] as const];
    }),
  );
}

const isHmac = (algorithm: string): boolean => /^HS\d/.test(algorithm);
/** A hidden secret counts: the tenant has it. */
const hasSecret = (text: Reading['text']): boolean => text(`${profile}.ClientSecret`) !== '';
const keysAt = (settings: Settings) => keysIn(valueAt(settings, `${profile}.Jwks`));
const hasKeysUrl = (text: Reading['text']): boolean => text(`${profile}.JwksUri`) !== '';

function unmetByAuthMethod({ text, settings }: Reading): string | undefined {
  const chosen = text(method);
  if (chosen.startsWith('client_secret_') && !hasSecret(text))
    return `${chosen} needs a client secret. Set one, or choose another client authentication.`;
  if (chosen !== 'private_key_jwt' || hasKeysUrl(text)) return undefined;
  const keys = keysAt(settings);
  const algorithm = text(`${profile}.TokenEndpointAuthSigningAlg`);
  if (keys.some((key) => canVerify(key, algorithm))) return undefined;
  if (keys.length === 0)
    return 'private_key_jwt needs the public keys of the application. Add signing keys (JWKS) or a JWKS URL, or choose another client authentication.';
  return `private_key_jwt needs a key that checks ${algorithm === '' ? 'signatures' : `${algorithm} signatures`}, and the JWKS has none. Add one, or choose another client authentication.`;
}

function unmetBySigningAlgorithm({ text }: Reading): string | undefined {
  const algorithm = text(`${profile}.TokenEndpointAuthSigningAlg`);
  if (algorithm === '') return undefined;
  const chosen = text(method);
  const wanted = isHmac(algorithm) ? 'client_secret_jwt' : 'private_key_jwt';
  return chosen === wanted
    ? undefined
    : `${algorithm} is only for ${wanted}. Choose ${wanted} as client authentication, or clear this.`;
}

function unmetByKeysTwice({ text, settings }: Reading): string | undefined {
  return hasKeysUrl(text) && keysAt(settings).length > 0
    ? 'Enter either signing keys (JWKS) or a JWKS URL, not both. Clear one of them.'
    : undefined;
}

/** Encryption of ID tokens or user information: the reader needs a key, and content encryption needs key encryption. */
function encryptionOf(what: string): readonly Precondition[] {
  const algorithmPath = `${profile}.${what}EncryptedResponseAlg`;
  const contentPath = `${profile}.${what}EncryptedResponseEnc`;
  return [
    {
      path: algorithmPath,
      unmet: ({ text, settings }) => {
        const algorithm = text(algorithmPath);
        if (algorithm === '' || hasKeysUrl(text)) return undefined;
        if (/^(?:dir$|A\d)/.test(algorithm))
          return hasSecret(text)
            ? undefined
            : `${algorithm} encrypts with the client secret. Set a client secret, or choose another algorithm.`;
        return keysAt(settings).some((key) => canEncrypt(key, algorithm))
          ? undefined
          : `${algorithm} needs a public key for encryption. Add one to the JWKS, or enter a JWKS URL.`;
      },
    },
    {
      path: contentPath,
      unmet: ({ text }) =>
        text(contentPath) !== '' && text(algorithmPath) === ''
          ? 'Choose a key encryption algorithm as well, or clear this.'
          : undefined,
    },
  ];
}

const grantNames = {
  AuthorizationCode: 'Authorization code',
  Implicit: 'Implicit',
  ClientCreds: 'Client credentials',
  ResourceCreds: 'Resource owner password',
} as const;
type Grant = keyof typeof grantNames;

/** Undefined if nothing is listed: then the tenant decides. */
function grantsIn({ texts }: Reading): ReadonlySet<string> | undefined {
  const listed = texts(`${profile}.AllowedAuth`).map((grant) => grant.toLowerCase());
  return listed.length === 0 ? undefined : new Set(listed);
}

const hasGrant = (grants: ReadonlySet<string>, grant: Grant): boolean => grants.has(grant.toLowerCase());

function unmetByResponseTypes(reading: Reading): string | undefined {
  const grants = grantsIn(reading);
  if (grants === undefined) return undefined;
  for (const type of responseTypesIn(valueAt(reading.settings, `${profile}.ResponseTypes`))) {
    const needed = type
      .split(' ')
      .map((part): Grant => (part === 'code' ? 'AuthorizationCode' : 'Implicit'))
      .find((grant) => !hasGrant(grants, grant));
    if (needed !== undefined)
      return `“${type}” needs the grant type “${grantNames[needed]}”. Allow it, or remove this response type.`;
  }
  return undefined;
}

function unmetByGrants(reading: Reading): string | undefined {
  const grants = grantsIn(reading);
  return grants !== undefined && hasGrant(grants, 'ClientCreds') && reading.text(method) === 'none'
    ? 'Client credentials need a client that authenticates. Choose a client authentication other than none, or remove this grant type.'
    : undefined;
}

function unmetByRefresh(reading: Reading): string | undefined {
  const grants = grantsIn(reading);
  const path = `${profile}.AllowRefresh`;
  if (grants === undefined || flagIn(valueAt(reading.settings, path)) !== true) return undefined;
  return hasGrant(grants, 'AuthorizationCode') || hasGrant(grants, 'ResourceCreds')
    ? undefined
    : `Refresh tokens need the grant type “${grantNames.AuthorizationCode}” or “${grantNames.ResourceCreds}”. Allow one of them, or turn this off.`;
}

function unmetByScopes({ texts, isOff, isOpenIdConnect }: Reading): string | undefined {
  const scopes = texts(`${profile}.Scopes`);
  if (scopes.length === 0) return undefined;
  if (isOpenIdConnect && !scopes.includes('openid')) return 'OpenID Connect needs the scope openid. Add it.';
  return scopes.includes('offline_access') && isOff(`${profile}.AllowRefresh`)
    ? 'offline_access needs refresh tokens. Turn on “Issue refresh tokens”, or remove this scope.'
    : undefined;
}

function unmetByNameStrategy({ text }: Reading): string | undefined {
  if (text('UserNameArg') !== '') return undefined;
  if (text('UserNameStrategy') === 'Fixed')
    return '“Fixed name” needs a name. Enter it as “Attribute or name”.';
  return undefined;
}
