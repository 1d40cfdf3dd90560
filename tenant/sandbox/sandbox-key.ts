import { timingSafeEqual } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { closeToOthers } from '../store/owner-only.ts';

const FILE = 'sandbox-key';

/** A secret that gives access to the controls of one tenant to anyone who can read its data folder. */
export interface SandboxKey {
  matches(candidate: string): boolean;
}

/**
 * Reads the tenant's key, or writes a new one that only the owner of the folder can read. It is never
 * printed.
 */
export function openSandboxKey(dataFolder: string, randomBytes: (size: number) => Uint8Array): SandboxKey {
  const file = join(dataFolder, FILE);
  closeToOthers(file);
  const key = readKey(file) ?? writeKey(file, Buffer.from(randomBytes(32)).toString('base64url'));
  const expected = Buffer.from(key);
  return {
    matches(candidate) {
      const given = Buffer.from(candidate);
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}

function readKey(file: string): string | undefined {
  try {
    const key = readFileSync(file, 'utf8').trim();
    return key === '' ? undefined : key;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function writeKey(file: string, key: string): string {
  writeFileSync(file, `${key}\n`, { mode: 0o600 });
  return key;
}
