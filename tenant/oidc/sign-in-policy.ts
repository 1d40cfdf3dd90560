import { errors, interactionPolicy } from 'oidc-provider';
import type { StoredApplication } from '../management/application-record.ts';

export interface SignInPolicyParts {
  readonly findApplication: (clientId: string) => StoredApplication | undefined;
  readonly scriptClaims: (application: StoredApplication, userId: string) => Promise<unknown>;
}

/**
 * Sign-in without consent. A request without the scope `openid` is refused (platform specification,
 * "Authentication" 5), and so is one whose application has a script that fails: before a code is issued.
 */
export function signInPolicy(parts: SignInPolicyParts): interactionPolicy.DefaultPolicy {
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

/** The error with which a sign-in ends when the application's script fails. */
export function scriptFailure(error: unknown): errors.AccessDenied {
  const reason = error instanceof Error ? error.message : String(error);
  // Only printable ASCII without quotes may stand in an error description (RFC 6749 section 4.1.2.1).
  const description = `The script of the application failed. ${reason}`
    .replace(/["\\]/g, "'")
    .replace(/[^\x20-\x7e]/g, '?');
  return new errors.AccessDenied(description);
}
