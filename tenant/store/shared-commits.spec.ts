import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createSharedCommits } from './shared-commits.ts';

let database: DatabaseSync;
beforeEach(() => {
  database = new DatabaseSync(':memory:');
  database.exec('CREATE TABLE note (text TEXT NOT NULL)');
});
afterEach(() => database.close());

const add = (text: string | null) => () => {
  database.prepare('INSERT INTO note VALUES (?)').run(text);
};
const notes = (): unknown[] =>
  database
    .prepare('SELECT text FROM note')
    .all()
    .map(({ text }) => text);

it('commits all work of one turn together, in order', async () => {
  const commits = createSharedCommits(database);
  const began: boolean[] = [];
  const watch = (work: () => void) => () => {
    began.push(database.isTransaction);
    work();
  };
  const done = [commits(watch(add('first'))), commits(watch(add('second')))];
  expect(notes()).toEqual([]);
  await Promise.all(done);
  expect(notes()).toEqual(['first', 'second']);
  expect(began).toEqual([true, true]);
});

it('rejects only the failing work, and keeps the rest', async () => {
  const commits = createSharedCommits(database);
  const half = (): void => {
    add('half')();
    add(null)();
  };
  const [before, failing, after] = await Promise.allSettled([
    commits(add('before')),
    commits(half),
    commits(add('after')),
  ]);
  expect(notes()).toEqual(['before', 'after']);
  expect([before.status, failing.status, after.status]).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(failing).toMatchObject({ reason: { code: 'ERR_SQLITE_ERROR' } });
});

it('rejects all work if the commit fails', async () => {
  const commits = createSharedCommits(database);
  const done = [commits(add('first')), commits(add('second'))];
  database.exec('DROP TABLE note');
  expect((await Promise.allSettled(done)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});
