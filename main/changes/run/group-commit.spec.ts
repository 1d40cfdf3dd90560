import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
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

beforeEach(() => {
  const file = join(makeTemporaryFolder(), 'journal.sqlite');
  database = new DatabaseSync(file);
  database.exec('PRAGMA journal_mode = WAL; CREATE TABLE notes (text TEXT PRIMARY KEY) STRICT');
  other = new DatabaseSync(file, { readOnly: true });
  commits = 0;
  commit = createGroupCommit((work) => {
    commits += 1;
    return transaction(database, work);
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
