import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeTemporaryFolder } from '../../../test/integration/desk-foundation.ts';
import { transaction } from '../../platform/storage/database.ts';
import type { Commit } from './group-commit.ts';
import { createGroupCommit } from './group-commit.ts';

let database: DatabaseSync;
/** Sees what is committed and nothing else, as the next start after a crash would. */
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
    most: 4,
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
const kept = (): unknown[] =>
  other
    .prepare('SELECT text FROM notes ORDER BY rowid')
    .all()
    .map(({ text }) => text);

it('has all of it on the disk, in one commit and in its order, when anybody hears of it', async () => {
  const texts = ['one', 'two', 'three'];
  const seen = texts.map(async (text) => {
    expect(await commit(note(text))).toBe(text);
    return kept();
  });
  expect(kept()).toEqual([]);
  expect(await Promise.all(seen)).toEqual([texts, texts, texts]);
  expect(commits).toBe(1);
});

it('keeps the work of others where that of one fails, and tells that one alone', async () => {
  const heard = await Promise.allSettled([commit(note('one')), commit(note('one')), commit(note('two'))]);
  expect(heard.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(kept()).toEqual(['one', 'two']);
});

it('keeps nothing of work that fails half-way', async () => {
  const fails = (): never => {
    note('half')();
    throw new Error('The disk is full.');
  };
  await expect(commit(fails)).rejects.toThrow('disk is full');
  await commit(note('next'));
  expect(kept()).toEqual(['next']);
});

/** So many turns of this thread, in each of which answers keep it busy for a while. */
async function beBusy(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) {
    now += 2;
    await nextTurn();
  }
}

it('waits for what is asked for a little later, as long as there is something else to be done', async () => {
  const first = commit(note('first'));
  await beBusy(4);
  expect(commits).toBe(0);
  await Promise.all([first, commit(note('second'))]);
  expect(kept()).toEqual(['first', 'second']);
  expect(commits).toBe(1);
});

it('waits for nobody where all that are under way have asked', async () => {
  const all = Promise.all(['one', 'two', 'three', 'four'].map((text) => commit(note(text))));
  await beBusy(2);
  expect(commits).toBe(1);
  await all;
});

it('waits for a moment only, however much there is to be done', async () => {
  const one = commit(note('one'));
  await beBusy(20);
  expect(kept()).toEqual(['one']);
  await one;
});
