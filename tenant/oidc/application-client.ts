import type { AdapterPayload } from 'oidc-provider';
import type { StoredApplication } from '../management/application-record.ts';
import { isRecord } from '../requests/request-members.ts';
import { flagIn, profileOf, textIn, textsIn, type OAuthProfile } from '../management/oauth-profile.ts';
import { isOfNativeClient, problemOfRedirect } from './redirect-address.ts';

export const RESPONSE_TYPES = [
  'code',
  'id_token',
  'id_token token',
  'code id_token',
  'code token',
  'code id_token token',
] as const;
export const AUTH_METHODS = [
  'client_secret_basic',
  'client_secret_post',
  'client_secret_jwt',
  'private_key_jwt',
  'none',
] as const;
type ResponseType = (typeof RESPONSE_TYPES)[number];
type AuthMethod = (typeof AUTH_METHODS)[number];

/**
 * The client for a custom OpenID Connect or OAuth application of the catalog, from its `OAuthProfile`.
 * `ClientID`, `ClientSecret`, `Url`, `Redirects`, `AllowRefresh` are the platform's members (compatibility,
 * "OpenID Connect and OAuth records"); the rest is ours and optional: `ResponseTypes`,
 * `TokenEndpointAuthMethod`, `PostLogoutRedirects`, `Jwks`, `Scopes` and the strings of `REGISTERED_TEXTS`.
 */
export function toClient(application: StoredApplication): AdapterPayload | undefined {
  const profile = profileOf(application);
  const clientId = textIn(profile, 'ClientID');
  if (clientId === undefined || !hasClient(application)) return undefined;
  const allowed = allowedGrants(application);
  const redirects = redirectsIn(profile, 'Redirects');
  const responseTypes = redirects.length === 0 ? [] : responseTypesOf(profile, allowed);
  const uses = new Set(responseTypes.flatMap((type) => type.split(' ')));
  const isRefreshed =
    flagIn(profile, 'AllowRefresh') !== false && (uses.has('code') || allowed.has('ResourceCreds'));
  const grants = [
    ...(uses.has('code') ? ['authorization_code'] : []),
    ...(isRefreshed ? ['refresh_token'] : []),
    ...(uses.has('id_token') || uses.has('token') ? ['implicit'] : []),
    ...(allowed.has('ClientCreds') ? ['client_credentials'] : []),
    ...(allowed.has('ResourceCreds') ? ['password'] : []),
  ];
  return {
    client_id: clientId,
    client_name: textIn(application.members, 'Name') ?? clientId,
    // Native clients may use any port of a loopback URL (RFC 8252 section 7.3).
    application_type: redirects.some(isOfNativeClient) ? 'native' : 'web',
    redirect_uris: [...redirects],
    post_logout_redirect_uris: [...redirectsIn(profile, 'PostLogoutRedirects')],
    response_types: [...responseTypes],
    grant_types: grants,
    token_endpoint_auth_method: authMethodOf(profile),
    ...optional('client_uri', webAddress(textIn(profile, 'Url'))),
    ...registeredTexts(profile),
    ...jwksOf(profile),
  };
}

/** Client metadata copied verbatim, and the `OAuthProfile` member it comes from. */
export const REGISTERED_TEXTS = [
  ['client_secret', 'ClientSecret'],
  ['jwks_uri', 'JwksUri'],
  ['token_endpoint_auth_signing_alg', 'TokenEndpointAuthSigningAlg'],
  ['id_token_signed_response_alg', 'IdTokenSignedResponseAlg'],
  ['id_token_encrypted_response_alg', 'IdTokenEncryptedResponseAlg'],
  ['id_token_encrypted_response_enc', 'IdTokenEncryptedResponseEnc'],
  ['userinfo_signed_response_alg', 'UserInfoSignedResponseAlg'],
  ['userinfo_encrypted_response_alg', 'UserInfoEncryptedResponseAlg'],
  ['userinfo_encrypted_response_enc', 'UserInfoEncryptedResponseEnc'],
] as const;

function registeredTexts(profile: OAuthProfile): AdapterPayload {
  const texts: AdapterPayload = {};
  for (const [name, member] of REGISTERED_TEXTS)
    Object.assign(texts, optional(name, textIn(profile, member)));
  return texts;
}

