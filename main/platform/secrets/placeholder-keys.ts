import { createHmac } from 'node:crypto';
import type { StoredCredentials } from './stored-credentials.ts';

/**
 * The keys that placeholders are made with, one for each tenant. They lie in the vault: what is written to the disk cannot be used
 * to try out values.
 */
export interface PlaceholderKeys {
  of(tenantId: string): Promise<Uint8Array>;
  /** Tells whether two keys are the same, and nothing else of them. */
  idOf(tenantId: string): Promise<string>;
}

/** Each key is opened once in a session. Without the keychain it lasts for the session: no reason to show nothing. */
export function createPlaceholderKeys(
  kept: Pick<StoredCredentials, 'key'>,
  randomBytes: (size: number) => Uint8Array,
): PlaceholderKeys {
  const keys = new Map<string, Promise<Uint8Array>>();

  async function open(tenantId: string): Promise<Uint8Array> {
    const fresh = Buffer.from(randomBytes(32)).toString('base64');
    return Buffer.from(await kept.key(tenantId, fresh).catch(() => fresh), 'base64');
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
