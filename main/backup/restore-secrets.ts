import { z } from 'zod';
import type { SecretName, SecretVault } from '../platform/secrets/secret-vault.ts';
import type { SecretRecord } from './backup-records.ts';
import type { TenantMapping } from './tenant-mapping.ts';
import { parseOrNothing } from '../platform/json/parse-or-nothing.ts';

const credentialsSchema = z.record(z.string(), z.string());

/** Secrets that were written before the records that need them; `undo` removes them again. */
export interface RestoredSecrets {
  readonly count: number;
  undo(): Promise<void>;
}

/**
 * Writes the secrets of a backup. What is here already stays: the client secret of a tenant that is here, and the credential of
 * every placeholder that is here.
 */
export async function restoreSecrets(
  vault: SecretVault,
  secrets: readonly SecretRecord[],
  mapping: TenantMapping,
): Promise<RestoredSecrets> {
  const undoing: (() => Promise<void>)[] = [];
  const undo = async (): Promise<void> => {
    for (const each of undoing.splice(0).toReversed()) await each();
  };
  try {
    await forgetUnclaimed(vault, mapping);
    for (const { kind, tenantId, secret } of secrets) {
      const tenant = mapping.tenants.find(({ profile }) => profile.id === tenantId);
      if (tenant === undefined || tenant.state === 'denied') continue;
      const name: SecretName = { tenantId: tenant.localId, kind };
      const before = await vault.get(name);
      const next = kind === 'client-secret' ? clientSecret(tenant.state, secret) : merged(before, secret);
      if (next === undefined || next === before) continue;
      undoing.push(() => (before === undefined ? vault.delete(name) : vault.set(name, before)));
      await vault.set(name, next);
    }
  } catch (error) {
    await undo().catch(() => undefined);
    throw error;
  }
  return { count: undoing.length, undo };
}

/**
 * A tenant that is added doesn't get the session or the client secret of an earlier profile with its ID: a file that only claims
 * to be that tenant could have them sent to its own servers.
 */
async function forgetUnclaimed(vault: SecretVault, { tenants }: TenantMapping): Promise<void> {
  for (const { state, localId } of tenants) {
    if (state !== 'new') continue;
    for (const kind of ['tokens', 'client-secret'] as const) await vault.delete({ tenantId: localId, kind });
  }
}

const clientSecret = (state: string, secret: string): string | undefined =>
  state === 'new' ? secret : undefined;

function merged(before: string | undefined, secret: string): string | undefined {
  const arriving = credentialsSchema.safeParse(parseOrNothing(secret));
  if (!arriving.success) return undefined;
  if (before === undefined) return JSON.stringify(arriving.data);
  const here = credentialsSchema.parse(JSON.parse(before));
  return JSON.stringify({ ...arriving.data, ...here });
}
