import { expect, it } from 'vitest';
import { inOrder } from './in-order.ts';

const collect = async <Answer>(answers: AsyncIterable<Answer>): Promise<Answer[]> => {
  const collected: Answer[] = [];
  for await (const answer of answers) collected.push(answer);
  return collected;
};

it('answers in the order of the items, whichever is done first, with no more at once than allowed', async () => {
  const gates = [0, 1, 2, 3, 4].map(() => Promise.withResolvers<undefined>());
  let held = 0;
  let most = 0;
  const answers = collect(
    inOrder([0, 1, 2, 3, 4], 3, async (item) => {
      held += 1;
      most = Math.max(most, held);
      await gates[item]?.promise;
      held -= 1;
      return item;
    }),
  );
  for (const gate of gates.toReversed()) gate.resolve(undefined);
  expect(await answers).toEqual([0, 1, 2, 3, 4]);
  expect(most).toBe(3);
});

it('begins nothing more after a failure, and waits for what is under way', async () => {
  const begun: number[] = [];
  let isDone = false;
  const slow = Promise.withResolvers<undefined>();
  const answers = collect(
    inOrder([0, 1, 2, 3], 2, async (item) => {
      begun.push(item);
      if (item === 0) throw new Error('refused');
      await slow.promise;
      isDone = true;
    }),
  );
  slow.resolve(undefined);
  await expect(answers).rejects.toThrow('refused');
  expect(begun).toEqual([0, 1]);
  expect(isDone).toBe(true);
});

it('takes an item only when there is room for it', async () => {
  const taken: number[] = [];
  function* items(): Generator<number> {
    for (const item of [0, 1, 2]) {
      taken.push(item);
      yield item;
    }
  }
  const answers = inOrder(items(), 1, async (item) => item);
  expect((await answers.next()).value).toBe(0);
  expect(taken).toEqual([0]);
  await answers.return(undefined);
  expect(taken).toEqual([0]);
});
