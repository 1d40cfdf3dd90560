import { createHash, randomUUID } from 'node:crypto';
import type { KeychainStatus } from '../../../contract/desk-info.ts';
import { failure } from '../failure.ts';
import type { Keychain } from './keychain.ts';
import type { SecretName, SecretVault } from './secret-vault.ts';
import { withDeadline } from '../waiting.ts';

const service = 'Tenant Desk';

/**
 * Credentials of Windows hold at most 2560 bytes, and keytar stores UTF-8 there; a pair of tokens is often longer.
 * Source: wincred.h, CRED_MAX_CREDENTIAL_BLOB_SIZE.
 */
const maxPartBytes = 2000;

export interface KeychainVaultOptions {
  readonly keychain: Keychain;
  readonly status: KeychainStatus;
  /** Two installations side by side must not read each other's secrets. */
  readonly profileFolder: string;
  /** Milliseconds after which a keychain that does not answer counts as unavailable. */
  readonly deadlineMs: number;
}

/**
 * Keeps secrets in the keychain under `<profile>/<tenant>/<kind>`. A long secret is stored in parts: the first
 * entry says how many there are and under which name, and is written last, so that a crash between two parts
 * leaves the secret as it was.
 */
export function createKeychainVault(options: KeychainVaultOptions): SecretVault {
  const { keychain, deadlineMs } = options;
  const profile = createHash('sha256').update(options.profileFolder).digest('hex').slice(0, 16);
  const accountOf = ({ tenantId, kind }: SecretName): string => `${profile}/${tenantId}/${kind}`;

  async function ask<Answer>(question: Promise<Answer>): Promise<Answer> {
    try {
      return await withDeadline(question, deadlineMs);
    } catch (error) {
      throw failure(
        'keychain-unavailable',
        `The keychain (${options.status.name}) did not answer. Unlock it and try again.`,
        { detail: error instanceof Error ? error.message : String(error), cause: error },
      );
    }
  }

  async function removeParts(account: string, head: string | null): Promise<void> {
    const parts = head === null ? undefined : readHead(head);
    if (parts === undefined) return;
    for (let index = 0; index < parts.count; index += 1) {
      await ask(keychain.deletePassword(service, partAccount(account, parts.generation, index)));
    }
  }

  return {
    status: async () => options.status,
    async get(name) {
      const account = accountOf(name);
      const head = await ask(keychain.getPassword(service, account));
      if (head === null) return undefined;
      const parts = readHead(head);
      if (parts === undefined) return head.slice(1);
      const texts: string[] = [];
      for (let index = 0; index < parts.count; index += 1) {
        const text = await ask(keychain.getPassword(service, partAccount(account, parts.generation, index)));
        if (text === null) return undefined;
        texts.push(text);
      }
      return texts.join('');
    },
    async set(name, secret) {
      const account = accountOf(name);
      const before = await ask(keychain.getPassword(service, account));
      const parts = splitSecret(secret);
      const [only] = parts;
      if (parts.length === 1 && only !== undefined) {
        await ask(keychain.setPassword(service, account, `=${only}`));
      } else {
        const generation = randomUUID().slice(0, 8);
        for (const [index, part] of parts.entries()) {
          await ask(keychain.setPassword(service, partAccount(account, generation, index), part));
        }
        await ask(keychain.setPassword(service, account, `#${generation}:${parts.length}`));
      }
      await removeParts(account, before);
    },
    async delete(name) {
      const account = accountOf(name);
      const head = await ask(keychain.getPassword(service, account));
      if (head === null) return;
      await ask(keychain.deletePassword(service, account));
      await removeParts(account, head);
    },
  };
}

function partAccount(account: string, generation: string, index: number): string {
  return `${account}/${generation}.${index}`;
}

/** Undefined when the entry holds the secret itself (marked `=`) rather than a list of parts (marked `#`). */
function readHead(head: string): { readonly generation: string; readonly count: number } | undefined {
  const match = /^#([0-9a-f]{8}):(\d{1,4})$/.exec(head);
  const [, generation, count] = match ?? [];
  return generation === undefined || count === undefined ? undefined : { generation, count: Number(count) };
}

/** Splits a secret between characters into parts that every keychain takes; short ones stay whole. */
function splitSecret(secret: string): readonly string[] {
  const parts: string[] = [];
  let part = '';
  let bytes = 0;
  for (const character of secret) {
    const size = Buffer.byteLength(character);
    if (bytes + size > maxPartBytes) {
      parts.push(part);
      part = '';
      bytes = 0;
    }
    part += character;
    bytes += size;
  }
  return [...parts, part];
}
