import type { StoredApplication } from '../management/application-record.ts';
import { admitsServiceUsers, toClient } from './application-client.ts';
import { DESK_CLIENT_ID } from './desk-client.ts';
import { knownScopes, pathsOf, serviceScopes } from './known-scopes.ts';
import { flagIn, profileOf, textsIn } from '../management/oauth-profile.ts';

/** What each client may ask for, and what the tenant's own API allows to its tokens. */
export interface ScopeRegistry {
  /** Names of scopes, in no order; those of the application for a service user who comes for it. */
  requestable(clientId: string, application?: StoredApplication): readonly string[];
  /** Patterns of the paths that a token may call; undefined where its client is not, or does not allow its grant any more. */
  allowedPaths(token: IssuedToken): readonly string[] | undefined;
}

export interface IssuedToken {
  readonly clientId: string;
  readonly scope: readonly string[];
  /** The `grant_type` that it was obtained with. */
  readonly grant: string;
  /** The application at whose address a service user obtained it. */
  readonly applicationId: string | undefined;
}

interface ScopeRegistryParts {
  readonly findApplicationById: (id: string) => StoredApplication | undefined;
  readonly findApplication: (clientId: string) => StoredApplication | undefined;
  readonly isServiceUser: (clientId: string) => boolean;
  /** Whether a client stands for the tenant's own pages, which want to know who somebody is and nothing else. */
  readonly isOwnClient: (clientId: string) => boolean;
}

const OPENID_SCOPES = ['openid', 'profile', 'email'];

/** All that the provider knows of without an application. */
export const tenantScopes: readonly string[] = [
  ...OPENID_SCOPES,
  'offline_access',
  ...serviceScopes.map(({ name }) => name),
];

/**
 * The desk's own client may call everything, as the person's rights allow. A token of an application may call what the
 * known scopes in it say, as they stand now: without one, nothing. A service user names the API that it wants.
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

/** `Scopes` (ours) narrows what is said about people; `openid` is always there, for no sign-in does without it. */
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
