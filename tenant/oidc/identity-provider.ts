import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DatabaseSync } from 'node:sqlite';
import Provider, { errors, interactionPolicy, type Configuration } from 'oidc-provider';
import type { StoredApplication } from '../management/application-record.ts';
import type { Settings } from '../store/settings.ts';
import type { AccessTokenClaims } from '../tenant-context.ts';
import { findUser, toAccount } from './accounts.ts';
import { profileOf, readLifetime, toClient } from './application-client.ts';
import { createArtifactStore } from './artifact-adapter.ts';
import { actAsSignedIn } from './bearer-session.ts';
import { deskClient, DESK_CLIENT_ID, isLoopbackRedirect } from './desk-client.ts';
import { renderErrorPage } from './error-page.ts';
import { routes } from './oidc-paths.ts';
import { releaseScriptClaims } from './script-claims.ts';
import { compareServiceUserPasswords, createServiceUsers } from './service-users.ts';
import { renderSignedOutPage, renderSignOutPage } from './sign-out-page.ts';
import { loadSigningKeys } from './signing-keys.ts';

export interface IdentityProviderParts {
  readonly tenantId: string;
  readonly tenantName: string;
  readonly issuer: string;
  readonly database: DatabaseSync;
  readonly settings: Settings;
  readonly now: () => number;
  readonly randomBytes: (size: number) => Uint8Array;
  readonly findApplication: (clientId: string) => StoredApplication | undefined;
  /** Claims that the application's own script adds. Rejects when the script fails: then nothing is issued. */
  readonly scriptClaims: (
    application: StoredApplication,
    userId: string,
  ) => Promise<Readonly<Record<string, unknown>>>;
}

export interface IdentityProvider {
  readonly provider: Provider;
  readonly handle: (request: IncomingMessage, response: ServerResponse) => void;
  readonly verifyAccessToken: (token: string) => Promise<AccessTokenClaims | undefined>;
  /** Issues an access token of the desk's client for a user, without a sign-in: for `--admin-token`. */
  readonly issueAccessToken: (userId: string, seconds: number) => Promise<string>;
  /** Makes a request with a bearer token a signed-in one at the authorization endpoint. */
  readonly actAsSignedIn: (request: IncomingMessage, claims: AccessTokenClaims) => Promise<void>;
  readonly prune: () => number;
}

const SCOPES = ['openid', 'profile', 'email', 'offline_access', 'management', 'analytics'];
const HOUR = 3600;
const DAY = 24 * HOUR;

/** Verified tokens that are remembered; a change to any artifact forgets them all. */
const REMEMBERED_TOKENS = 500;

/**
 * The OpenID Connect provider of one tenant (platform specification, "OpenID Connect endpoints" and
 * "Authentication"). The issuer is the tenant's base address.
 */
