import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeTemporaryFolder } from '../../../test/integration/desk-foundation.ts';
import { transaction } from '../../platform/storage/database.ts';
import type { Commit } from './group-commit.ts';
import { createGroupCommit } from './group-commit.ts';

let database: DatabaseSync;
/** Sees only what is committed, as the next start after a crash would. */
let other: DatabaseSync;
let commits: number;
let commit: Commit;
/** In milliseconds. */
let now: number;

beforeEach(() => {
  const file = join(makeTemporaryFolder(), 'journal.sqlite');
  database = new DatabaseSync(file);
  database.exec('PRAGMA journal_mode = WAL; CREATE TABLE notes (text TEXT PRIMARY KEY) STRICT');
  other = new DatabaseSync(file, { readOnly: true });
  commits = 0;
  now = 0;
  commit = createGroupCommit({
    transaction(work) {
      commits += 1;
      return transaction(database, work);
    },
    maxWaiting: 4,
    clock: () => now,
  });
});
afterEach(() => {
  other.close();
  database.close();
});

const note = (text: string) => () => {
  database.prepare('INSERT INTO notes VALUES (?)').run(text);
  return text;
};
const stored = (): unknown[] =>
  other
    .prepare('SELECT text FROM notes ORDER BY rowid')
    .all()
    .map(({ text }) => text);

it('has stored everything in one commit and in order when the first promise resolves', async () => {
  const texts = ['one', 'two', 'three'];
  const seen = texts.map(async (text) => {
    expect(await commit(note(text))).toBe(text);
    return stored();
  });
  expect(stored()).toEqual([]);
  expect(await Promise.all(seen)).toEqual([texts, texts, texts]);
  expect(commits).toBe(1);
});

it('commits the other work if one fails, and rejects only that one', async () => {
  const heard = await Promise.allSettled([commit(note('one')), commit(note('one')), commit(note('two'))]);
  expect(heard.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(stored()).toEqual(['one', 'two']);
});

it('stores nothing of work that fails midway', async () => {
  const fails = (): never => {
    note('half')();
    throw new Error('The disk is full.');
  };
  await expect(commit(fails)).rejects.toThrow('disk is full');
  await commit(note('next'));
  expect(stored()).toEqual(['next']);
});

/** So many turns of the event loop, each of which keeps the thread busy for a while. */
async function beBusy(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) {
    now += 2;
    await nextTurn();
  }
}

it('waits for writes that are requested a little later while the thread is busy', async () => {
  const first = commit(note('first'));
  await beBusy(4);
  expect(commits).toBe(0);
  await Promise.all([first, commit(note('second'))]);
  expect(stored()).toEqual(['first', 'second']);
  expect(commits).toBe(1);
});

it('doesn’t wait if all active items have requested a commit', async () => {
  const all = Promise.all(['one', 'two', 'three', 'four'].map((text) => commit(note(text))));
  await beBusy(2);
  expect(commits).toBe(1);
  await all;
});

it('waits only a short time, however busy the thread is', async () => {
  const one = commit(note('one'));
  await beBusy(20);
  expect(stored()).toEqual(['one']);
  await one;
});
