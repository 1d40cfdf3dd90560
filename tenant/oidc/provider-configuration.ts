import type { DatabaseSync } from 'node:sqlite';
import {
  errors,
  type Account,
  type AdapterPayload,
  type Configuration,
  type Grant,
  type JWK,
  type KoaContextWithOIDC,
} from 'oidc-provider';
import { privatePathOf } from '../http/private-path.ts';
import type { StoredApplication } from '../management/application-record.ts';
import type { Settings } from '../store/settings.ts';
import { findUser, toAccount } from './accounts.ts';
import { createAssignmentCheck } from './application-access.ts';
import { RESPONSE_TYPES } from './application-client.ts';
import type { Consents } from './consents.ts';
import { DESK_CLIENT_ID } from './desk-client.ts';
import { renderErrorPage } from './error-page.ts';
import { profileOf, readLifetime } from '../management/oauth-profile.ts';
import { routes } from './oidc-paths.ts';
import { tenantScopes } from './scope-registry.ts';
import { createDenialRecorder } from './sign-in-events.ts';
import type { SignInOutcome } from './sign-in-routes.ts';
import type { SignInPolicyParts } from './sign-in-policy.ts';
import { requireAssignment, scriptFailure, signInPolicy } from './sign-in-policy.ts';
import { TICKET_METHOD, TICKET_PARAMETER } from './sign-in-tickets.ts';
import { renderSignedOutPage, renderSignOutPage } from './sign-out-page.ts';
import type { TestSignIns } from './test-sign-ins.ts';

export interface IdentityProviderParts {
  readonly tenantId: string;
  readonly tenantName: string;
  readonly issuer: string;
  readonly database: DatabaseSync;
  readonly settings: Settings;
  readonly now: () => number;
  readonly steadyNow: () => number;
  readonly randomBytes: (size: number) => Uint8Array;
  /** The catalog application with this client ID. */
  readonly findApplication: (clientId: string) => StoredApplication | undefined;
  /** Claims added by the application's script. Rejects if the script fails: then nothing is issued. */
  readonly scriptClaims: (
    application: StoredApplication,
    userId: string,
  ) => Promise<Readonly<Record<string, unknown>>>;
  readonly consents: Consents;
  /** The catalog application with this ID. */
  readonly findApplicationById: (id: string) => StoredApplication | undefined;
  readonly onSignIn: (outcome: SignInOutcome) => void;
  /** The client for the tenant's own pages, where users sign in to a SAML application. */
  readonly findOwnClient: (clientId: string) => AdapterPayload | undefined;
  readonly testSignIns: TestSignIns;
}

interface ConfigurationParts extends IdentityProviderParts {
  /** With their private members, newest first. */
  readonly signingKeys: readonly JWK[];
  /** The application named in the URL of a request. */
  readonly applicationAt: (ctx: KoaContextWithOIDC) => StoredApplication | undefined;
}

/** In a service user's token: the ID of the application at whose URL it was obtained. */
export const APPLICATION_CLAIM = 'application';

const HOUR = 3600;
const DAY = 24 * HOUR;

/** Configuration of the provider library for one tenant. */
export function providerConfiguration(
  parts: ConfigurationParts,
  adapter: Configuration['adapter'],
): Configuration {
  const assignments = {
    isAssignedTo: createAssignmentCheck(parts.database),
    onDeniedUse: createDenialRecorder(parts.database, parts.now),
  };
  return {
    adapter,
    jwks: { keys: [...parts.signingKeys] },
    routes,
    scopes: [...tenantScopes],
    extraParams: [TICKET_PARAMETER],
    responseTypes: [...RESPONSE_TYPES],
    // Required with OpenID Connect (Core 3.1.2.1), and then with the code too (RFC 6749 section 4.1.3).
    allowOmittingSingleRegisteredRedirectUri: false,
    claims: {
      openid: ['sub'],
      profile: ['name', 'given_name', 'family_name', 'preferred_username', 'picture'],
      email: ['email', 'email_verified'],
    },
    // Off, so that an ID token of the code flow also carries the user's claims, as the platform's samples expect.
    conformIdTokenClaims: false,
    cookies: {
      // API clients send cookies to every port of 127.0.0.1, where several tenants run. For browsers see
      // private-cookies.ts.
      names: {
        session: `${parts.tenantId}.session`,
        interaction: `${parts.tenantId}.interaction`,
        resume: `${parts.tenantId}.resume`,
      },
      keys: [cookieKey(parts)],
      long: { signed: true, httpOnly: true, sameSite: 'lax' },
      short: { signed: true, httpOnly: true, sameSite: 'lax' },
    },
    features: featuresOf(parts),
    clientAuthMethods: [
      'client_secret_basic',
      'client_secret_post',
      'client_secret_jwt',
      'private_key_jwt',
      'none',
    ],
    // The tenant's AllowCors list has checked the origin before the provider sees the request.
    clientBasedCORS: () => true,
    pkce: {
      required: (_ctx, client) =>
        client.clientAuthMethod === 'none' && client.responseTypes?.includes('code') === true,
    },
    extraTokenClaims(ctx: KoaContextWithOIDC | undefined, token) {
      // Tokens for Tenant Desk are also issued outside of requests; those of an application name it by their
      // client.
      if (ctx === undefined || parts.findApplication(token.clientId ?? '') !== undefined) return undefined;
      const application = parts.applicationAt(ctx);
      return application && { [APPLICATION_CLAIM]: application.id };
    },
    rotateRefreshToken: true,
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    // The session of a ticket is never stored: artifacts bound to it would never be valid.
    expiresWithSession: async (ctx, source) =>
      source.clientId !== DESK_CLIENT_ID &&
      !source.scopes.has('offline_access') &&
      ctx.oidc.session?.amr?.includes(TICKET_METHOD) !== true,
    ttl: {
      AccessToken: (ctx, _token, client) => lifetime(parts, ctx, client, 'TokenLifetimeString', HOUR),
      AuthorizationCode: 60,
      ClientCredentials: (ctx, _token, client) => lifetime(parts, ctx, client, 'TokenLifetimeString', HOUR),
      IdToken: HOUR,
      RefreshToken: (ctx, _token, client) => lifetime(parts, ctx, client, 'RefreshLifetimeString', 14 * DAY),
      Interaction: HOUR,
      Session: 14 * DAY,
      Grant: 365 * DAY,
    },
    interactions: {
      policy: signInPolicy({ ...parts, ...assignments }),
      url: (ctx, interaction) => `${privatePathOf(ctx.req)}/signin/${interaction.uid}`,
    },
    findAccount: (ctx, id) => findAccount(parts, assignments, ctx, id),
    // Consent is the policy's to ask for: what it lets pass is granted.
    loadExistingGrant: grantAll,
    async renderError(ctx, out) {
      renderErrorPage(ctx, out, parts.tenantName);
    },
  };
}

