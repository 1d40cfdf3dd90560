import { createMemoryVault } from '../../main/platform/secrets/secret-vault.ts';
import type { SecretVault } from '../../main/platform/secrets/secret-vault.ts';

/**
 * A vault that remembers every token and client secret it was ever given, to look for them where they must not
 * be. Header values and secrets of applications are excluded: a tenant stores them, and embedded tenants do so in their folder.
 */
export interface RecordingVault extends SecretVault {
  /** Every secret string in what was stored: tokens one by one, not only the record that holds them. */
  secrets(): readonly string[];
}

export function createRecordingVault(inner: SecretVault = createMemoryVault(noKeychain)): RecordingVault {
  const stored: string[] = [];
  return {
    ...inner,
    async set(name, secret) {
      if (name.kind !== 'header-values' && name.kind !== 'application-secrets') stored.push(secret);
      await inner.set(name, secret);
    },
    secrets: () => [...new Set(stored.flatMap(secretsIn))],
  };
}

const noKeychain = { available: false, name: 'Secret Service', reason: 'Not used in this test.' };
const secretMember = /token|secret/i;

function secretsIn(stored: string): readonly string[] {
  let value: unknown;
  try {
    value = JSON.parse(stored);
  } catch {
    return [stored];
  }
  if (typeof value !== 'object' || value === null) return [stored];
  return Object.entries(value).flatMap(([name, member]) =>
    typeof member === 'string' && secretMember.test(name) ? [member] : [],
  );
}
