import { describe, expect, it } from 'vitest';
import { createHostSlots } from './host-slots.ts';

/** Work that ends when it is told to, and says when it begins. */
function heldWork() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    end: (name: string) => ends.get(name)?.(),
    work: (name: string) => () => {
      begun.push(name);
      return new Promise<void>((resolve) => ends.set(name, resolve));
    },
  };
}

const turns = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('slots of receivers', () => {
  it('lets a receiver that hangs wait for itself alone', async () => {
    const withSlot = createHostSlots({ perHost: 2, inAll: 100 });
    const { begun, work, end } = heldWork();
    const slow = ['a1', 'a2', 'a3'].map((name) => withSlot('a', work(name)));
    const quick = withSlot('b', work('b1'));
    await turns();
    expect(begun).toEqual(['a1', 'a2', 'b1']);
    end('b1');
    await quick;
    end('a1');
    await turns();
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
    for (const name of ['a2', 'a3']) end(name);
    await Promise.all(slow);
  });

  it('bounds what all receivers together may have', async () => {
    const withSlot = createHostSlots({ perHost: 5, inAll: 2 });
    const { begun, work, end } = heldWork();
    const all = ['a', 'b', 'c'].map((host) => withSlot(host, work(host)));
    await turns();
    expect(begun).toEqual(['a', 'b']);
    end('a');
    await turns();
    expect(begun).toEqual(['a', 'b', 'c']);
    for (const name of ['b', 'c']) end(name);
    await Promise.all(all);
  });

  it('gives a slot back when the work fails', async () => {
    const withSlot = createHostSlots({ perHost: 1, inAll: 1 });
    await expect(withSlot('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(withSlot('a', () => Promise.resolve('yes'))).resolves.toBe('yes');
  });
});
