import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createLanes } from './lanes.ts';
import type { Turn, Width } from './active-items.ts';
import { createActiveItems } from './active-items.ts';

/** Starts items as soon as there is capacity, as a run does. */
async function runAll(width: Width, works: readonly ((turn: Turn) => Promise<void>)[]): Promise<void> {
  const active = createActiveItems(width);
  for (const work of works) {
    await active.capacity();
    if (active.hasFailed()) break;
    active.begin(work);
  }
  await active.ended();
}

describe('active items', () => {
  it('never exceed the limit', async () => {
    let now = 0;
    let max = 0;
    const work = async (): Promise<void> => {
      now += 1;
      max = Math.max(max, now);
      await nextTurn();
      now -= 1;
    };
    await runAll({ active: 3, all: 10 }, Array(20).fill(work));
    expect(max).toBe(3);
  });

  it('share one read, which starts after all of them have requested it', async () => {
    const requested: number[] = [];
    const reads: number[] = [];
    const works = Array.from({ length: 10 }, (_, index) => async ({ batched }: Turn) => {
      await nextTurn();
      requested.push(index);
      const result = await batched('all', async () => {
        reads.push(requested.length);
        return 'a result';
      });
      expect(result).toBe('a result');
    });
    await runAll({ active: 2, all: 5 }, works);
    expect(reads).toEqual([5, 10]);
  });

  it('send a few at once, however many were read together', async () => {
    let now = 0;
    let max = 0;
    const work = async ({ batched, toSend }: Turn): Promise<void> => {
      await batched('before', async () => nextTurn());
      await toSend();
      now += 1;
      max = Math.max(max, now);
      await nextTurn();
      now -= 1;
      await batched('after', async () => nextTurn());
    };
    await runAll({ active: 3, all: 10 }, Array(25).fill(work));
    expect(max).toBe(3);
    expect(now).toBe(0);
  });

  it('free capacity once they have sent, so that one read verifies these and precedes the next', async () => {
    const reads: string[] = [];
    let number = 0;
    const works = Array.from({ length: 12 }, (_, index) => async ({ batched, toSend }: Turn) => {
      const read = (): Promise<number> => Promise.resolve((number += 1));
      const before = await batched('list', read);
      await toSend();
      const after = await batched('list', read);
      reads.push(`${index}: ${before}-${after}`);
    });
    await runAll({ active: 2, all: 4 }, works);
    const rounds = [0, 1, 2].map((round) =>
      [0, 1, 2, 3].map((place) => `${4 * round + place}: ${round + 1}-${round + 2}`),
    );
    expect(reads.toSorted()).toEqual(rounds.flat().toSorted());
  });

  it('wait for slow senders only until their patience ends', async () => {
    const finished: string[] = [];
    const { promise: sent, resolve: send } = Promise.withResolvers<undefined>();
    const quick = async ({ batched }: Turn): Promise<void> => {
      await batched('all', async () => nextTurn());
      finished.push('quick');
      send(undefined);
    };
    const slow = async ({ batched }: Turn): Promise<void> => {
      await sent;
      await batched('all', async () => nextTurn());
      finished.push('slow');
    };
    await runAll({ active: 4, all: 4, patience: 1 }, [slow, quick]);
    expect(finished).toEqual(['quick', 'slow']);
  });

  it('don’t deadlock if an item with a shared lane waits for a read', async () => {
    const lanes = createLanes();
    const works = Array.from({ length: 6 }, () => async ({ away, batched }: Turn) => {
      const release = await away(lanes.take(['one lane']));
      await batched('all', async () => nextTurn());
      release();
    });
    await runAll({ active: 2, all: 4 }, works);
  });

  it('end with the failure of one after all started items have ended', async () => {
    const ended: string[] = [];
    const fails = async (): Promise<void> => {
      throw new Error('The disk is full.');
    };
    const lasts = async (): Promise<void> => {
      await nextTurn();
      ended.push('done');
    };
    await expect(runAll({ active: 3, all: 3 }, [lasts, fails, lasts, lasts, lasts])).rejects.toThrow(
      'disk is full',
    );
    expect(ended).toEqual(['done']);
  });

  it('all fail if their shared read fails', async () => {
    const heard: unknown[] = [];
    const work = async ({ batched }: Turn): Promise<void> => {
      const read = async (): Promise<never> => {
        throw new Error('The tenant is unavailable.');
      };
      await batched('all', read).catch((error: unknown) => heard.push(error));
    };
    await runAll({ active: 2, all: 4 }, Array(4).fill(work));
    expect(heard).toHaveLength(4);
  });
});

describe('lanes', () => {
  it('hold up items that share one of them, in order, and no others', async () => {
    const lanes = createLanes();
    const order: string[] = [];
    const take = async (name: string, ...all: string[]) => {
      const release = await lanes.take(all);
      order.push(name);
      return release;
    };
    const first = take('first', 'a', 'b');
    const second = take('second', 'b', 'c');
    const third = take('third', 'c');
    await take('other', 'd');
    expect(order).toEqual(['first', 'other']);
    (await first)();
    (await second)();
    await third;
    expect(order).toEqual(['first', 'other', 'second', 'third']);
  });
});