export function createIdentityProvider(parts: IdentityProviderParts): IdentityProvider {
  const verified = new Map<string, AccessTokenClaims>();
  const serviceUsers = createServiceUsers(parts.database);
  const artifacts = createArtifactStore(
    parts.database,
    parts.now,
    (id) => {
      if (id === DESK_CLIENT_ID) return deskClient;
      const application = parts.findApplication(id);
      return application === undefined ? serviceUsers.findClient(id) : toClient(application, SCOPES);
    },
    () => verified.clear(),
  );
  const provider = new Provider(parts.issuer, configuration(parts, artifacts.adapter));
  admitLoopbackRedirects(provider);
  compareServiceUserPasswords(provider, parts.database, serviceUsers);
  releaseScriptClaims(provider);
  redirectWithFound(provider);
  const handle = provider.callback();

  return {
    provider,
    handle: (request, response) => void handle(request, response),
    async verifyAccessToken(token) {
      const known = verified.get(token);
      if (known !== undefined) return known.expiresAt * 1000 > parts.now() ? known : undefined;
      const found =
        (await provider.AccessToken.find(token)) ?? (await provider.ClientCredentials.find(token));
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
    },
    async issueAccessToken(userId, seconds) {
      const client = await provider.Client.find(DESK_CLIENT_ID);
      if (client === undefined) throw new Error('The client of the desk is not registered.');
      const scope = SCOPES.join(' ');
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
    actAsSignedIn: (request, claims) => actAsSignedIn(provider, cookieKey(parts), request, claims),
    prune: () => artifacts.prune(),
  };
}

function configuration(parts: IdentityProviderParts, adapter: Configuration['adapter']): Configuration {
  return {
    adapter,
    jwks: { keys: loadSigningKeys(parts.database, parts.now) },
    routes,
    scopes: SCOPES,
    responseTypes: [
      'code',
      'id_token',
      'id_token token',
      'code id_token',
      'code token',
      'code id_token token',
      'none',
    ],
    claims: {
      openid: ['sub'],
      profile: ['name', 'given_name', 'family_name', 'preferred_username', 'picture'],
      email: ['email', 'email_verified'],
    },
    // Off, so that an ID token of the code flow also carries the user's claims, as the platform's samples expect.
    conformIdTokenClaims: false,
    cookies: {
      // Cookies are not isolated by port, and several tenants live on 127.0.0.1.
      names: {
        session: `${parts.tenantId}.session`,
        interaction: `${parts.tenantId}.interaction`,
        resume: `${parts.tenantId}.resume`,
      },
      keys: [cookieKey(parts)],
      long: { signed: true, httpOnly: true, sameSite: 'lax' },
      short: { signed: true, httpOnly: true, sameSite: 'lax' },
    },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      clientCredentials: { enabled: true },
      encryption: { enabled: true },
      jwtUserinfo: { enabled: true },
      revocation: { enabled: true },
      introspection: { enabled: false },
      resourceIndicators: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: async (ctx, form) => renderSignOutPage(ctx, form, parts.tenantName),
        postLogoutSuccessSource: async (ctx) => renderSignedOutPage(ctx, parts.tenantName),
      },
    },
    clientAuthMethods: [
      'client_secret_basic',
      'client_secret_post',
      'client_secret_jwt',
      'private_key_jwt',
      'none',
    ],
    // The tenant's AllowCors list has judged the origin before the provider sees the request.
    clientBasedCORS: () => true,
    pkce: {
      required: (_ctx, client) =>
        client.clientAuthMethod === 'none' && client.responseTypes?.includes('code') === true,
    },
    rotateRefreshToken: true,
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    expiresWithSession: async (_ctx, source) => source.clientId !== DESK_CLIENT_ID,
    ttl: {
      AccessToken: (_ctx, _token, client) => lifetime(parts, client, 'TokenLifetimeString', HOUR),
      AuthorizationCode: 60,
      ClientCredentials: (_ctx, _token, client) => lifetime(parts, client, 'TokenLifetimeString', HOUR),
      IdToken: HOUR,
      RefreshToken: (_ctx, _token, client) => lifetime(parts, client, 'RefreshLifetimeString', 14 * DAY),
      Interaction: HOUR,
      Session: 14 * DAY,
      Grant: 365 * DAY,
    },
    interactions: {
      policy: signInPolicy(parts),
      url: (_ctx, interaction) => `/signin/${interaction.uid}`,
    },
    async findAccount(ctx, id) {
      const user = findUser(parts.database, id);
      if (user === undefined) return undefined;
      const application = parts.findApplication(ctx.oidc.client?.clientId ?? '');
      return toAccount(user, parts.issuer, async () => {
        if (application === undefined) return {};
        try {
          return await parts.scriptClaims(application, user.id);
        } catch (error) {
          throw scriptFailure(error);
        }
      });
    },
    // First-party clients: an administrator registered every one of them, so nobody is asked for consent.
    async loadExistingGrant(ctx) {
      const { client, session } = ctx.oidc;
      if (client === undefined || session?.accountId === undefined) return undefined;
      const known = session.grantIdFor(client.clientId);
      const existing = known === undefined ? undefined : await ctx.oidc.provider.Grant.find(known);
      const grant =
        existing ?? new ctx.oidc.provider.Grant({ accountId: session.accountId, clientId: client.clientId });
      grant.addOIDCScope(SCOPES.join(' '));
      await grant.save();
      return grant;
    },
    async renderError(ctx, out) {
      renderErrorPage(ctx, out, parts.tenantName);
    },
  };
}

