import { createHmac } from 'node:crypto';
import type { StoredCredentials } from './stored-credentials.ts';

/**
 * The keys for creating placeholders, one per tenant. They are stored in the vault, so that data on disk can't be used to guess
 * values.
 */
export interface PlaceholderKeys {
  of(tenantId: string): Promise<Uint8Array>;
  /** Fingerprint to compare keys without revealing them. */
  idOf(tenantId: string): Promise<string>;
}

/** Each key is loaded once per session. Without the keychain, a temporary key lasts for the session. */
export function createPlaceholderKeys(
  stored: Pick<StoredCredentials, 'key'>,
  randomBytes: (size: number) => Uint8Array,
): PlaceholderKeys {
  const keys = new Map<string, Promise<Uint8Array>>();

  async function open(tenantId: string): Promise<Uint8Array> {
    const fresh = Buffer.from(randomBytes(32)).toString('base64');
    return Buffer.from(await stored.key(tenantId, fresh).catch(() => fresh), 'base64');
  }

  function of(tenantId: string): Promise<Uint8Array> {
    const key = keys.get(tenantId) ?? open(tenantId);
    keys.set(tenantId, key);
    return key;
  }

  return {
    of,
    idOf: async (tenantId) =>
      createHmac('sha256', await of(tenantId))
        .update('key of placeholders')
        .digest('hex')
        .slice(0, 16),
  };
}
