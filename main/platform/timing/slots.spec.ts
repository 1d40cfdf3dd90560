import { expect, it } from 'vitest';
import { createSlots } from './slots.ts';

const never = new AbortController().signal;

it('admits as many as there are slots, then the others in order of arrival', async () => {
  const slots = createSlots({ held: 1, waiting: 10 });
  const order: string[] = [];
  const release = await slots.take(never);
  const second = slots.take(never).then((free) => (order.push('second'), free));
  const third = slots.take(never).then((free) => (order.push('third'), free));
  expect(order).toEqual([]);
  release();
  (await second)();
  (await third)();
  expect(order).toEqual(['second', 'third']);
});

it('releases a slot once, even if released repeatedly', async () => {
  const slots = createSlots({ held: 1, waiting: 10 });
  const release = await slots.take(never);
  release();
  release();
  await slots.take(never);
  const waiting = new AbortController();
  const third = slots.take(waiting.signal);
  waiting.abort(new Error('still waiting'));
  await expect(third).rejects.toThrow('still waiting');
});

it('skips a waiter that aborts', async () => {
  const slots = createSlots({ held: 1, waiting: 10 });
  const release = await slots.take(never);
  const giving = new AbortController();
  const second = slots.take(giving.signal);
  const third = slots.take(never);
  giving.abort(new Error('enough'));
  await expect(second).rejects.toThrow('enough');
  release();
  expect(await third).toBeTypeOf('function');
});

it('rejects when too many are waiting', async () => {
  const slots = createSlots({ held: 1, waiting: 1 });
  await slots.take(never);
  void slots.take(never);
  await expect(slots.take(never)).rejects.toMatchObject({ code: 'rate-limited' });
});

it('keeps the slot of a holder whose signal aborts until it is released', async () => {
  const slots = createSlots({ held: 1, waiting: 10 });
  const holding = new AbortController();
  const release = await slots.take(holding.signal);
  const next = slots.take(never);
  holding.abort(new Error('canceled'));
  const first = await Promise.race([next.then(() => 'admitted'), resultOf('still waiting')]);
  expect(first).toBe('still waiting');
  release();
  expect(await next).toBeTypeOf('function');
});

it('does not admit a call that was already canceled', async () => {
  const slots = createSlots({ held: 1, waiting: 10 });
  await expect(slots.take(AbortSignal.abort(new Error('too late')))).rejects.toThrow('too late');
  expect(await slots.take(never)).toBeTypeOf('function');
});

/** A value after everything that is ready to run has run. */
function resultOf<Value>(value: Value): Promise<Value> {
  return new Promise((resolve) => setImmediate(() => resolve(value)));
}
