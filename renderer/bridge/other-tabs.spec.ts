import { expect, it, vi } from 'vitest';
import { respondToOtherTabs, askOtherTabs } from './other-tabs.ts';
import { openPageSession } from './page-session.ts';

it('gives a tab that was opened by hand its own token, from a connected one', async () => {
  let tokens = 0;
  respondToOtherTabs(globalThis, async () => `token ${(tokens += 1)}`);
  respondToOtherTabs(globalThis, () => Promise.reject(new Error('The connection is lost.')));
  const [one, other] = await Promise.all([askOtherTabs(globalThis, 'a'), askOtherTabs(globalThis, 'b')]);
  expect([one, other].toSorted()).toEqual(['token 1', 'token 2']);
});

const knownSession = { sessionId: 's'.repeat(22), key: 'k'.repeat(43) };

function pageAt(hash: string, tokenOfOthers?: string) {
  const requested = vi.fn(() => Promise.resolve(tokenOfOthers));
  const exchanged: unknown[] = [];
  const stored = new Map<string, string>();
  const session = openPageSession({
    location: { hash, pathname: '/', search: '' },
    history: { replaceState: () => undefined },
    storage: {
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
    },
    askOtherTabs: requested,
    fetch: async (_url, init) => {
      exchanged.push(JSON.parse(String(init?.body)));
      const isKnown = String(init?.body).includes('fresh');
      return isKnown ? Response.json(knownSession) : new Response('', { status: 401 });
    },
  });
  return { session, requested, exchanged, stored };
}

it('uses the token of another tab for a deep link without one, and stores its session', async () => {
  const { session, stored } = pageAt('#/t/acme/applications/1', 'fresh');
  expect(await session).toEqual(knownSession);
  expect(stored.size).toBe(1);
});

it('uses it for a link that was used already', async () => {
  const { session, exchanged } = pageAt('#token=used', 'fresh');
  expect(await session).toEqual(knownSession);
  expect(exchanged).toEqual([{ token: 'used' }, { token: 'fresh' }]);
});

it('asks no other tab if its own link works, and is rejected without a response', async () => {
  const own = pageAt('#token=fresh');
  expect(await own.session).toEqual(knownSession);
  expect(own.requested).not.toHaveBeenCalled();
  expect(await pageAt('#/settings').session).toBe('rejected');
});
