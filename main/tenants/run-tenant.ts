import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { TenantInput, TenantProfile } from '../../contract/tenants/tenants.ts';
import type { ManagedPolicy } from '../platform/policy/managed-policy.ts';
import { requireAllowedTenant } from '../platform/policy/managed-policy.ts';
import type { SecretVault } from '../platform/secrets/secret-vault.ts';
import type { TenantStore } from './directory/tenant-store.ts';
import { profileOfInput } from './directory/profile-of-input.ts';
import type { SessionService } from './session/session-service.ts';
import { tokensOfAccessToken } from './session/given-token.ts';

/** A tenant that the environment of a command defines, for one run. */
export interface RunTenant {
  readonly input: TenantInput;
  readonly isSandbox: boolean;
  readonly credential: RunCredential;
}

export type RunCredential =
  | { readonly kind: 'none' }
  | { readonly kind: 'token'; readonly token: string }
  /** The client is the one in `input.clientId`. */
  | { readonly kind: 'secret'; readonly secret: string };

interface RunTenantParts {
  readonly store: TenantStore;
  readonly policy: ManagedPolicy;
  /** In memory: nothing of the run's credentials may outlast it. */
  readonly vault: SecretVault;
  readonly sessions: Pick<SessionService, 'restore' | 'statusWhenRestored' | 'signInAsClient'>;
  readonly now: () => number;
}

/**
 * Adds the tenant, or updates it where an earlier run with the same URL added it (its runs stay undoable that way), and
 * signs in. Throws `invalid-input` for URLs that secrets must not be sent to, and why the tenant did not accept the client.
 */
export async function adoptRunTenant(
  parts: RunTenantParts,
  { input, isSandbox, credential }: RunTenant,
  signal: AbortSignal,
): Promise<TenantProfile> {
  const { store, vault, sessions, now } = parts;
  const hasClientSecret = credential.kind === 'secret';
  const draft = profileOfInput(input, { id: '', hasClientSecret, isSandbox });
  // Anyone can call the tenant of a command a sandbox: none is allowed for being embedded.
  requireAllowedTenant(parts.policy, { ...draft, isSandbox: false });
  const profile = { ...draft, id: runTenantId(draft) };
  const known = store.list().find(({ id }) => id === profile.id);
  if (known === undefined) store.insert(profile);
  else if (!isDeepStrictEqual(known, profile)) store.replace(profile);
  if (credential.kind === 'token') {
    const tokens = tokensOfAccessToken(credential.token, profile, now());
    await vault.set({ tenantId: profile.id, kind: 'tokens' }, JSON.stringify(tokens));
    sessions.restore(profile.id);
    await sessions.statusWhenRestored(profile.id);
  }
  if (credential.kind === 'secret') {
    await vault.set({ tenantId: profile.id, kind: 'client-secret' }, credential.secret);
    await sessions.signInAsClient(profile.id, signal);
  }
  return profile;
}

/** The same for every run with these URLs. */
function runTenantId({ baseUrl, analyticsUrl }: Pick<TenantProfile, 'baseUrl' | 'analyticsUrl'>): string {
  const digest = createHash('sha256').update(`${baseUrl}\n${analyticsUrl}`).digest('hex');
  return `run-${digest.slice(0, 24)}`;
}
