import { expect, it } from 'vitest';
import { RowBlocks } from './row-blocks.ts';

/** Blocks of ten rows of a table of 1,000, each loaded when `respond` is called. */
function ofTable() {
  const requests: { readonly first: number; readonly respond: () => Promise<void> }[] = [];
  const failures: unknown[] = [];
  let rowCount = 1000;
  let content = 'row';
  const blocks = new RowBlocks<string>({
    blockSize: 10,
    fetch(first, count) {
      const { promise, resolve } = Promise.withResolvers<undefined>();
      requests.push({
        first,
        respond: async () => {
          resolve(undefined);
          await new Promise(setImmediate);
        },
      });
      return promise.then(() => {
        if (content === '') throw new Error('gone');
        return { rows: Array.from({ length: count }, (_, at) => `${content} ${first + at}`), rowCount };
      });
    },
    onarrived: (rows) => (rowCount = rows),
    onfailed: (error) => failures.push(error),
  });
  return {
    ...{ blocks, requests, failures },
    respondToAll: async () => {
      for (const { respond } of requests) await respond();
    },
    change: (next: string) => (content = next),
  };
}

it('loads the block of a requested row, once', async () => {
  const { blocks, requests, respondToAll } = ofTable();
  expect([blocks.row(15), blocks.row(16), blocks.row(15)]).toEqual([undefined, undefined, undefined]);
  expect(requests.map(({ first }) => first)).toEqual([10]);
  await respondToAll();
  expect([blocks.row(10), blocks.row(19)]).toEqual(['row 10', 'row 19']);
  expect(requests).toHaveLength(1);
});

it('loads the latest request first, and cancels requests for rows that were scrolled past', async () => {
  const { blocks, requests, respondToAll } = ofTable();
  for (let row = 0; row < 500; row += 10) blocks.row(row);
  expect(requests.map(({ first }) => first)).toEqual([0, 10, 20]);
  await respondToAll();
  await respondToAll();
  expect(requests.map(({ first }) => first)).toEqual([0, 10, 20, 490, 480, 470, 460, 450, 440]);
});

it('keeps a limited number of blocks, and always the first', async () => {
  const { blocks, requests, respondToAll } = ofTable();
  for (let row = 0; row < 1000; row += 10) {
    blocks.row(row);
    await respondToAll();
  }
  const before = requests.length;
  expect([blocks.row(0), blocks.row(999), blocks.row(10)]).toEqual(['row 0', 'row 999', undefined]);
  expect(requests.slice(before).map(({ first }) => first)).toEqual([10]);
});

it('reloads blocks that have changed', async () => {
  const { blocks, respondToAll, change } = ofTable();
  for (const row of [0, 10, 20]) blocks.row(row);
  await respondToAll();
  change('new');
  blocks.forget(15);
  expect([blocks.row(9), blocks.row(15), blocks.row(20)]).toEqual(['row 9', undefined, undefined]);
  await respondToAll();
  expect(blocks.row(15)).toBe('new 15');
});

it('reports a failure once, and requests no more', async () => {
  const { blocks, requests, failures, respondToAll, change } = ofTable();
  change('');
  blocks.row(0);
  await respondToAll();
  expect(failures).toEqual([new Error('gone')]);
  blocks.row(50);
  expect(requests).toHaveLength(1);
});
