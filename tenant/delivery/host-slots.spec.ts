import { describe, expect, it } from 'vitest';
import { createHostSlots } from './host-slots.ts';

/** Work that ends on request and reports when it starts. */
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

const nextImmediate = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('receiver slots', () => {
  it('let a hanging receiver block only itself', async () => {
    const withSlot = createHostSlots({ perHost: 2, inAll: 100 });
    const { begun, work, end } = heldWork();
    const slow = ['a1', 'a2', 'a3'].map((name) => withSlot('a', work(name)));
    const quick = withSlot('b', work('b1'));
    await nextImmediate();
    expect(begun).toEqual(['a1', 'a2', 'b1']);
    end('b1');
    await quick;
    end('a1');
    await nextImmediate();
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
    for (const name of ['a2', 'a3']) end(name);
    await Promise.all(slow);
  });

  it('limit all receivers together', async () => {
    const withSlot = createHostSlots({ perHost: 5, inAll: 2 });
    const { begun, work, end } = heldWork();
    const all = ['a', 'b', 'c'].map((host) => withSlot(host, work(host)));
    await nextImmediate();
    expect(begun).toEqual(['a', 'b']);
    end('a');
    await nextImmediate();
    expect(begun).toEqual(['a', 'b', 'c']);
    for (const name of ['b', 'c']) end(name);
    await Promise.all(all);
  });

  it('are released when the work fails', async () => {
    const withSlot = createHostSlots({ perHost: 1, inAll: 1 });
    await expect(withSlot('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(withSlot('a', () => Promise.resolve('yes'))).resolves.toBe('yes');
  });
});
