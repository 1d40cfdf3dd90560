import type { IncomingMessage, ServerResponse } from 'node:http';
import Provider from 'oidc-provider';
import type { StoredApplication } from '../management/application-record.ts';
import type { AccessTokenClaims } from '../tenant-context.ts';
import { toClient } from './application-client.ts';
import { createArtifactStore } from './artifact-adapter.ts';
import { BEARER_METHOD, createBearerSessions } from './bearer-session.ts';
import { deskClient, DESK_CLIENT_ID } from './desk-client.ts';
import {
  admitLoopbackRedirects,
  answerAsDocumented,
  keepNoSessionsOf,
  narrowScopes,
  redirectWithFound,
} from './provider-adjustments.ts';
import { providerConfiguration, type IdentityProviderParts } from './provider-configuration.ts';
import { createScopeRegistry, tenantScopes, type ScopeRegistry } from './scope-registry.ts';
import { releaseScriptClaims } from './script-claims.ts';
import { compareServiceUserPasswords, createServiceUsers } from './service-users.ts';
import { TICKET_METHOD } from './sign-in-tickets.ts';

export interface IdentityProvider {
  readonly provider: Provider;
  readonly scopes: ScopeRegistry;
  /** The application of the catalog that a client is; none for the desk's own. */
  readonly findApplication: (clientId: string) => StoredApplication | undefined;
  readonly handle: (request: IncomingMessage, response: ServerResponse) => void;
  readonly verifyAccessToken: (token: string) => Promise<AccessTokenClaims | undefined>;
  /** Issues an access token of the desk's client for a user, without a sign-in: for `--admin-token`. */
  readonly issueAccessToken: (userId: string, seconds: number) => Promise<string>;
  /** Makes a request to the authorization endpoint one of a service user, by its bearer token; false for other tokens. */
  readonly actAsServiceUser: (request: IncomingMessage, token: string) => Promise<boolean>;
  /** Forgets every token and code of a client. */
  readonly endTokensOf: (clientId: string) => void;
  /** Ends every session and forgets every token. */
  readonly signEverybodyOut: () => void;
  readonly prune: () => number;
}

/** What a token says by itself. What it may call is the application's to say, each time. */
type VerifiedToken = Omit<AccessTokenClaims, 'allowedPaths'>;

/** Verified tokens that are remembered; a change to any artifact forgets them all. */
const REMEMBERED_TOKENS = 500;

/**
 * The OpenID Connect provider of one tenant (platform specification, "OpenID Connect endpoints" and
 * "Authentication"). The issuer is the tenant's base address.
 */
export function createIdentityProvider(given: IdentityProviderParts): IdentityProvider {
  // An application that was given the desk's client ID must not decide who signs in to the desk.
  const parts: IdentityProviderParts = {
    ...given,
    findApplication: (id) => (id === DESK_CLIENT_ID ? undefined : given.findApplication(id)),
  };
  const verified = new Map<string, VerifiedToken>();
  const serviceUsers = createServiceUsers(parts.database);
  const scopes = createScopeRegistry({
    findApplication: parts.findApplication,
    isServiceUser: (id) => serviceUsers.findUserId(id) !== undefined,
  });
  const artifacts = createArtifactStore(
    parts.database,
    parts.now,
    (id) => {
      if (id === DESK_CLIENT_ID) return deskClient;
      const application = parts.findApplication(id);
      return application === undefined ? serviceUsers.findClient(id) : toClient(application);
    },
    () => verified.clear(),
  );
  const provider = new Provider(parts.issuer, providerConfiguration(parts, artifacts.adapter));
  const bearerSessions = createBearerSessions(provider);
  admitLoopbackRedirects(provider);
  keepNoSessionsOf(provider, [TICKET_METHOD, BEARER_METHOD]);
  narrowScopes(provider, scopes.requestable);
  compareServiceUserPasswords(provider, parts.database, serviceUsers);
  releaseScriptClaims(provider);
  redirectWithFound(provider);
  answerAsDocumented(provider);
  const handle = provider.callback();

  async function readToken(token: string): Promise<VerifiedToken | undefined> {
    const known = verified.get(token);
    if (known !== undefined) return known;
    const found = (await provider.AccessToken.find(token)) ?? (await provider.ClientCredentials.find(token));
    if (found === undefined || found.clientId === undefined || found.exp === undefined) return undefined;
    const subject =
      'accountId' in found
        ? found.accountId
        : (serviceUsers.findUserId(found.clientId) ?? `client:${found.clientId}`);
    const claims = {
      subject,
      clientId: found.clientId,
      scope: found.scope?.split(' ') ?? [],
      expiresAt: found.exp,
    };
    if (verified.size >= REMEMBERED_TOKENS) verified.clear();
    verified.set(token, claims);
    return claims;
  }

  return {
    provider,
    scopes,
    findApplication: parts.findApplication,
    handle: (request, response) => void handle(request, response),
    async verifyAccessToken(token) {
      const claims = await readToken(token);
      if (claims === undefined || claims.expiresAt * 1000 <= parts.now()) return undefined;
      const allowedPaths = scopes.allowedPaths(claims.clientId, claims.scope);
      return allowedPaths && { ...claims, allowedPaths };
    },
    async issueAccessToken(userId, seconds) {
      const client = await provider.Client.find(DESK_CLIENT_ID);
      if (client === undefined) throw new Error('The client of the desk is not registered.');
      const scope = tenantScopes.join(' ');
      const grant = new provider.Grant({ accountId: userId, clientId: DESK_CLIENT_ID });
      grant.addOIDCScope(scope);
      const grantId = await grant.save();
      const token = new provider.AccessToken({
        accountId: userId,
        client,
        grantId,
        gty: 'authorization_code',
        scope,
        expiresIn: seconds,
      });
      return token.save();
    },
    async actAsServiceUser(request, token) {
      const userId = serviceUsers.findUserId((await readToken(token))?.clientId ?? '');
      if (userId === undefined) return false;
      bearerSessions.open(request, userId);
      return true;
    },
    endTokensOf: (clientId) => artifacts.endClient(clientId),
    signEverybodyOut: () => artifacts.clear(),
    prune: () => artifacts.prune(),
  };
}
