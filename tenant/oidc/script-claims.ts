import type { Provider } from 'oidc-provider';

const SCRIPT_CLAIMS = Symbol('claims of the application script');

/** Adds claims set by an application's script to a user's claims, bypassing the filter by scope. */
export function withScriptClaims<T extends object>(
  claims: T,
  scriptClaims: Readonly<Record<string, unknown>>,
): T {
  return Object.assign(claims, { [SCRIPT_CLAIMS]: scriptClaims });
}

/**
 * The provider only releases claims that a scope names. A script's claims have their own names, chosen by an
 * admin, so they are added after that filter: in ID tokens and in user information.
 */
export function releaseScriptClaims(provider: Provider): void {
  const { prototype } = provider.Claims;
  const result = prototype.result;
  prototype.result = async function releaseWithScriptClaims() {
    // The claims before filtering; the library's type declarations omit the member.
    const available = Reflect.get(this, 'available') as object;
    const extra = Reflect.get(available, SCRIPT_CLAIMS) as Readonly<Record<string, unknown>> | undefined;
    return { ...(await result.call(this)), ...extra };
  };
}
