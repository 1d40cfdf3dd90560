import type { Provider } from 'oidc-provider';

const SCRIPT_CLAIMS = Symbol('claims of the application script');

/** Attaches what an application's script set to a user's claims, past the filter by scope. */
export function withScriptClaims<T extends object>(
  claims: T,
  scriptClaims: Readonly<Record<string, unknown>>,
): T {
  return Object.assign(claims, { [SCRIPT_CLAIMS]: scriptClaims });
}

/**
 * The provider only releases claims that a scope names. A script's claims have names of its own, and an
 * administrator chose them, so they join after that filter: in ID tokens and in user information alike.
 */
export function releaseScriptClaims(provider: Provider): void {
  const { prototype } = provider.Claims;
  const result = prototype.result;
  prototype.result = async function releaseWithScriptClaims() {
    // The claims that the filter is applied to; a member that the library's type declarations leave out.
    const available = Reflect.get(this, 'available') as object;
    const extra = Reflect.get(available, SCRIPT_CLAIMS) as Readonly<Record<string, unknown>> | undefined;
    return { ...(await result.call(this)), ...extra };
  };
}
