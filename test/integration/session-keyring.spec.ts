import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadKeychain } from '../../main/platform/secrets/keychain.ts';
import { openVault } from '../../main/platform/secrets/open-vault.ts';
import type { SecretVault } from '../../main/platform/secrets/secret-vault.ts';
import type { Keyring } from './keyring.ts';
import { startKeyring, whyNoKeyring } from './keyring.ts';
import { spawnScript } from './spawn-script.ts';

const reason = whyNoKeyring();
if (reason !== undefined) console.log(reason);

describe.skipIf(reason !== undefined)('the vault over a real keyring', () => {
  let keyring: Keyring;
  let vault: SecretVault;

  const open = (profileFolder: string, deadlineMs = 10_000): Promise<SecretVault> =>
    openVault({ loadKeychain, profileFolder, platform: 'linux', deadlineMs });

  beforeAll(async () => {
    keyring = await startKeyring();
    vault = await open('/profile/one');
  });

  afterAll(async () => keyring.stop());

  it('finds the keyring by a round trip', async () => {
    expect(await vault.status()).toEqual({ available: true, name: 'Secret Service' });
  });

  it('gives back what it was given, also to the next process that opens it', async () => {
    await vault.set({ tenantId: 'a', kind: 'tokens' }, 'secret');
    expect(await (await open('/profile/one')).get({ tenantId: 'a', kind: 'tokens' })).toBe('secret');
  });

  it('keeps secrets that are larger than the smallest keychain takes', async () => {
    const name = { tenantId: 'long', kind: 'tokens' } as const;
    for (const length of [1, 1998, 1999, 2000, 20_000, 5]) {
      const secret = 'x'.repeat(length - 1) + 'é';
      await vault.set(name, secret);
      expect(await vault.get(name)).toBe(secret);
    }
    await vault.delete(name);
    expect(await vault.get(name)).toBeUndefined();
  });

  it('leaves no part of a secret behind', async () => {
    const { default: keytar } = await import('keytar');
    const name = { tenantId: 'parts', kind: 'tokens' } as const;
    await vault.set(name, 'y'.repeat(5000));
    await vault.set(name, 'z'.repeat(3000));
    await vault.delete(name);
    const left = await keytar.findCredentials('Tenant Desk');
    expect(left.filter(({ account }) => account.includes('/parts/'))).toEqual([]);
  });

  it('does not show one profile the secrets of another', async () => {
    await vault.set({ tenantId: 'mine', kind: 'tokens' }, 'secret');
    expect(await (await open('/profile/two')).get({ tenantId: 'mine', kind: 'tokens' })).toBeUndefined();
  });

  it('says that a keyring hangs, and keeps secrets for the session only', async () => {
    keyring.freeze();
    try {
      const fallback = await open('/profile/one', 300);
      expect(await fallback.status()).toMatchObject({
        available: false,
        reason: expect.stringContaining('is locked or doesn’t respond'),
      });
      await fallback.set({ tenantId: 'a', kind: 'tokens' }, 'of this session');
      expect(await fallback.get({ tenantId: 'a', kind: 'tokens' })).toBe('of this session');
    } finally {
      keyring.thaw();
    }
  });

  it('does not keep the process from ending while it hangs', async () => {
    keyring.freeze();
    try {
      const startedAt = performance.now();
      const desk = spawnScript('open-vault.ts', ['300']);
      expect(JSON.parse(await desk.nextLine())).toMatchObject({ available: false });
      await desk.restOfLines();
      // The message bus gives up after 25 s, which is what the end would wait for otherwise.
      expect(performance.now() - startedAt).toBeLessThan(15_000);
    } finally {
      keyring.thaw();
    }
  });
});

describe.skipIf(reason !== undefined)('a keyring that cannot be used', () => {
  it('because it is locked is distinguished from one that works, with a helpful message', async () => {
    const locked = await startKeyring({ isLocked: true });
    try {
      const desk = spawnScript('open-vault.ts', ['10000']);
      expect(JSON.parse(await desk.nextLine())).toEqual({
        available: false,
        name: 'Secret Service',
        reason: expect.stringContaining('sign-ins last for this session only'),
      });
    } finally {
      await locked.stop();
    }
  });

  it('because there is none is reported just as well', async () => {
    const env = { ...process.env, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' };
    const desk = spawnScript('open-vault.ts', ['10000'], env);
    expect(JSON.parse(await desk.nextLine())).toMatchObject({ available: false, name: 'Secret Service' });
  });

  it('because its library is not installed names the package', async () => {
    const fallback = await openVault({
      loadKeychain: () => Promise.reject(new Error('libsecret-1.so.0: cannot open shared object file')),
      profileFolder: '/profile/one',
      platform: 'linux',
      deadlineMs: 1000,
    });
    expect(await fallback.status()).toMatchObject({
      available: false,
      reason: expect.stringContaining('libsecret-1-0'),
    });
  });
});
