import { errors, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider';
import type { StoredApplication } from '../management/application-record.ts';
import type { IsAssignedTo } from './application-access.ts';
import { BEARER_METHOD } from './bearer-session.ts';
import type { Consents } from './consents.ts';
import { flagIn, profileOf, type OAuthProfile } from '../management/oauth-profile.ts';
import { mayDoWithoutOpenId } from './plain-oauth.ts';
import type { DeniedUse } from './sign-in-events.ts';

export interface SignInPolicyParts {
  readonly findApplication: (clientId: string) => StoredApplication | undefined;
  readonly scriptClaims: (application: StoredApplication, userId: string) => Promise<unknown>;
  readonly isAssignedTo: IsAssignedTo;
  readonly onDeniedUse: (denied: DeniedUse) => void;
  readonly consents: Consents;
}

/**
 * Sign-in, and consent if the request asks for it or the application requires it. A request without the scope
 * `openid` is rejected (platform specification, "Authentication" 5), except for an OAuth application, and so
 * is one for an application that isn't assigned to the user, or whose script fails: before a code is issued.
 */
export function signInPolicy(parts: SignInPolicyParts): interactionPolicy.DefaultPolicy {
  const { base, Check, Prompt } = interactionPolicy;
  const policy = base();
  const consent = policy.get('consent')?.checks;
  // An admin registered the client: users are asked only if the check below says so.
  consent?.remove('native_client_prompt');
  consent?.add(
    new Check('confirm_authorization', 'The user has to consent.', 'consent_required', (ctx) => {
      const application = parts.findApplication(ctx.oidc.client?.clientId ?? '');
      const { session } = ctx.oidc;
      if (application === undefined || session?.accountId === undefined) return Check.NO_NEED_TO_PROMPT;
      const needsConsent = asksForConsent(profileOf(application));
      // A service user can't consent on a page.
      if (!needsConsent || session.amr?.includes(BEARER_METHOD) === true) return Check.NO_NEED_TO_PROMPT;
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
  // The sign-in page lets users choose an account: it lists users, and accepts any name.
  policy.add(new Prompt({ name: 'select_account', requestable: true }), 0);
  // After the sign-in, so that `prompt=login` lets a user without access switch to one with access.
  policy.add(
    new Prompt(
      { name: 'application' },
      new Check('application_use', "The application can't be used.", 'access_denied', async (ctx) => {
        const application = parts.findApplication(ctx.oidc.client?.clientId ?? '');
        const userId = ctx.oidc.session?.accountId;
        if (application === undefined || userId === undefined) return Check.NO_NEED_TO_PROMPT;
        // A page may have been open for an hour: access removed since then counts.
        if (ctx.oidc.client?.redirectUriAllowed(String(ctx.oidc.params?.['redirect_uri'])) !== true)
          throw new errors.InvalidRedirectUri();
        // First: the script of an application must not run for a user without access.
        if (!parts.isAssignedTo(application.id, userId)) {
          parts.onDeniedUse(deniedUse(ctx, application, userId));
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

/** SDKs write `Confirm`; `ConfirmAuthorization` is ours. */
function asksForConsent(profile: OAuthProfile): boolean {
  return ['Confirm', 'ConfirmAuthorization'].some((name) => flagIn(profile, name) === true);
}

const NOT_PUBLISHED = 'The application is not assigned to the user.';

/**
 * Requires, when tokens are issued for a code or a refresh token, that the application is still assigned to
 * the user. Throws `invalid_grant` otherwise.
 */
export function requireAssignment(
  parts: Pick<SignInPolicyParts, 'isAssignedTo' | 'onDeniedUse'>,
  ctx: KoaContextWithOIDC,
  application: StoredApplication,
  userId: string,
): void {
  if (parts.isAssignedTo(application.id, userId)) return;
  parts.onDeniedUse(deniedUse(ctx, application, userId));
  throw new errors.InvalidGrant(NOT_PUBLISHED);
}

function deniedUse(ctx: KoaContextWithOIDC, application: StoredApplication, userId: string): DeniedUse {
  const name = application.members['Name'];
  return {
    userId,
    applicationId: application.id,
    applicationName: typeof name === 'string' ? name : application.id,
    address: ctx.ip,
    userAgent: ctx.get('user-agent'),
  };
}

/** The error of a sign-in whose application script fails. */
export function scriptFailure(error: unknown): errors.AccessDenied {
  const reason = error instanceof Error ? error.message : String(error);
  // An error description may contain only printable ASCII without quotes (RFC 6749 section 4.1.2.1).
  const description = `The script of the application failed. ${reason}`
    .replace(/["\\]/g, "'")
    .replace(/[^\x20-\x7e]/g, '?');
  return new errors.AccessDenied(description);
}
