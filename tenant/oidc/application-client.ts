import type { AdapterPayload } from 'oidc-provider';
import type { StoredApplication } from '../management/application-record.ts';
import { isLoopbackRedirect } from './desk-client.ts';

const RESPONSE_TYPES = [
  'code',
  'id_token',
  'id_token token',
  'code id_token',
  'code token',
  'code id_token token',
] as const;
const AUTH_METHODS = [
  'client_secret_basic',
  'client_secret_post',
  'client_secret_jwt',
  'private_key_jwt',
  'none',
] as const;
type ResponseType = (typeof RESPONSE_TYPES)[number];
type AuthMethod = (typeof AUTH_METHODS)[number];

/**
 * The client that a custom OpenID Connect or OAuth application of the catalog is, from its `OAuthProfile`.
 * `ClientID`, `ClientSecret`, `Url`, `Redirects`, `AllowRefresh` are the platform's members (compatibility,
 * "OpenID Connect and OAuth records"); the rest is ours and optional: `ResponseTypes`, `TokenEndpointAuthMethod`,
 * `TokenEndpointAuthSigningAlg`, `PostLogoutRedirects`, `Jwks`, `JwksUri`, `Scopes`, `IdTokenSignedResponseAlg`,
 * `UserInfoSignedResponseAlg`, `UserInfoEncryptedResponseAlg`, `UserInfoEncryptedResponseEnc`.
 */
export function toClient(
  application: StoredApplication,
  supportedScopes: readonly string[],
): AdapterPayload | undefined {
  const profile = profileOf(application);
  const clientId = text(profile, 'ClientID');
  if (clientId === undefined) return undefined;
  const redirects = texts(profile, 'Redirects');
  const responseTypes = redirects.length === 0 ? [] : responseTypesOf(profile);
  const uses = new Set(responseTypes.flatMap((type) => type.split(' ')));
  const grants = [
    ...(uses.has('code')
      ? ['authorization_code', ...(profile['AllowRefresh'] === false ? [] : ['refresh_token'])]
      : []),
    ...(uses.has('id_token') || uses.has('token') ? ['implicit'] : []),
    ...(application.kind === 'OpenIDConnect' ? [] : ['client_credentials']),
  ];
  const scopes = texts(profile, 'Scopes').filter((scope) => supportedScopes.includes(scope));
  return {
    client_id: clientId,
    client_name: text(application.members, 'Name') ?? clientId,
    // Native clients may use http on the loopback interface for every flow (RFC 8252 section 7.3).
    application_type: redirects.length > 0 && redirects.every(isLoopbackRedirect) ? 'native' : 'web',
    redirect_uris: [...redirects],
    post_logout_redirect_uris: [...texts(profile, 'PostLogoutRedirects')],
    response_types: [...responseTypes],
    grant_types: grants,
    token_endpoint_auth_method: authMethodOf(profile),
    ...optional('client_secret', text(profile, 'ClientSecret')),
    ...optional('client_uri', webAddress(text(profile, 'Url'))),
    ...optional('scope', scopes.length === 0 ? undefined : scopes.join(' ')),
    ...optional('token_endpoint_auth_signing_alg', text(profile, 'TokenEndpointAuthSigningAlg')),
    ...optional('jwks_uri', text(profile, 'JwksUri')),
    ...optional('id_token_signed_response_alg', text(profile, 'IdTokenSignedResponseAlg')),
    ...optional('userinfo_signed_response_alg', text(profile, 'UserInfoSignedResponseAlg')),
    ...optional('userinfo_encrypted_response_alg', text(profile, 'UserInfoEncryptedResponseAlg')),
    ...optional('userinfo_encrypted_response_enc', text(profile, 'UserInfoEncryptedResponseEnc')),
    ...jwksOf(profile),
  };
}

/** Seconds of a lifetime such as `5:00:00` or `365.00:00:00`; undefined for text that is none. */
export function readLifetime(value: unknown): number | undefined {
  const match = typeof value === 'string' ? /^(?:(\d+)\.)?(\d+):(\d\d):(\d\d)$/.exec(value) : null;
  if (match === null) return undefined;
  const [, days = '0', hours = '0', minutes = '0', seconds = '0'] = match;
  const total = ((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(seconds);
  return total > 0 ? total : undefined;
}

type Profile = Readonly<Record<string, unknown>>;

export function profileOf(application: StoredApplication): Profile {
  const profile = application.members['OAuthProfile'];
  return isProfile(profile) ? profile : {};
}

function isProfile(value: unknown): value is Profile {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function text(profile: Profile, name: string): string | undefined {
  const value = profile[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function texts(profile: Profile, name: string): readonly string[] {
  const value = profile[name];
  const list: unknown[] = Array.isArray(value)
    ? value
    : typeof value === 'string' && value !== ''
      ? value.split(/[\s,]+/)
      : [];
  return list.filter((item) => typeof item === 'string');
}

function responseTypesOf(profile: Profile): readonly ResponseType[] {
  const wanted = texts(profile, 'ResponseTypes').map((type) => type.split(' ').sort().join(' '));
  const known = RESPONSE_TYPES.filter((type) => wanted.includes(type));
  return known.length === 0 ? ['code'] : known;
}

function authMethodOf(profile: Profile): AuthMethod {
  const wanted = text(profile, 'TokenEndpointAuthMethod');
  return AUTH_METHODS.find((method) => method === wanted) ?? 'client_secret_basic';
}

function jwksOf(profile: Profile): Pick<AdapterPayload, 'jwks'> {
  const jwks = profile['Jwks'];
  if (!isProfile(jwks) || !Array.isArray(jwks['keys'])) return {};
  return { jwks: { keys: jwks['keys'].filter(isProfile) } };
}

function webAddress(value: string | undefined): string | undefined {
  return value !== undefined && /^https?:$/.test(URL.parse(value)?.protocol ?? '') ? value : undefined;
}

function optional(name: keyof AdapterPayload, value: string | undefined): AdapterPayload {
  return value === undefined ? {} : { [name]: value };
}
