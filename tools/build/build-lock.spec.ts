import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { whileBuildLocked } from './build-lock.ts';

it('runs one at a time, and continues with the next when one fails', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'build-lock-'));
  const order: string[] = [];
  const holding = Promise.withResolvers<undefined>();
  const first = whileBuildLocked(folder, async () => {
    order.push('first in');
    await holding.promise;
    order.push('first out');
    throw new Error('the build is broken');
  });
  const second = whileBuildLocked(folder, async () => void order.push('second in'));
  holding.resolve(undefined);
  await expect(first).rejects.toThrow('the build is broken');
  await second;
  expect(order).toEqual(['first in', 'first out', 'second in']);
  await rm(folder, { recursive: true });
});