/** Valid redirects only: an invalid one in an older record must not disable the others. */
function redirectsIn(profile: OAuthProfile, name: string): readonly string[] {
  return textsIn(profile, name).filter((text) => problemOfRedirect(text) === undefined);
}

/** Kinds with a client; a SAML application has none, regardless of its record. */
const CLIENT_KINDS = new Set<StoredApplication['kind']>(['OpenIDConnect', 'OAuth', 'OAuthClient']);

export const hasClient = ({ kind }: StoredApplication): boolean => CLIENT_KINDS.has(kind);

export const GRANTS = ['AuthorizationCode', 'Implicit', 'ClientCreds', 'ResourceCreds'] as const;
type Grant = (typeof GRANTS)[number];

/**
 * `AllowedAuth`: only the listed grants are allowed (compatibility, "OAuth of one application"). Without it,
 * the flows of `ResponseTypes` are allowed, and client credentials for the kinds that exist for them.
 */
export function allowedGrants(application: StoredApplication): ReadonlySet<Grant> {
  const profile = profileOf(application);
  if (profile['AllowedAuth'] === undefined || profile['AllowedAuth'] === null) {
    const forPrograms = application.kind === 'OpenIDConnect' ? [] : (['ClientCreds'] as const);
    return new Set(['AuthorizationCode', 'Implicit', ...forPrograms]);
  }
  const listed = textsIn(profile, 'AllowedAuth').map((name) => name.toLowerCase());
  return new Set(GRANTS.filter((grant) => listed.includes(grant.toLowerCase())));
}

/**
 * Whether service users may obtain tokens of an application with a grant: those listed in `AllowedAuth`, and
 * without it client credentials, for every kind.
 */
export function admitsServiceUsers(application: StoredApplication, grantType: unknown): boolean {
  const listed = profileOf(application)['AllowedAuth'] ?? undefined;
  if (grantType === 'client_credentials')
    return listed === undefined || allowedGrants(application).has('ClientCreds');
  return grantType === 'password' && allowedGrants(application).has('ResourceCreds');
}

/**
 * The listed response types that are allowed; allowed flows that are not listed at all get their usual ones.
 */
function responseTypesOf(profile: OAuthProfile, allowed: ReadonlySet<Grant>): readonly ResponseType[] {
  const wanted = textsIn(profile, 'ResponseTypes').map((type) => type.split(' ').sort().join(' '));
  const known = RESPONSE_TYPES.filter((type) => wanted.includes(type));
  const listed = known.length === 0 ? (['code'] as const) : known;
  const grantsOf = (type: ResponseType): readonly Grant[] =>
    type.split(' ').map((part) => (part === 'code' ? 'AuthorizationCode' : 'Implicit'));
  const allowedTypes = listed.filter((type) => grantsOf(type).every((grant) => allowed.has(grant)));
  if (profile['AllowedAuth'] === undefined || profile['AllowedAuth'] === null) return allowedTypes;
  const isMissing = (grant: Grant): boolean =>
    allowed.has(grant) && !allowedTypes.some((type) => grantsOf(type).includes(grant));
  return [
    ...allowedTypes,
    ...(isMissing('AuthorizationCode') ? (['code'] as const) : []),
    ...(isMissing('Implicit') ? (['id_token', 'id_token token'] as const) : []),
  ];
}

function authMethodOf(profile: OAuthProfile): AuthMethod {
  const wanted = textIn(profile, 'TokenEndpointAuthMethod');
  return AUTH_METHODS.find((method) => method === wanted) ?? 'client_secret_basic';
}

function jwksOf(profile: OAuthProfile): Pick<AdapterPayload, 'jwks'> {
  const jwks = profile['Jwks'];
  if (!isRecord(jwks) || !Array.isArray(jwks['keys'])) return {};
  return { jwks: { keys: jwks['keys'].filter(isRecord) } };
}

function webAddress(value: string | undefined): string | undefined {
  return value !== undefined && /^https?:$/.test(URL.parse(value)?.protocol ?? '') ? value : undefined;
}

function optional(name: keyof AdapterPayload, value: string | undefined): AdapterPayload {
  return value === undefined ? {} : { [name]: value };
}
