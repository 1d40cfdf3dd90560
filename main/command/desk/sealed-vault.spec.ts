import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSealedVault } from './sealed-vault.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sealed-vault-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const header = { tenantId: 'acme', kind: 'header-values' } as const;
const token = { tenantId: 'acme', kind: 'tokens' } as const;

function vaultOf(credential?: string) {
  const vault = createSealedVault(join(folder, 'sealed'), { available: false, name: 'memory', reason: '' });
  if (credential !== undefined) vault.unlock(credential);
  return vault;
}

const files = (): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));

describe('the vault of a run', () => {
  it('has values in a later run with the same credential, and in none with another', async () => {
    await vaultOf('one').set(header, 'canary-value');
    expect(await vaultOf('one').get(header)).toBe('canary-value');
    expect(await vaultOf('two').get(header)).toBeUndefined();
    expect(await vaultOf().get(header)).toBeUndefined();
    await vaultOf('two').set(header, 'other');
    expect(await vaultOf('one').get(header)).toBe('canary-value');
    await vaultOf('one').delete(header);
    expect(await vaultOf('one').get(header)).toBeUndefined();
  });

  it('writes nothing readable, and only for its owner', async () => {
    const vault = vaultOf('canary-credential');
    await vault.set(header, 'canary-value');
    await vault.set(token, 'canary-token');
    expect(await vault.get(token)).toBe('canary-token');
    expect(files()).toHaveLength(2);
    for (const file of files()) {
      expect(readFileSync(file, 'latin1')).not.toContain('canary');
      expect(statSync(file).mode & 0o077).toBe(0);
    }
  });

  it('keeps tokens, and everything without a credential, in memory', async () => {
    await vaultOf('one').set(token, 'canary-token');
    expect(await vaultOf('one').get(token)).toBeUndefined();
    const vault = vaultOf();
    await vault.set(header, 'canary-value');
    expect(await vault.get(header)).toBe('canary-value');
    expect(files()).toEqual([]);
  });

  it('takes a damaged file as empty, and stores again', async () => {
    await vaultOf('one').set(header, 'canary-value');
    for (const file of files().filter((path) => !path.endsWith('salt'))) truncateSync(file, 20);
    expect(await vaultOf('one').get(header)).toBeUndefined();
    await vaultOf('one').set(header, 'again');
    expect(await vaultOf('one').get(header)).toBe('again');
  });

  it('keeps both of two values that are stored at once', async () => {
    const vault = vaultOf('one');
    const other = { tenantId: 'acme', kind: 'application-secrets' } as const;
    await Promise.all([vault.set(header, 'first'), vault.set(other, 'second')]);
    const later = vaultOf('one');
    expect([await later.get(header), await later.get(other)]).toEqual(['first', 'second']);
  });
});
