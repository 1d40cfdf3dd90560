import type { IncomingMessage, ServerResponse } from 'node:http';
import Provider, { type AdapterPayload, type KoaContextWithOIDC } from 'oidc-provider';
import type { StoredApplication } from '../management/application-record.ts';
import type { AccessTokenClaims } from '../context/tenant-context.ts';
import { createAddressedClients, isNameOf, type AddressedClient } from './addressed-application.ts';
import { hasClient, toClient } from './application-client.ts';
import { createArtifactStore } from './artifact-adapter.ts';
import { encodedBasic } from './basic-credentials.ts';
import { BEARER_METHOD, createBearerSessions } from './bearer-session.ts';
import { describeOneClient } from './describe-one-client.ts';
import { deskClient, DESK_CLIENT_ID } from './desk-client.ts';
import { issueJwtAccessTokens } from './jwt-access-tokens.ts';
import { offerPasswordGrant } from './password-grant.ts';
import { verifyPassword } from './passwords.ts';
import { makeSessionsPrivate } from './private-cookies.ts';
import {
  admitLoopbackRedirects,
  admitRedirectsOfAnySort,
  respondAsDocumented,
  disableSessionsFor,
  narrowScopes,
  redirectWithFound,
  rejectForeignFlows,
} from './provider-adjustments.ts';
import { providerConfiguration, type IdentityProviderParts } from './provider-configuration.ts';
import { createScopeRegistry, tenantScopes, type ScopeRegistry } from './scope-registry.ts';
import { releaseScriptClaims } from './script-claims.ts';
import { compareServiceUserPasswords, createServiceUsers, type ServiceUsers } from './service-users.ts';
import { loadSigningKeys } from './signing-keys.ts';
import { TICKET_METHOD } from './sign-in-tickets.ts';
import { admitTestReceivers, asTested } from './tested-client.ts';
import { applicationIdOf, createTokenReader } from './token-reader.ts';

export interface IdentityProvider {
  readonly provider: Provider;
  readonly scopes: ScopeRegistry;
  /** The catalog application of a client; undefined for Tenant Desk's own client. */
  readonly findApplication: (clientId: string) => StoredApplication | undefined;
  readonly handle: (request: IncomingMessage, response: ServerResponse) => void;
  readonly verifyAccessToken: (token: string) => Promise<AccessTokenClaims | undefined>;
  /** Issues an access token of Tenant Desk's client for a user, without a sign-in: for `--admin-token`. */
  readonly issueAccessToken: (userId: string, seconds: number) => Promise<string>;
  /** Authenticates an authorization request as a service user by its bearer token; false for other tokens. */
  readonly actAsServiceUser: (request: IncomingMessage, token: string) => Promise<boolean>;
  /** Restricts a request to the client named in its URL. */
  readonly addressTo: (request: IncomingMessage, client: AddressedClient) => Promise<void>;
  /** Accepts credentials that were not percent-encoded, at a URL shared by all clients. */
  readonly readBasic: (request: IncomingMessage) => Promise<void>;
  /** Revokes every token and code of a client. */
  readonly endTokensOf: (clientId: string) => void;
  /** Ends all sessions and revokes all tokens. */
  readonly signOutAllUsers: () => void;
  readonly prune: () => number;
}

/**
 * The OpenID Connect provider of one tenant (platform specification, "OpenID Connect endpoints" and
 * "Authentication"). The issuer is the tenant's base URL.
 */
