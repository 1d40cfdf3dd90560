import type { MemberProblem } from '../management/application-operations.ts';
import type { StoredApplication } from '../management/application-record.ts';
import { asText, isRecord, shortened } from '../requests/request-members.ts';
import {
  allowedGrants,
  AUTH_METHODS,
  GRANTS,
  REGISTERED_TEXTS,
  RESPONSE_TYPES,
} from './application-client.ts';
import { problemOfCredentials, problemOfJwks } from './client-keys.ts';
import { TOKEN_TYPES } from './jwt-access-tokens.ts';
import { toPathPattern } from './known-scopes.ts';
import {
  flagIn,
  profileOf,
  readLifetime,
  textIn,
  textsIn,
  type OAuthProfile,
} from '../management/oauth-profile.ts';
import { problemOfRedirect } from './redirect-address.ts';

/**
 * Problem with the client of an application. A missing member is allowed: an application may be completed
 * later. An invalid entry would otherwise disable the whole client, at the first sign-in and without a
 * visible reason.
 */
export function problemOfClient(application: StoredApplication): MemberProblem | undefined {
  const profile = profileOf(application);
  for (const [name, check] of Object.entries(CHECKS)) {
    const value = profile[name];
    const problem = value === undefined || value === null ? undefined : check(value, profile, name);
    if (problem !== undefined) return { member: `OAuthProfile.${name}`, problem };
  }
  const missing = problemOfCredentials(profile) ?? problemOfPublicClient(application, profile);
  return missing && { member: `OAuthProfile.${missing.name}`, problem: missing.problem };
}

/** A public client can't authenticate, which the client credentials grant requires (RFC 6749 section 4.4). */
function problemOfPublicClient(application: StoredApplication, profile: OAuthProfile) {
  const isPublic = textIn(profile, 'TokenEndpointAuthMethod') === 'none';
  return isPublic && isListed(profile['AllowedAuth']) && allowedGrants(application).has('ClientCreds')
    ? {
        name: 'AllowedAuth',
        problem: 'has ClientCreds, which needs a TokenEndpointAuthMethod other than none.',
      }
    : undefined;
}

const isListed = (value: unknown): boolean => value !== undefined && value !== null;

type Check = (value: unknown, profile: OAuthProfile, name: string) => string | undefined;

const isPrintable = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);

const secret: Check = (value) =>
  typeof value === 'string' && isPrintable(value)
    ? undefined
    : 'must be printable ASCII: other characters can’t be sent to the token endpoint.';

const redirects: Check = (value, profile, name) =>
  isTexts(value) ? first(textsIn(profile, name).map(problemOfRedirect)) : 'must be a list of URLs.';

const oneOf =
  (known: readonly string[]): Check =>
  (value) =>
    value === '' || known.some((one) => one === value) ? undefined : `must be one of ${known.join(', ')}.`;

const someOf =
  (known: readonly string[], normal: (text: string) => string): Check =>
  (value, profile, name) => {
    if (!isTexts(value)) return 'must be a list of strings.';
    const listed = Array.isArray(value) ? value.map(String) : textsIn(profile, name);
    const strange = listed.find((one) => !known.some((text) => normal(text) === normal(one)));
    return strange === undefined
      ? undefined
      : `contains “${shortened(strange)}”, which isn't one of ${known.join(', ')}.`;
  };

const scopes: Check = (value) => {
  if (!Array.isArray(value)) return 'must be a list of {Scope, Description, AllowedRest}.';
  return first(value.map(problemOfScope));
};

function problemOfScope(entry: unknown): string | undefined {
  const name = isRecord(entry) ? entry['Scope'] : undefined;
  if (typeof name !== 'string' || !/^[\x21\x23-\x5b\x5d-\x7e]+$/.test(name))
    return 'has an entry without a Scope (a name without spaces and quotes).';
  const allowed = isRecord(entry) ? (entry['AllowedRest'] ?? []) : [];
  if (!Array.isArray(allowed)) return `AllowedRest of ${name} must be a list of path patterns.`;
  const strange: unknown = allowed.find((one) => typeof one !== 'string' || toPathPattern(one) === undefined);
  return strange === undefined
    ? undefined
    : `AllowedRest of ${name} contains “${shortened(asText(strange))}”, which isn't a path pattern. Use * for any text.`;
}

const flag: Check = (_value, profile, name) =>
  flagIn(profile, name) === undefined ? 'must be true or false.' : undefined;

const lifetime: Check = (value) =>
  value === '' || readLifetime(value) !== undefined
    ? undefined
    : 'must be a duration such as 5:00:00, or with days such as 365.00:00:00.';

const someText: Check = (value) => (typeof value === 'string' ? undefined : 'must be a string.');

const CHECKS: Readonly<Record<string, Check>> = {
  ...Object.fromEntries(REGISTERED_TEXTS.map(([, member]) => [member, someText])),
  ClientSecret: secret,
  Redirects: redirects,
  PostLogoutRedirects: redirects,
  TokenEndpointAuthMethod: oneOf(AUTH_METHODS),
  TokenType: oneOf(TOKEN_TYPES),
  ResponseTypes: someOf(RESPONSE_TYPES, (text) => text.split(' ').sort().join(' ')),
  AllowedAuth: someOf(GRANTS, (text) => text.toLowerCase()),
  Jwks: problemOfJwks,
  JwksUri: (value) =>
    value === '' || (typeof value === 'string' && /^https?:$/.test(URL.parse(value)?.protocol ?? ''))
      ? undefined
      : 'must be a URL that starts with https:// or http://.',
  KnownScopes: scopes,
  Scopes: (value) => (isTexts(value) ? undefined : 'must be a list of strings.'),
  AllowRefresh: flag,
  Confirm: flag,
  ConfirmAuthorization: flag,
  TokenLifetimeString: lifetime,
  RefreshLifetimeString: lifetime,
};

const isTexts = (value: unknown): boolean =>
  typeof value === 'string' || (Array.isArray(value) && value.every((item) => typeof item === 'string'));

const first = (problems: readonly (string | undefined)[]): string | undefined =>
  problems.find((problem) => problem !== undefined);
