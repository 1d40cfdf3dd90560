import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DatabaseSync } from 'node:sqlite';
import Provider, { errors, interactionPolicy, type AdapterPayload, type Configuration } from 'oidc-provider';
import type { Settings } from '../store/settings.ts';
import type { AccessTokenClaims } from '../tenant-context.ts';
import { findUser, toAccount, type UserProfile } from './accounts.ts';
import { createArtifactStore } from './artifact-adapter.ts';
import { deskClient, DESK_CLIENT_ID, isLoopbackRedirect } from './desk-client.ts';
import { renderErrorPage } from './error-page.ts';
import { routes } from './oidc-paths.ts';
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
  /** Client metadata of an application of this tenant, by client ID. */
  readonly findApplicationClient: (clientId: string) => AdapterPayload | undefined;
  /** Claims that the application's own script adds. Rejects when the script fails: then nothing is issued. */
  readonly scriptClaims: (clientId: string, user: UserProfile) => Promise<Record<string, unknown>>;
}

export interface IdentityProvider {
  readonly provider: Provider;
  readonly handle: (request: IncomingMessage, response: ServerResponse) => void;
  readonly verifyAccessToken: (token: string) => Promise<AccessTokenClaims | undefined>;
  /** Issues an access token of the desk's client for a user, without a sign-in: for `--admin-token`. */
  readonly issueAccessToken: (userId: string, seconds: number) => Promise<string>;
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
  const artifacts = createArtifactStore(
    parts.database,
    parts.now,
    (id) => (id === DESK_CLIENT_ID ? deskClient : parts.findApplicationClient(id)),
    () => verified.clear(),
  );
  const provider = new Provider(parts.issuer, configuration(parts, artifacts.adapter));
  admitLoopbackRedirects(provider);
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
      const subject = 'accountId' in found ? found.accountId : `client:${found.clientId}`;
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
      keys: cookieKeys(parts),
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
      required: (_ctx, client) => client.clientAuthMethod === 'none' && client.responseTypes?.includes('code') === true,
    },
    rotateRefreshToken: true,
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    expiresWithSession: async (_ctx, source) => source.clientId !== DESK_CLIENT_ID,
    ttl: {
      AccessToken: HOUR,
      AuthorizationCode: 60,
      ClientCredentials: HOUR,
      IdToken: HOUR,
      RefreshToken: 14 * DAY,
      Interaction: HOUR,
      Session: 14 * DAY,
      Grant: 14 * DAY,
    },
    interactions: {
      policy: signInPolicy(),
      url: (_ctx, interaction) => `/signin/${interaction.uid}`,
    },
    async findAccount(ctx, id) {
      const user = findUser(parts.database, id);
      if (user === undefined) return undefined;
      const clientId = ctx.oidc.client?.clientId;
      return toAccount(user, parts.issuer, async () =>
        clientId === undefined ? {} : parts.scriptClaims(clientId, user),
      );
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

/** Sign-in without consent; a request without the scope `openid` is refused (platform specification, "Authentication" 5). */
function signInPolicy(): interactionPolicy.DefaultPolicy {
  const { base, Check } = interactionPolicy;
  const policy = base();
  const consent = policy.get('consent');
  consent?.checks.remove('native_client_prompt');
  policy.get('login')?.checks.add(
    new Check('openid_scope', 'The scope must contain openid.', 'invalid_scope', (ctx) => {
      if (ctx.oidc.requestParamScopes.has('openid')) return Check.NO_NEED_TO_PROMPT;
      throw new errors.InvalidScope(
        'The scope must contain openid.',
        String(ctx.oidc.params?.['scope'] ?? ''),
      );
    }),
    0,
  );
  return policy;
}

/** A native client may name any path on the loopback interface: only the port is free by default (RFC 8252 section 7.3). */
function admitLoopbackRedirects(provider: Provider): void {
  const prototype = provider.Client.prototype;
  const isRegistered = prototype.redirectUriAllowed;
  prototype.redirectUriAllowed = function redirectUriAllowed(value) {
    return isRegistered.call(this, value) || (this.clientId === DESK_CLIENT_ID && isLoopbackRedirect(value));
  };
}

function cookieKeys(parts: IdentityProviderParts): string[] {
  const kept = parts.settings.read('cookieKeys');
  if (Array.isArray(kept) && kept.every((key) => typeof key === 'string')) return kept;
  const keys = [Buffer.from(parts.randomBytes(32)).toString('base64url')];
  parts.settings.write('cookieKeys', keys);
  return keys;
}