export function createIdentityProvider(given: IdentityProviderParts): IdentityProvider {
  const parts = withOwnClientsFirst(given);
  const serviceUsers = createServiceUsers(parts.database);
  const isServiceUser = (id: string): boolean => serviceUsers.findUserId(id) !== undefined;
  const scopes = createScopeRegistry({
    findApplication: parts.findApplication,
    findApplicationById: parts.findApplicationById,
    isServiceUser,
    isOwnClient: (id) => parts.findOwnClient(id) !== undefined,
  });
  const artifacts = createArtifactStore(
    parts.database,
    parts,
    (id) => findClient(parts, serviceUsers, id),
    () => tokens.forget(),
  );
  const applicationAt = ({ req }: KoaContextWithOIDC): StoredApplication | undefined =>
    addressed.of(req)?.application;
  const signingKeys = loadSigningKeys(parts.database, parts.now);
  const configuration = providerConfiguration({ ...parts, applicationAt, signingKeys }, artifacts.adapter);
  const provider = new Provider(parts.issuer, configuration);
  const addressed = createAddressedClients(provider, isServiceUser);
  const tokens = createTokenReader({ ...parts, provider, serviceUsers });
  const bearerSessions = createBearerSessions(provider);
  admitRedirectsOfAnySort(provider);
  admitLoopbackRedirects(provider);
  admitTestReceivers(provider, parts.testSignIns, parts.findApplication);
  rejectForeignFlows(provider);
  disableSessionsFor(provider, [TICKET_METHOD, BEARER_METHOD]);
  narrowScopes(provider, (clientId, context) => {
    const ctx = Reflect.get(context, 'ctx') as KoaContextWithOIDC;
    return scopes.requestable(clientId, applicationAt(ctx));
  });
  issueJwtAccessTokens(provider, {
    keys: signingKeys,
    now: parts.now,
    applicationOf: (token) =>
      parts.findApplication(token.clientId ?? '') ?? parts.findApplicationById(applicationIdOf(token) ?? ''),
  });
  compareServiceUserPasswords(provider, parts.database, serviceUsers);
  releaseScriptClaims(provider);
  makeSessionsPrivate(provider);
  redirectWithFound(provider);
  respondAsDocumented(provider);
  describeOneClient(provider, addressed.of);
  offerPasswordGrant(provider, {
    authenticate: (ctx, username, password) => authenticate(parts, ctx, username, password),
    findAccount: async (ctx, userId) => configuration.findAccount?.(ctx, userId),
  });
  const handle = provider.callback();

  return {
    provider,
    scopes,
    findApplication: parts.findApplication,
    handle: (request, response) => void handle(request, response),
    async verifyAccessToken(token) {
      const claims = await tokens.read(token);
      if (claims === undefined || claims.expiresAt * 1000 <= parts.steadyNow()) return undefined;
      const allowedPaths = scopes.allowedPaths(claims);
      return allowedPaths && { ...claims, allowedPaths };
    },
    issueAccessToken: (userId, seconds) => issueDeskToken(provider, userId, seconds),
    async actAsServiceUser(request, token) {
      const userId = serviceUsers.findUserId((await tokens.read(token))?.clientId ?? '');
      if (userId === undefined) return false;
      bearerSessions.open(request, userId);
      return true;
    },
    async addressTo(request, client) {
      addressed.address(request, client);
      const nameOf = (name: string): string => (isNameOf(client, name) ? client.clientId : name);
      await readBasic(provider, request, nameOf);
    },
    readBasic: (request) => readBasic(provider, request, (name) => name),
    endTokensOf: (clientId) => artifacts.endClient(clientId),
    signOutAllUsers: () => artifacts.clear(),
    prune: () => artifacts.prune(),
  };
}

/**
 * An application with the client ID of Tenant Desk must not decide who signs in to it, nor a non-client application whether a
 * service user of that name does.
 */
function withOwnClientsFirst(given: IdentityProviderParts): IdentityProviderParts {
  return {
    ...given,
    findApplication(id) {
      const isOwn = id === DESK_CLIENT_ID || given.findOwnClient(id) !== undefined;
      const found = isOwn ? undefined : given.findApplication(id);
      return found !== undefined && hasClient(found) ? found : undefined;
    },
  };
}

/** Tenant Desk, the tenant's own pages, an application or a service user. */
function findClient(
  parts: IdentityProviderParts,
  serviceUsers: Pick<ServiceUsers, 'findClient'>,
  id: string,
): AdapterPayload | undefined {
  if (id === DESK_CLIENT_ID) return deskClient;
  const own = parts.findOwnClient(id);
  if (own !== undefined) return own;
  const application = parts.findApplication(id);
  if (application === undefined) return serviceUsers.findClient(id);
  return asTested(toClient(application), application, parts.testSignIns);
}

function authenticate(
  parts: IdentityProviderParts,
  ctx: KoaContextWithOIDC,
  username: string,
  password: string,
): string | undefined {
  const userId = verifyPassword(parts.database, username, password);
  parts.onSignIn({
    username,
    ...(userId === undefined ? {} : { userId }),
    address: ctx.ip,
    clientId: ctx.oidc.client?.clientId ?? '',
    userAgent: ctx.get('user-agent'),
  });
  return userId;
}

async function readBasic(
  provider: Provider,
  request: IncomingMessage,
  nameOf: (name: string) => string,
): Promise<void> {
  const encoded = await encodedBasic(provider, request.headers.authorization, nameOf);
  if (encoded !== undefined) request.headers.authorization = encoded;
}

async function issueDeskToken(provider: Provider, userId: string, seconds: number): Promise<string> {
  const client = await provider.Client.find(DESK_CLIENT_ID);
  if (client === undefined) throw new Error('The client of Tenant Desk is not registered.');
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
}