/**
 * Sign-in without consent. A request without the scope `openid` is refused (platform specification,
 * "Authentication" 5), and so is one whose application has a script that fails: before a code is issued.
 */
function signInPolicy(parts: IdentityProviderParts): interactionPolicy.DefaultPolicy {
  const { base, Check } = interactionPolicy;
  const policy = base();
  policy.get('consent')?.checks.remove('native_client_prompt');
  const login = policy.get('login');
  login?.checks.add(
    new Check('openid_scope', 'The scope must contain openid.', 'invalid_scope', (ctx) => {
      if (ctx.oidc.requestParamScopes.has('openid')) return Check.NO_NEED_TO_PROMPT;
      throw new errors.InvalidScope(
        'The scope must contain openid.',
        String(ctx.oidc.params?.['scope'] ?? ''),
      );
    }),
    0,
  );
  login?.checks.add(
    new Check('application_script', 'The script of the application failed.', 'access_denied', async (ctx) => {
      const application = parts.findApplication(ctx.oidc.client?.clientId ?? '');
      const userId = ctx.oidc.session?.accountId;
      if (application === undefined || userId === undefined) return Check.NO_NEED_TO_PROMPT;
      try {
        await parts.scriptClaims(application, userId);
      } catch (error) {
        throw scriptFailure(error);
      }
      return Check.NO_NEED_TO_PROMPT;
    }),
  );
  return policy;
}

function scriptFailure(error: unknown): errors.AccessDenied {
  const reason = error instanceof Error ? error.message : String(error);
  // Only printable ASCII without quotes may stand in an error description (RFC 6749 section 4.1.2.1).
  const description = `The script of the application failed. ${reason}`
    .replace(/["\\]/g, "'")
    .replace(/[^\x20-\x7e]/g, '?');
  return new errors.AccessDenied(description);
}

/** A native client may name any path on the loopback interface: only the port is free by default (RFC 8252 section 7.3). */
function admitLoopbackRedirects(provider: Provider): void {
  const prototype = provider.Client.prototype;
  const isRegistered = prototype.redirectUriAllowed;
  prototype.redirectUriAllowed = function redirectUriAllowed(value) {
    return isRegistered.call(this, value) || (this.clientId === DESK_CLIENT_ID && isLoopbackRedirect(value));
  };
}

/** The platform redirects with 302 where the provider library says 303 (platform specification, "OpenID Connect endpoints"). */
function redirectWithFound(provider: Provider): void {
  provider.use(async (ctx, next) => {
    await next();
    if (ctx.status === 303 && ctx.path.startsWith(routes.authorization)) ctx.status = 302;
  });
}

/** Seconds that an application's tokens live, as its OAuthProfile says. */
function lifetime(
  parts: IdentityProviderParts,
  client: { readonly clientId: string },
  member: 'TokenLifetimeString' | 'RefreshLifetimeString',
  fallback: number,
): number {
  const application = parts.findApplication(client.clientId);
  return (application === undefined ? undefined : readLifetime(profileOf(application)[member])) ?? fallback;
}

function cookieKey(parts: IdentityProviderParts): string {
  const kept = parts.settings.read('cookieKey');
  if (typeof kept === 'string') return kept;
  const key = Buffer.from(parts.randomBytes(32)).toString('base64url');
  parts.settings.write('cookieKey', key);
  return key;
}
