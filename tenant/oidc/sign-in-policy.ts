import { errors, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider';
import type { StoredApplication } from '../management/application-record.ts';
import type { IsPublishedTo } from './application-access.ts';
import { BEARER_METHOD } from './bearer-session.ts';
import type { Consents } from './consents.ts';
import { flagIn, profileOf, type OAuthProfile } from '../management/oauth-profile.ts';
import { mayDoWithoutOpenId } from './plain-oauth.ts';
import type { RefusedUse } from './sign-in-events.ts';

export interface SignInPolicyParts {
  readonly findApplication: (clientId: string) => StoredApplication | undefined;
  readonly scriptClaims: (application: StoredApplication, userId: string) => Promise<unknown>;
  readonly isPublishedTo: IsPublishedTo;
  readonly onRefusedUse: (refused: RefusedUse) => void;
  readonly consents: Consents;
}

/**
 * Sign-in, and consent where the request asks for it or the application is one whose people confirm what it wants. A
 * request without the scope `openid` is refused (platform specification,
 * "Authentication" 5), but for an OAuth application, and so is one for an application that is not published to the person, or whose script fails:
 * before a code is issued.
 */
export function signInPolicy(parts: SignInPolicyParts): interactionPolicy.DefaultPolicy {
  const { base, Check, Prompt } = interactionPolicy;
  const policy = base();
  const consent = policy.get('consent')?.checks;
  // An administrator registered the client: people are asked only as the check below says.
  consent?.remove('native_client_prompt');
  consent?.add(
    new Check('confirm_authorization', 'The person has to consent.', 'consent_required', (ctx) => {
      const application = parts.findApplication(ctx.oidc.client?.clientId ?? '');
      const { session } = ctx.oidc;
      if (application === undefined || session?.accountId === undefined) return Check.NO_NEED_TO_PROMPT;
      const isAsked = asksForConsent(profileOf(application));
      // A service user has no page to consent on.
      if (!isAsked || session.amr?.includes(BEARER_METHOD) === true) return Check.NO_NEED_TO_PROMPT;
      const wanted = [...ctx.oidc.requestParamOIDCScopes];
      return ctx.oidc.result?.consent !== undefined ||
        parts.consents.covers(session.accountId, application.id, wanted)
        ? Check.NO_NEED_TO_PROMPT
        : Check.REQUEST_PROMPT;
    }),
  );
  policy.get('login')?.checks.add(
    new Check('openid_scope', 'The scope must contain openid.', 'invalid_scope', (ctx) => {
      const scopes = ctx.oidc.requestParamScopes;
      if (scopes.has('openid')) return Check.NO_NEED_TO_PROMPT;
      const application = parts.findApplication(ctx.oidc.client?.clientId ?? '');
      if (scopes.size > 0 && mayDoWithoutOpenId(application)) return Check.NO_NEED_TO_PROMPT;
      throw new errors.InvalidScope(
        'The scope must contain openid.',
        String(ctx.oidc.params?.['scope'] ?? ''),
      );
    }),
    0,
  );
  // The page to sign in on is the one to choose on: it lists people, and takes any name.
  policy.add(new Prompt({ name: 'select_account', requestable: true }), 0);
  // After the sign-in, so that `prompt=login` lets a person who may not use the application make room for one who may.
  policy.add(
    new Prompt(
      { name: 'application' },
      new Check('application_use', 'The application cannot be used.', 'access_denied', async (ctx) => {
        const application = parts.findApplication(ctx.oidc.client?.clientId ?? '');
        const userId = ctx.oidc.session?.accountId;
        if (application === undefined || userId === undefined) return Check.NO_NEED_TO_PROMPT;
        // A page may have been open for an hour: what an administrator took away since then counts.
        if (ctx.oidc.client?.redirectUriAllowed(String(ctx.oidc.params?.['redirect_uri'])) !== true)
          throw new errors.InvalidRedirectUri();
        // First: the script of an application must not run for somebody whom it is not for.
        if (!parts.isPublishedTo(application.id, userId)) {
          parts.onRefusedUse(refusedUse(ctx, application, userId));
          throw new errors.AccessDenied(NOT_PUBLISHED);
        }
        try {
          await parts.scriptClaims(application, userId);
        } catch (error) {
          throw scriptFailure(error);
        }
        return Check.NO_NEED_TO_PROMPT;
      }),
    ),
    2,
  );
  return policy;
}

/** `Confirm` is what SDKs write; `ConfirmAuthorization` is ours. */
function asksForConsent(profile: OAuthProfile): boolean {
  return ['Confirm', 'ConfirmAuthorization'].some((name) => flagIn(profile, name) === true);
}

const NOT_PUBLISHED = 'The application is not published to any role of the user.';

/**
 * Demands, where tokens are issued for a code or a refresh token, that the application is still published to the user.
 * Throws `invalid_grant` otherwise.
 */
export function demandPublication(
  parts: Pick<SignInPolicyParts, 'isPublishedTo' | 'onRefusedUse'>,
  ctx: KoaContextWithOIDC,
  application: StoredApplication,
  userId: string,
): void {
  if (parts.isPublishedTo(application.id, userId)) return;
  parts.onRefusedUse(refusedUse(ctx, application, userId));
  throw new errors.InvalidGrant(NOT_PUBLISHED);
}

function refusedUse(ctx: KoaContextWithOIDC, application: StoredApplication, userId: string): RefusedUse {
  const name = application.members['Name'];
  return {
    userId,
    applicationId: application.id,
    applicationName: typeof name === 'string' ? name : application.id,
    address: ctx.ip,
    userAgent: ctx.get('user-agent'),
  };
}

/** The error with which a sign-in ends when the application's script fails. */
export function scriptFailure(error: unknown): errors.AccessDenied {
  const reason = error instanceof Error ? error.message : String(error);
  // Only printable ASCII without quotes may stand in an error description (RFC 6749 section 4.1.2.1).
  const description = `The script of the application failed. ${reason}`
    .replace(/["\\]/g, "'")
    .replace(/[^\x20-\x7e]/g, '?');
  return new errors.AccessDenied(description);
}
