import { isDeepStrictEqual } from 'node:util';
import type { Emit } from '../../contract/bridge/events.ts';
import type { DiscoveredProvider, TenantInput, TenantProfile } from '../../contract/tenants/tenants.ts';
import { isServerChanged } from '../../contract/tenants/sign-in-servers.ts';
import type { ManagedPolicy } from '../platform/policy/managed-policy.ts';
import { deniedBy, preconfiguredAt, requireAllowedTenant } from '../platform/policy/managed-policy.ts';
import type { Transport } from '../platform/http/transport.ts';
import type { SecretVault } from '../platform/secrets/secret-vault.ts';
import { endpointsOf, otherHosts } from './session/provider-metadata.ts';
import { discoverProvider } from './session/provider.ts';
import type { SessionService } from './session/session-service.ts';
import type { SnapshotStore } from '../platform/storage/snapshot-store.ts';
import { adoptPreconfiguredTenants } from './directory/preconfigured-profiles.ts';
import type { EmbeddedPasswords } from './directory/embedded-passwords.ts';
import { adoptEmbeddedTenants, embeddedTenantsSchema } from './directory/embedded-profiles.ts';
import { profileOfInput } from './directory/profile-of-input.ts';
import { usesOtherServers } from './directory/uses-other-servers.ts';
import type { TenantStore } from './directory/tenant-store.ts';

export interface TenantServiceParts {
  readonly store: TenantStore;
  readonly policy: ManagedPolicy;
  readonly vault: SecretVault;
  readonly sessions: Pick<SessionService, 'drop' | 'restore'>;
  readonly snapshots: Pick<SnapshotStore, 'forget'>;
  readonly embeddedPasswords: Pick<EmbeddedPasswords, 'learn'>;
  readonly transport: Transport;
  readonly emit: Emit;
  readonly newId: () => string;
}

export interface TenantService {
  list(): TenantProfile[];
  add(input: TenantInput): Promise<TenantProfile>;
  update(id: string, input: TenantInput): Promise<TenantProfile>;
  remove(id: string): Promise<void>;
  discover(
    address: { readonly baseUrl: string; readonly issuer?: string | undefined },
    signal: AbortSignal,
  ): Promise<DiscoveredProvider>;
  /** Adds the tenants of the policy, and updates those that are here already. */
  adoptPreconfigured(): Promise<void>;
  /** Adopts the announced embedded tenants; throws if the announcement is invalid. */
  adoptEmbedded(announced: unknown): Promise<void>;
}

export function createTenantService(parts: TenantServiceParts): TenantService {
  const { store, policy, vault, sessions } = parts;
  const notify = (): void => parts.emit('tenants.changed', [...store.list()]);

  async function storeClientSecret(id: string, secret: string | undefined): Promise<void> {
    if (secret === undefined) return;
    const name = { tenantId: id, kind: 'client-secret' } as const;
    await (secret === '' ? vault.delete(name) : vault.set(name, secret));
  }

  /** Only the client secret of a preconfigured tenant can be changed: it isn't in the policy. */
  function rejectManagedTenant(before: TenantProfile, after?: TenantProfile): void {
    if (before.isSandbox || preconfiguredAt(policy, before) === undefined) return;
    const { hasClientSecret } = before;
    if (after !== undefined && isDeepStrictEqual({ ...after, hasClientSecret }, before)) return;
    const what = after === undefined ? 'can’t be removed' : 'can’t be edited';
    throw deniedBy(policy, 'preconfiguredTenants', `${before.name} ${what}.`);
  }

  return {
    list: () => [...store.list()],

    async add(input) {
      const id = parts.newId();
      const hasClientSecret = input.clientSecret !== undefined && input.clientSecret !== '';
      const profile = profileOfInput(input, { id, hasClientSecret, isSandbox: false });
      requireAllowedTenant(policy, profile);
      if (hasClientSecret) await storeClientSecret(id, input.clientSecret);
      store.insert(profile);
      notify();
      return profile;
    },

    async update(id, input) {
      const before = store.get(id);
      // Absent: the secret stays, unless the server changes. Empty: it is removed.
      const { hasClientSecret: hadClientSecret, isSandbox } = before;
      const asEntered = profileOfInput(input, { id, hasClientSecret: hadClientSecret, isSandbox });
      const clientSecret = input.clientSecret ?? (isServerChanged(before, asEntered) ? '' : undefined);
      const hasClientSecret = clientSecret === undefined ? hadClientSecret : clientSecret !== '';
      const after = { ...asEntered, hasClientSecret };
      rejectManagedTenant(before, after);
      requireAllowedTenant(policy, after);
      // Tokens must not be sent to another server.
      if (usesOtherServers(before, after)) await sessions.drop(id);
      await storeClientSecret(id, clientSecret);
      store.replace(after);
      notify();
      return after;
    },

    async remove(id) {
      rejectManagedTenant(store.get(id));
      await sessions.drop(id);
      for (const kind of ['client-secret', 'header-values', 'application-secrets'] as const)
        await vault.delete({ tenantId: id, kind });
      parts.snapshots.forget(id);
      store.remove(id);
      notify();
    },

    async discover(address, signal) {
      const { metadata, metadataUrl } = await discoverProvider(parts.transport, address, signal);
      return {
        issuer: metadata.issuer,
        metadataUrl,
        endpoints: endpointsOf(metadata),
        otherHosts: [...otherHosts(metadata)],
        supportsPkce: metadata.code_challenge_methods_supported?.includes('S256') ?? false,
        scopes: metadata.scopes_supported ?? [],
      };
    },

    async adoptPreconfigured() {
      const { changed, moved } = adoptPreconfiguredTenants(store, policy, parts.newId);
      for (const id of moved) await sessions.drop(id);
      if (changed) notify();
    },

    async adoptEmbedded(announced) {
      const tenants = embeddedTenantsSchema.parse(announced);
      parts.embeddedPasswords.learn(tenants);
      const changes = adoptEmbeddedTenants(store, tenants, parts.newId);
      for (const { id, change } of changes) if (change === 'moved') await sessions.drop(id);
      if (changes.length > 0) notify();
    },
  };
}
