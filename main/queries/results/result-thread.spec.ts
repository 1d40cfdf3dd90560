import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ResultThread } from './result-thread.ts';
import { createResultThread } from './result-thread.ts';

let folder: string;
let thread: ResultThread;
const { signal } = new AbortController();
const view = { sort: null, filters: [] };

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'desk-thread-'));
  thread = createResultThread();
});

afterEach(async () => {
  await thread.end();
  rmSync(folder, { recursive: true, force: true });
});

const bytesOf = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
const response = (...rows: object[]) =>
  bytesOf({ success: true, Result: { FullCount: rows.length, Results: rows.map((Row) => ({ Row })) } });

it('stores the rows of a response and returns a summary', async () => {
  const path = join(folder, 'a.sqlite');
  const read = await thread.readPage(response({ a: 1, b: 'x' }, { a: 2, c: null }), signal);
  expect(read).toMatchObject({
    ok: true,
    value: {
      success: true,
      Result: { FullCount: 2, Results: { count: 2, names: ['a', 'b', 'c'], isUniform: false } },
    },
  });
  const { page } = (read as { value: { Result: { Results: { page: number } } } }).value.Result.Results;
  await thread.call('storePage', { path, page, skipped: 1, names: ['a', 'c'] });
  expect((await thread.call('window', { path, view, first: 0, count: 10 })).rows).toEqual([[2, null]]);
});

it('recognizes equal pages', async () => {
  const of = async (bytes: Uint8Array) =>
    (
      (await thread.readPage(bytes, signal)) as unknown as {
        value: { Result: { Results: { hash: string; isUniform: boolean } } };
      }
    ).value.Result.Results;
  const [one, same, other] = [
    await of(response({ a: 1 }, { a: 1 })),
    await of(response({ a: 1 }, { a: 1 })),
    await of(response({ a: 1 })),
  ];
  expect([one.hash === same.hash, one.hash === other.hash, one.isUniform]).toEqual([true, false, true]);
});

it.each([
  [{ success: false, Message: 'no' }],
  [{ success: true, Result: { Results: 'none' } }],
  [{ success: true, Result: { Results: [{ Row: 1 }] } }],
  [[1, 2]],
  [null],
])('returns a response without rows unchanged: %j', async (value) => {
  expect(await thread.readPage(bytesOf(value), signal)).toEqual({ ok: true, value });
});

it('reports invalid JSON', async () => {
  expect(await thread.readPage(new TextEncoder().encode('<html>'), signal)).toMatchObject({ ok: false });
});

it('reports disk errors and keeps running', async () => {
  writeFileSync(join(folder, 'broken.sqlite'), 'x'.repeat(10_000));
  const request = { view, first: 0, count: 1 };
  await expect(
    thread.call('window', { path: join(folder, 'broken.sqlite'), ...request }),
  ).rejects.toMatchObject({
    error: { code: 'storage-damaged' },
  });
  await expect(thread.call('window', { path: join(folder, 'no', 'such'), ...request })).rejects.toThrow();
  expect(await thread.call('window', { path: join(folder, 'a.sqlite'), ...request })).toMatchObject({
    rowCount: 0,
  });
});

it('returns a table in pieces, and releases a canceled one', async () => {
  const path = join(folder, 'a.sqlite');
  const rows = Array.from({ length: 2500 }, (_, a) => ({ a }));
  const read = (await thread.readPage(response(...rows), signal)) as {
    value: { Result: { Results: { page: number } } };
  };
  const { page } = read.value.Result.Results;
  await thread.call('storePage', { path, page, skipped: 0, names: ['a'] });
  const table = await thread.call('beginTable', { path, view, format: 'csv', names: ['a'] });
  const pieces: number[] = [];
  for (;;) {
    const piece = await thread.call('nextPiece', { table });
    if (piece === undefined) break;
    pieces.push(piece.rows);
  }
  const written = Array.from({ length: 12 }, (_, at) => 200 * (at + 1));
  expect(pieces).toEqual([0, ...written, 2500, 2500]);
  await thread.call('endTable', { table });
  const other = await thread.call('beginTable', { path, view, format: 'csv', names: ['a'] });
  await thread.call('endTable', { table: other });
  expect(await thread.call('nextPiece', { table: other })).toBeUndefined();
});
