import { expect, it } from 'vitest';
import { inOrder } from './in-order.ts';

const collect = async <Answer>(responses: AsyncIterable<Answer>): Promise<Answer[]> => {
  const collected: Answer[] = [];
  for await (const response of responses) collected.push(response);
  return collected;
};

it('yields results in item order regardless of completion order, within the concurrency limit', async () => {
  const gates = [0, 1, 2, 3, 4].map(() => Promise.withResolvers<undefined>());
  let held = 0;
  let maxHeld = 0;
  const responses = collect(
    inOrder([0, 1, 2, 3, 4], 3, async (item) => {
      held += 1;
      maxHeld = Math.max(maxHeld, held);
      await gates[item]?.promise;
      held -= 1;
      return item;
    }),
  );
  for (const gate of gates.toReversed()) gate.resolve(undefined);
  expect(await responses).toEqual([0, 1, 2, 3, 4]);
  expect(maxHeld).toBe(3);
});

it('starts nothing more after a failure, and waits for running work', async () => {
  const begun: number[] = [];
  let isDone = false;
  const slow = Promise.withResolvers<undefined>();
  const responses = collect(
    inOrder([0, 1, 2, 3], 2, async (item) => {
      begun.push(item);
      if (item === 0) throw new Error('rejected');
      await slow.promise;
      isDone = true;
    }),
  );
  slow.resolve(undefined);
  await expect(responses).rejects.toThrow('rejected');
  expect(begun).toEqual([0, 1]);
  expect(isDone).toBe(true);
});

it('pulls an item only when it can be started', async () => {
  const taken: number[] = [];
  function* items(): Generator<number> {
    for (const item of [0, 1, 2]) {
      taken.push(item);
      yield item;
    }
  }
  const responses = inOrder(items(), 1, async (item) => item);
  expect((await responses.next()).value).toBe(0);
  expect(taken).toEqual([0]);
  await responses.return(undefined);
  expect(taken).toEqual([0]);
});
