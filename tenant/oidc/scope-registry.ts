import type { StoredApplication } from '../management/application-record.ts';
import { DESK_CLIENT_ID } from './desk-client.ts';
import { knownScopes, pathsOf, serviceScopes } from './known-scopes.ts';
import { profileOf, textsIn } from './oauth-profile.ts';

/** What each client may ask for, and what the tenant's own API allows to its tokens. */
export interface ScopeRegistry {
  /** Names of scopes, in no order. */
  requestable(clientId: string): readonly string[];
  /** Patterns of the paths that a token may call; undefined where there is no such client (any more). */
  allowedPaths(clientId: string, scopes: readonly string[]): readonly string[] | undefined;
}

export interface ScopeRegistryParts {
  readonly findApplication: (clientId: string) => StoredApplication | undefined;
  readonly isServiceUser: (clientId: string) => boolean;
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
export function createScopeRegistry({ findApplication, isServiceUser }: ScopeRegistryParts): ScopeRegistry {
  return {
    requestable(clientId) {
      if (clientId === DESK_CLIENT_ID) return tenantScopes;
      const application = findApplication(clientId);
      if (application === undefined) return serviceScopes.map(({ name }) => name);
      return requestableOf(application);
    },
    allowedPaths(clientId, scopes) {
      if (clientId === DESK_CLIENT_ID) return ['*'];
      const application = findApplication(clientId);
      if (application !== undefined) return pathsOf(knownScopes(profileOf(application)), scopes);
      return isServiceUser(clientId) ? pathsOf(serviceScopes, scopes) : undefined;
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
    ...(profile['AllowRefresh'] === false ? [] : ['offline_access']),
    ...knownScopes(profile).map(({ name }) => name),
  ];
}
