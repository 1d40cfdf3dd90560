import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aKeychain, aKeychainVault } from '../../../test/builders/a-keychain.ts';
import type { Keychain } from './keychain.ts';
import { openVault } from './open-vault.ts';

const name = { tenantId: 'acme', kind: 'tokens' } as const;
const secretOf = (letter: string, length: number): string => letter.repeat(length);
const anySecret = fc
  .tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.constantFrom(5, 1999, 2001, 5000, 9000))
  .map(([letter, length]) => secretOf(letter, length));

/** Number of keychain entries of one secret. */
function entriesOf(secret: string): number {
  const parts = Math.ceil(secret.length / 2000);
  return parts === 1 ? 1 : parts + 1;
}

describe('a keychain that is read while it is written', () => {
  it('returns the old secret or the new one, never nothing and never a mix', async () => {
    await fc.assert(
      fc.asyncProperty(
        anySecret,
        fc.array(anySecret, { minLength: 1, maxLength: 4 }),
        fc.infiniteStream(fc.nat(3)),
        fc.boolean(),
        async (first, others, waits, isOtherProcess) => {
          const keychain = aKeychain();
          const writer = aKeychainVault(keychain);
          await writer.set(name, first);
          keychain.next = () => ({ ticks: waits.next().value });
          const reader = isOtherProcess ? aKeychainVault({ ...keychain }) : writer;
          let isWriting = true;
          const writing = Promise.all(others.map((secret) => writer.set(name, secret))).finally(() => {
            isWriting = false;
          });
          while (isWriting) expect([first, ...others]).toContain(await reader.get(name));
          await writing;
          const last = others.at(-1) ?? first;
          expect(await reader.get(name)).toBe(last);
          expect(keychain.entries.size).toBe(entriesOf(last));
        },
      ),
      { numRuns: 100 },
    );
  });

  it('has one complete secret and no other parts after concurrent writes, even of several vaults', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(anySecret, fc.boolean()), { minLength: 2, maxLength: 5 }),
        fc.infiniteStream(fc.nat(3)),
        async (writes, waits) => {
          const keychain = aKeychain();
          keychain.next = () => ({ ticks: waits.next().value });
          const [one, other] = [aKeychainVault(keychain), aKeychainVault(keychain)];
          await Promise.all(writes.map(([secret, ofOther]) => (ofOther ? other : one).set(name, secret)));
          const stored = (await one.get(name)) ?? '';
          expect(writes.map(([secret]) => secret)).toContain(stored);
          expect(keychain.entries.size).toBe(entriesOf(stored));
        },
      ),
      { numRuns: 100 },
    );
  });

  it('stays complete when any step fails, and the next write cleans up', async () => {
    await fc.assert(
      fc.asyncProperty(
        anySecret,
        anySecret,
        anySecret,
        fc.nat(16),
        fc.constantFrom('before', 'after'),
        fc.boolean(),
        async (first, second, third, failAt, fails, staysBroken) => {
          const keychain = aKeychain();
          await aKeychainVault(keychain).set(name, first);
          let step = -1;
          keychain.next = () => {
            step += 1;
            const isFailing = step === failAt || (staysBroken && step > failAt);
            return { ticks: 0, fails: isFailing ? fails : undefined };
          };
          const [outcome] = await Promise.allSettled([aKeychainVault(keychain).set(name, second)]);
          keychain.next = () => ({ ticks: 0 });
          const stored = await aKeychainVault(keychain).get(name);
          expect(outcome.status === 'fulfilled' ? [second] : [first, second]).toContain(stored);
          await aKeychainVault(keychain).set(name, third);
          expect(await aKeychainVault(keychain).get(name)).toBe(third);
          expect(keychain.entries.size).toBe(entriesOf(third));
          await aKeychainVault(keychain).delete(name);
          expect(keychain.entries.size).toBe(0);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('keeps a secret whose write missed the deadline', async () => {
    const keychain = aKeychain();
    const vault = aKeychainVault(keychain, { deadlineMs: 50 });
    await vault.set(name, secretOf('a', 5000));
    for (const late of [1, 2, 3, 4, 5, 6, 7]) {
      let step = 0;
      keychain.next = () => ({ ticks: (step += 1) === late ? 100_000 : 0 });
      const [outcome] = await Promise.allSettled([vault.set(name, secretOf('b', 5000))]);
      keychain.next = () => ({ ticks: 0 });
      expect(outcome.status).toBe('rejected');
      expect([secretOf('a', 5000), secretOf('b', 5000)]).toContain(await vault.get(name));
      await aKeychainVault(keychain).set(name, secretOf('a', 5000));
      expect(await vault.get(name)).toBe(secretOf('a', 5000));
      expect(keychain.entries.size).toBe(4);
    }
  });

  it('reads secrets of earlier versions of Tenant Desk, and replaces them completely', async () => {
    const keychain = aKeychain();
    const vault = aKeychainVault(keychain);
    await vault.set(name, 'x');
    const [account = ''] = keychain.entries.keys();
    keychain.entries.set(account, '#0123abcd:2');
    keychain.entries.set(`${account}/0123abcd.0`, 'old ');
    keychain.entries.set(`${account}/0123abcd.1`, 'secret');
    expect(await vault.get(name)).toBe('old secret');
    await vault.set(name, 'new');
    expect([...keychain.entries]).toEqual([[account, '=new']]);
  });
});

describe('leftovers of earlier versions of Tenant Desk', () => {
  /** An entry with orphaned parts, and unrelated entries. */
  async function withRemains() {
    const keychain = aKeychain();
    await aKeychainVault(keychain, { listsFreely: false }).set(name, secretOf('a', 5000));
    const [account = ''] = [...keychain.entries.keys()].filter((each) => /\/tokens$/.test(each));
    const others = ['other-profile/acme/tokens/0123abcd.0', account.replace('/acme/', '/globex/')];
    for (const other of others) keychain.entries.set(other, '=x');
    const oldParts = ['deadbeef.0', 'deadbeef.1', '00000000.12'].map((part) => `${account}/${part}`);
    for (const part of oldParts) keychain.entries.set(part, 'old');
    const hasRemains = () => oldParts.some((part) => keychain.entries.has(part));
    return { keychain, account, others, hasRemains };
  }

  it('are removed by the next write, which keeps all other entries', async () => {
    const { keychain, others, hasRemains } = await withRemains();
    const vault = aKeychainVault(keychain);
    expect(await vault.get(name)).toBe(secretOf('a', 5000));
    await vault.set(name, secretOf('b', 5000));
    expect(await vault.get(name)).toBe(secretOf('b', 5000));
    expect(hasRemains()).toBe(false);
    expect(keychain.entries.size).toBe(entriesOf(secretOf('b', 5000)) + others.length);
  });

  it('are removed by the next deletion, even if the entry itself is gone', async () => {
    const { keychain, account, others } = await withRemains();
    keychain.entries.delete(account);
    await aKeychainVault(keychain).delete(name);
    expect([...keychain.entries.keys()]).toEqual(others);
  });

  it('do not block a write if they can’t be listed or removed, and are removed after the next start', async () => {
    const { keychain, hasRemains } = await withRemains();
    for (const failing of ['findCredentials', 'deletePassword'] as const) {
      keychain.next = (operation) => ({ fails: operation === failing ? 'before' : undefined });
      const vault = aKeychainVault(keychain);
      await vault.set(name, `new without ${failing}`);
      expect(await vault.get(name)).toBe(`new without ${failing}`);
      expect(hasRemains()).toBe(true);
    }
    keychain.next = () => ({});
    await aKeychainVault(keychain).set(name, 'new');
    expect(hasRemains()).toBe(false);
  });

  it('do not block a write if the keychain does not return the list', async () => {
    const { keychain } = await withRemains();
    const vault = aKeychainVault(
      { ...keychain, findCredentials: () => new Promise(() => undefined) },
      { deadlineMs: 20 },
    );
    for (const secret of ['one', 'two']) {
      await vault.set(name, secret);
      expect(await vault.get(name)).toBe(secret);
    }
  });

  it('stay if the system would prompt the user for each entry', async () => {
    const { keychain, hasRemains } = await withRemains();
    const operations: string[] = [];
    keychain.next = (operation) => {
      operations.push(operation);
      return {};
    };
    await aKeychainVault(keychain, { listsFreely: false }).set(name, 'new');
    expect(operations).not.toContain('findCredentials');
    expect(hasRemains()).toBe(true);
  });
});

describe('a keychain that fails', () => {
  const failing = (text: string): Keychain => {
    const fail = () => Promise.reject(new Error(text));
    return {
      getPassword: async () => null,
      setPassword: fail,
      deletePassword: fail,
      findCredentials: fail,
    };
  };

  it.each([
    'No space left on device',
    'Not enough memory resources are available to process this command.',
    'Not enough quota is available to process this command.',
    'Insufficient storage is available to process this command.',
    'The disk is full.',
  ])('is reported as full, not locked, for %j', async (text) => {
    await expect(aKeychainVault(failing(text)).set(name, 'x')).rejects.toMatchObject({
      code: 'keychain-full',
      message: expect.not.stringMatching(/lock/i),
    });
  });

  it.each([
    ['Cannot create an item in a locked collection', /is locked/],
    ['User interaction is not allowed.', /is locked/],
    ['Prompt was dismissed', /is locked/],
    ['Der angegebene Dienst ist kein installierter Dienst.', /reported an error/],
  ])('reports the system’s message: %j', async (text, message) => {
    await expect(aKeychainVault(failing(text)).set(name, 'x')).rejects.toMatchObject({
      code: 'keychain-unavailable',
      message: expect.stringMatching(message),
    });
  });

  it.each([
    ['No space left on device', /Secret Service is full/],
    ['Cannot create an item in a locked collection', /is locked/],
    ['The name is not activatable', /reported an error \(The name is not activatable\)/],
  ])('is reported as the reason why secrets last for this session only: %j', async (text, reason) => {
    const vault = await openVault({
      loadKeychain: async () => failing(text),
      profileFolder: '/profile',
      platform: 'linux',
      deadlineMs: 1000,
    });
    expect(await vault.status()).toMatchObject({ available: false, reason: expect.stringMatching(reason) });
  });
});