function featuresOf({ tenantName }: ConfigurationParts): Configuration['features'] {
  return {
    devInteractions: { enabled: false },
    dPoP: { enabled: false },
    clientCredentials: { enabled: true },
    encryption: { enabled: true },
    jwtUserinfo: { enabled: true },
    revocation: {
      enabled: true,
      async allowedPolicy(_ctx, client, token) {
        if (token.clientId !== client.clientId)
          throw new errors.InvalidRequest('The token is one of another client.');
        return true;
      },
    },
    introspection: {
      enabled: true,
      // Only an authenticated client gets information, and only about its own tokens (RFC 7662 section 4).
      allowedPolicy: async (_ctx, client, token) =>
        client.clientAuthMethod !== 'none' && token.clientId === client.clientId,
    },
    resourceIndicators: { enabled: false },
    rpInitiatedLogout: {
      enabled: true,
      logoutSource: async (ctx, form) => renderSignOutPage(ctx, form, tenantName),
      postLogoutSuccessSource: async (ctx) => renderSignedOutPage(ctx, tenantName),
    },
  };
}

async function findAccount(
  parts: ConfigurationParts,
  assignments: Pick<SignInPolicyParts, 'isAssignedTo' | 'onDeniedUse'>,
  ctx: KoaContextWithOIDC,
  id: string,
): Promise<Account | undefined> {
  const user = findUser(parts.database, id);
  if (user === undefined) return undefined;
  const application = parts.findApplication(ctx.oidc.client?.clientId ?? '');
  // A refresh token outlives the sign-in by far: what was taken away since then counts.
  const used = application ?? parts.applicationAt(ctx);
  if (used !== undefined && ctx.oidc.route === 'token') requireAssignment(assignments, ctx, used, user.id);
  return toAccount(user, parts.issuer, async () => {
    if (application === undefined) return {};
    try {
      return await parts.scriptClaims(application, user.id);
    } catch (error) {
      throw scriptFailure(error);
    }
  });
}

async function grantAll(ctx: KoaContextWithOIDC): Promise<Grant | undefined> {
  const { client, session } = ctx.oidc;
  if (client === undefined || session?.accountId === undefined) return undefined;
  const known = session.grantIdFor(client.clientId);
  const existing = known === undefined ? undefined : await ctx.oidc.provider.Grant.find(known);
  const grant =
    existing ?? new ctx.oidc.provider.Grant({ accountId: session.accountId, clientId: client.clientId });
  grant.addOIDCScope([...ctx.oidc.requestParamOIDCScopes].join(' '));
  await grant.save();
  return grant;
}

/**
 * Lifetime of an application's tokens in seconds, from the OAuthProfile of the client, or of the application
 * at whose URL a service user requests them.
 */
function lifetime(
  parts: ConfigurationParts,
  ctx: KoaContextWithOIDC | undefined,
  client: { readonly clientId: string },
  member: 'TokenLifetimeString' | 'RefreshLifetimeString',
  fallback: number,
): number {
  const addressed = ctx === undefined ? undefined : parts.applicationAt(ctx);
  const application = parts.findApplication(client.clientId) ?? addressed;
  return (application === undefined ? undefined : readLifetime(profileOf(application)[member])) ?? fallback;
}

/** Signs the provider's cookies; created once for each tenant. */
function cookieKey(parts: IdentityProviderParts): string {
  const stored = parts.settings.read('cookieKey');
  if (typeof stored === 'string') return stored;
  const key = Buffer.from(parts.randomBytes(32)).toString('base64url');
  parts.settings.write('cookieKey', key);
  return key;
}
