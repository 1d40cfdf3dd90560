import type { StoredApplication } from '../management/application-record.ts';
import { admitsServiceUsers, toClient } from './application-client.ts';
import { DESK_CLIENT_ID } from './desk-client.ts';
import { knownScopes, pathsOf, serviceScopes } from './known-scopes.ts';
import { flagIn, profileOf, textsIn } from '../management/oauth-profile.ts';

/** The scopes that each client may request, and what the tenant's API allows to its tokens. */
export interface ScopeRegistry {
  /**
   * Scope names in no particular order; those of the application for a service user that requests tokens for
   * it.
   */
  requestable(clientId: string, application?: StoredApplication): readonly string[];
  /** Path patterns that a token may call; undefined if its client is gone, or no longer allows its grant. */
  allowedPaths(token: IssuedToken): readonly string[] | undefined;
}

export interface IssuedToken {
  readonly clientId: string;
  readonly scope: readonly string[];
  /** The `grant_type` it was obtained with. */
  readonly grant: string;
  /** The application at whose URL a service user obtained it. */
  readonly applicationId: string | undefined;
}

interface ScopeRegistryParts {
  readonly findApplicationById: (id: string) => StoredApplication | undefined;
  readonly findApplication: (clientId: string) => StoredApplication | undefined;
  readonly isServiceUser: (clientId: string) => boolean;
  /** Whether a client is for the tenant's own pages, which only need the user's identity. */
  readonly isOwnClient: (clientId: string) => boolean;
}

const OPENID_SCOPES = ['openid', 'profile', 'email'];

/** All scopes that the provider knows without an application. */
export const tenantScopes: readonly string[] = [
  ...OPENID_SCOPES,
  'offline_access',
  ...serviceScopes.map(({ name }) => name),
];

/**
 * Tenant Desk's own client may call everything that the user's rights allow. A token of an application may
 * call what its current known scopes say: without one, nothing. A service user names the API it needs.
 */
export function createScopeRegistry({
  findApplication,
  findApplicationById,
  isServiceUser,
  isOwnClient,
}: ScopeRegistryParts): ScopeRegistry {
  return {
    requestable(clientId, addressed) {
      if (clientId === DESK_CLIENT_ID) return tenantScopes;
      if (isOwnClient(clientId)) return ['openid'];
      const application = findApplication(clientId);
      if (application !== undefined) return requestableOf(application);
      const known = addressed === undefined ? serviceScopes : knownScopes(profileOf(addressed));
      return known.map(({ name }) => name);
    },
    allowedPaths({ clientId, scope, grant, applicationId }) {
      if (clientId === DESK_CLIENT_ID) return ['*'];
      const own = findApplication(clientId);
      if (own !== undefined) {
        const isAllowed = toClient(own)?.grant_types?.includes(grant) === true;
        return isAllowed ? pathsOf(knownScopes(profileOf(own)), scope) : undefined;
      }
      if (!isServiceUser(clientId)) return undefined;
      if (applicationId === undefined) return pathsOf(serviceScopes, scope);
      const application = findApplicationById(applicationId);
      return application !== undefined && admitsServiceUsers(application, grant)
        ? pathsOf(knownScopes(profileOf(application)), scope)
        : undefined;
    },
  };
}

/**
 * `Scopes` (our addition) limits the claims about users; `openid` is always included, because every sign-in
 * needs it.
 */
function requestableOf(application: StoredApplication): readonly string[] {
  const profile = profileOf(application);
  const listed = textsIn(profile, 'Scopes');
  const aboutPeople =
    listed.length === 0
      ? OPENID_SCOPES
      : OPENID_SCOPES.filter((name) => name === 'openid' || listed.includes(name));
  return [
    ...aboutPeople,
    ...(flagIn(profile, 'AllowRefresh') === false ? [] : ['offline_access']),
    ...knownScopes(profile).map(({ name }) => name),
  ];
}
