import { describe, expect, it } from 'vitest';
import { maxPinned, PinnedItems } from './pinned-items.svelte.ts';

function memory(values: Readonly<Record<string, string>> = {}) {
  const stored = new Map(Object.entries(values));
  return {
    stored,
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
}

describe('pinned items', () => {
  it('belong to their tenant, in the order in which they were pinned', () => {
    const pinned = new PinnedItems(memory());
    pinned.add('a', '#/t/a/webhooks/1');
    pinned.add('a', '#/t/a/webhooks/2');
    pinned.add('a', '#/t/a/webhooks/1');
    pinned.add('b', '#/t/b/webhooks/1');
    expect(pinned.of('a')).toEqual(['#/t/a/webhooks/1', '#/t/a/webhooks/2']);
    pinned.move('a', '#/t/a/webhooks/2', -1);
    pinned.move('a', '#/t/a/webhooks/2', -1);
    expect(pinned.of('a')).toEqual(['#/t/a/webhooks/2', '#/t/a/webhooks/1']);
    expect(pinned.of('b')).toEqual(['#/t/b/webhooks/1']);
  });

  it('are stored under a key that ends with the tenant, and leave nothing when unpinned', () => {
    const ofProfile = memory();
    const pinned = new PinnedItems(ofProfile);
    pinned.add('a', '#/t/a/webhooks/1');
    expect(new PinnedItems(ofProfile).has('a', '#/t/a/webhooks/1')).toBe(true);
    expect([...ofProfile.stored.keys()]).toEqual(['desk.pinned:a']);
    pinned.remove('a', '#/t/a/webhooks/1');
    expect(ofProfile.stored.size).toBe(0);
  });

  it('are limited, and say so', () => {
    const pinned = new PinnedItems(memory());
    for (let count = 0; count < maxPinned; count += 1) pinned.add('a', `#/t/a/webhooks/${count}`);
    expect(() => pinned.add('a', '#/t/a/webhooks/more')).toThrow('Unpin one first');
  });

  it.each(['nonsense', '{}', '[1, null]', '["https://elsewhere.example"]'])(
    'ignore damaged stored values such as %s',
    (value) => {
      expect(new PinnedItems(memory({ 'desk.pinned:a': value })).of('a')).toEqual([]);
    },
  );
});
