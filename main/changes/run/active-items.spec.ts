import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createLanes } from './lanes.ts';
import type { Turn, Width } from './active-items.ts';
import { createActiveItems } from './active-items.ts';

/** Begins so many items as there is room, as a run does. */
async function runAll(width: Width, works: readonly ((turn: Turn) => Promise<void>)[]): Promise<void> {
  const underWay = createActiveItems(width);
  for (const work of works) {
    await underWay.room();
    if (underWay.hasFailed()) break;
    underWay.begin(work);
  }
  await underWay.ended();
}

describe('items that are under way', () => {
  it('are no more at once than there is room for', async () => {
    let now = 0;
    let most = 0;
    const work = async (): Promise<void> => {
      now += 1;
      most = Math.max(most, now);
      await nextTurn();
      now -= 1;
    };
    await runAll({ active: 3, all: 10 }, Array(20).fill(work));
    expect(most).toBe(3);
  });

  it('share one read, which begins after all of them have asked', async () => {
    const asked: number[] = [];
    const reads: number[] = [];
    const works = Array.from({ length: 10 }, (_, index) => async ({ gathered }: Turn) => {
      await nextTurn();
      asked.push(index);
      const answer = await gathered('all', async () => {
        reads.push(asked.length);
        return 'an answer';
      });
      expect(answer).toBe('an answer');
    });
    await runAll({ active: 2, all: 5 }, works);
    expect(reads).toEqual([5, 10]);
  });

  it('send a few at once, however many were looked at together', async () => {
    let now = 0;
    let most = 0;
    const work = async ({ gathered, toSend }: Turn): Promise<void> => {
      await gathered('before', async () => nextTurn());
      await toSend();
      now += 1;
      most = Math.max(most, now);
      await nextTurn();
      now -= 1;
      await gathered('after', async () => nextTurn());
    };
    await runAll({ active: 3, all: 10 }, Array(25).fill(work));
    expect(most).toBe(3);
    expect(now).toBe(0);
  });

  it('make room for the next once they have sent: what those look at before is what these look at after', async () => {
    const reads: string[] = [];
    let number = 0;
    const works = Array.from({ length: 12 }, (_, index) => async ({ gathered, toSend }: Turn) => {
      const read = (): Promise<number> => Promise.resolve((number += 1));
      const before = await gathered('list', read);
      await toSend();
      const after = await gathered('list', read);
      reads.push(`${index}: ${before}-${after}`);
    });
    await runAll({ active: 2, all: 4 }, works);
    const rounds = [0, 1, 2].map((round) =>
      [0, 1, 2, 3].map((place) => `${4 * round + place}: ${round + 1}-${round + 2}`),
    );
    expect(reads.toSorted()).toEqual(rounds.flat().toSorted());
  });

  it('wait no longer than they have patience for those that still send', async () => {
    const told: string[] = [];
    const { promise: sent, resolve: send } = Promise.withResolvers<undefined>();
    const quick = async ({ gathered }: Turn): Promise<void> => {
      await gathered('all', async () => nextTurn());
      told.push('quick');
      send(undefined);
    };
    const slow = async ({ gathered }: Turn): Promise<void> => {
      await sent;
      await gathered('all', async () => nextTurn());
      told.push('slow');
    };
    await runAll({ active: 4, all: 4, patience: 1 }, [slow, quick]);
    expect(told).toEqual(['quick', 'slow']);
  });

  it('wait neither for each other nor for ever where one that shares a lane waits for a read', async () => {
    const lanes = createLanes();
    const works = Array.from({ length: 6 }, () => async ({ away, gathered }: Turn) => {
      const release = await away(lanes.take(['one lane']));
      await gathered('all', async () => nextTurn());
      release();
    });
    await runAll({ active: 2, all: 4 }, works);
  });

  it('end with the failure of one, when all that were begun are through', async () => {
    const ended: string[] = [];
    const fails = async (): Promise<void> => {
      throw new Error('The disk is full.');
    };
    const lasts = async (): Promise<void> => {
      await nextTurn();
      ended.push('through');
    };
    await expect(runAll({ active: 3, all: 3 }, [lasts, fails, lasts, lasts, lasts])).rejects.toThrow(
      'disk is full',
    );
    expect(ended).toEqual(['through']);
  });

  it('all hear that a read which they share failed', async () => {
    const heard: unknown[] = [];
    const work = async ({ gathered }: Turn): Promise<void> => {
      const read = async (): Promise<never> => {
        throw new Error('The tenant cannot be asked.');
      };
      await gathered('all', read).catch((error: unknown) => heard.push(error));
    };
    await runAll({ active: 2, all: 4 }, Array(4).fill(work));
    expect(heard).toHaveLength(4);
  });
});

describe('lanes', () => {
  it('hold up what shares one of them, in the order in which it came, and nothing else', async () => {
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
    await take('elsewhere', 'd');
    expect(order).toEqual(['first', 'elsewhere']);
    (await first)();
    (await second)();
    await third;
    expect(order).toEqual(['first', 'elsewhere', 'second', 'third']);
  });
});
