import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DeskFailure } from '../../contract/errors/desk-failure.ts';
import type { SchemaSteps } from '../../main/platform/storage/schema-steps.ts';
import { listBackups, NewerProfile, openBackupAsCopy } from '../../main/platform/storage/profile-backups.ts';
import { emptyWriteAheadLog } from '../../main/platform/storage/database.ts';
import type { Profile } from '../../main/platform/storage/open-profile.ts';
import { databaseFileName } from '../../main/platform/storage/database-file.ts';
import { openProfile } from '../../main/platform/storage/open-profile.ts';
import { makeTemporaryFolder } from './desk-foundation.ts';
import { spawnScript } from './spawn-script.ts';

const notes: SchemaSteps = {
  noun: 'notes',
  steps: ['CREATE TABLE notes (text TEXT NOT NULL) STRICT'],
};
const notesOfTomorrow: SchemaSteps = {
  noun: 'notes',
  steps: [...notes.steps, 'ALTER TABLE notes ADD COLUMN color TEXT'],
};

let folder: string;
let opened: Profile[];

beforeEach(() => {
  folder = join(makeTemporaryFolder(), 'profile');
  opened = [];
});

afterEach(() => {
  for (const profile of opened) profile.close();
  rmSync(join(folder, '..'), { recursive: true, force: true });
});

function open(nouns: readonly SchemaSteps[] = [notes]): Profile {
  const profile = openProfile({ folder, nouns, now: () => 1 });
  opened.push(profile);
  return profile;
}

function failureOf(work: () => unknown): DeskFailure {
  try {
    work();
  } catch (error) {
    if (error instanceof DeskFailure) return error;
    throw error;
  }
  throw new Error('It did not fail.');
}

function fingerprint(name: string = databaseFileName): string {
  return createHash('sha256')
    .update(readFileSync(join(folder, name)))
    .digest('hex');
}

describe('a profile folder', () => {
  it.skipIf(process.platform === 'win32')('is accessible only to its owner', () => {
    open();
    expect(statSync(folder).mode & 0o077).toBe(0);
  });

  it.skipIf(process.platform === 'win32')(
    'that others could read is closed to them, with all its files',
    () => {
      const first = open();
      first.database.exec("INSERT INTO notes VALUES ('kept')");
      first.close();
      mkdirSync(join(folder, 'log'));
      writeFileSync(join(folder, 'log', 'desk.log'), '');
      for (const name of ['desk.sqlite', 'desk.lock', 'log', 'log/desk.log'])
        chmodSync(join(folder, name), 0o755);
      chmodSync(folder, 0o755);
      const { closedToOthers, database } = open();
      database.exec("INSERT INTO notes VALUES ('more')");
      expect(closedToOthers.toSorted()).toEqual([
        '.',
        'desk.lock',
        'desk.sqlite',
        'log',
        join('log', 'desk.log'),
      ]);
      const stillOpen = [folder, ...readdirSync(folder).map((name) => join(folder, name))].filter(
        (path) => (statSync(path).mode & 0o077) !== 0,
      );
      expect(stillOpen).toEqual([]);
      expect(existsSync(join(folder, 'desk.sqlite-wal'))).toBe(true);
    },
  );

  it.skipIf(process.platform === 'win32')('can be an existing empty one, with any permissions', () => {
    mkdirSync(folder);
    chmodSync(folder, 0o777);
    expect(open().closedToOthers).toEqual(['.']);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it.skipIf(process.platform === 'win32')(
    'is not created in a shared folder, which is rejected with the reason and left unchanged',
    () => {
      mkdirSync(folder);
      writeFileSync(join(folder, 'accounts.ods'), 'ours');
      for (const mode of [0o755, 0o1777]) {
        chmodSync(folder, mode);
        const rejection = failureOf(() => open());
        expect(rejection.error.code).toBe('storage-failed');
        expect(rejection.message).toContain('is shared with others');
        expect(statSync(folder).mode & 0o7777).toBe(mode);
        expect(readdirSync(folder)).toEqual(['accounts.ods']);
      }
    },
  );

  it('leaves no trace of deleted data', () => {
    const { database } = open();
    const gone = 'deleted-7f3c';
    database.exec(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500) INSERT INTO notes SELECT '${gone} ' || i FROM n`,
    );
    emptyWriteAheadLog(database);
    database.exec('DELETE FROM notes');
    emptyWriteAheadLog(database);
    const holding = readdirSync(folder).filter((name) => readFileSync(join(folder, name)).includes(gone));
    expect(holding).toEqual([]);
  });

  it('commits durably: write-ahead log, synchronous FULL, foreign keys', () => {
    const { database } = open();
    expect(database.prepare('PRAGMA journal_mode').get()).toMatchObject({ journal_mode: 'wal' });
    expect(database.prepare('PRAGMA synchronous').get()).toMatchObject({ synchronous: 2 });
    expect(database.prepare('PRAGMA foreign_keys').get()).toMatchObject({ foreign_keys: 1 });
  });

  it('is migrated step by step without data loss', () => {
    const before = open();
    before.database.exec("INSERT INTO notes VALUES ('kept')");
    before.close();
    const { database } = open([notesOfTomorrow]);
    expect(database.prepare('SELECT text, color FROM notes').all()).toMatchObject([
      { text: 'kept', color: null },
    ]);
  });

  it('is backed up before a migration, and never without one', () => {
    const before = open();
    before.database.exec("INSERT INTO notes VALUES ('before the update')");
    before.close();
    open().close();
    expect(listBackups(folder)).toEqual([]);
    open([notesOfTomorrow]).database.exec('DELETE FROM notes');
    const [backup, ...more] = listBackups(folder);
    expect(more).toEqual([]);
    if (backup === undefined) throw new Error('There is no backup.');
    expect(statSync(backup.file).mode & 0o777).toBe(0o600);
    const reader = new DatabaseSync(backup.file, { readOnly: true });
    expect(reader.prepare('SELECT * FROM notes').all()).toMatchObject([{ text: 'before the update' }]);
    reader.close();
  });

  it('keeps the two newest backups', () => {
    const steps = [...notes.steps];
    for (const day of [1, 2, 3, 4]) {
      openProfile({ folder, nouns: [{ noun: 'notes', steps }], now: () => Date.UTC(2026, 0, day) }).close();
      steps.push(`CREATE TABLE more_${day} (text TEXT) STRICT`);
    }
    expect(listBackups(folder).map(({ madeAt }) => new Date(madeAt).toISOString().slice(0, 10))).toEqual([
      '2026-01-04',
      '2026-01-03',
    ]);
  });

  it('that can’t be backed up is not migrated', () => {
    open().close();
    // A folder in the way, as a full disk would be: nothing can be written there.
    mkdirSync(join(folder, `${databaseFileName}.backup-in-progress`));
    expect(failureOf(() => open([notesOfTomorrow])).code).toBe('storage-failed');
    expect(() => open()).not.toThrow();
  });

  it('of a newer version is opened as a copy of its backup, and stays as it is', () => {
    const before = open();
    before.database.exec("INSERT INTO notes VALUES ('before the update')");
    before.close();
    open([notesOfTomorrow]).close();
    const original = fingerprint();
    const error = failureOf(open);
    if (!(error instanceof NewerProfile) || error.backup === undefined)
      throw new Error('It names no backup.');
    const copy = openBackupAsCopy(error.backup);
    expect(copy).not.toBe(folder);
    const opening = { folder: copy, nouns: [notes], now: () => 1 };
    const first = openProfile(opening);
    expect(first.database.prepare('SELECT * FROM notes').all()).toMatchObject([
      { text: 'before the update' },
    ]);
    first.database.exec("INSERT INTO notes VALUES ('in the copy')");
    first.close();
    // Asked again, the copy still has what was done in it.
    const again = openProfile({ ...opening, folder: openBackupAsCopy(error.backup) });
    opened.push(again);
    expect(again.database.prepare('SELECT * FROM notes').all()).toHaveLength(2);
    expect(fingerprint()).toBe(original);
  });

  it('of a newer version names no backup that this version can’t read either', () => {
    open([notesOfTomorrow]).close();
    open([
      { ...notesOfTomorrow, steps: [...notesOfTomorrow.steps, 'CREATE TABLE third (text TEXT) STRICT'] },
    ]).close();
    expect(listBackups(folder)).toHaveLength(1);
    expect(failureOf(open)).toMatchObject({ backup: undefined });
  });

  it('of a newer version is rejected, with its file unchanged', () => {
    open().close();
    const file = new DatabaseSync(join(folder, databaseFileName));
    file.exec('PRAGMA user_version = 99');
    file.close();
    const before = fingerprint();
    const error = failureOf(open);
    expect(error.code).toBe('profile-version-unknown');
    expect(error.message).toContain(folder);
    expect(fingerprint()).toBe(before);
  });

  it('with a migration of an unknown noun is rejected, with its file unchanged', () => {
    open([notesOfTomorrow]).close();
    const before = fingerprint();
    expect(failureOf(open).code).toBe('profile-version-unknown');
    expect(fingerprint()).toBe(before);
  });

  it('of a newer version can be opened again by that version', () => {
    open([notesOfTomorrow]).close();
    failureOf(open);
    expect(() => open([notesOfTomorrow])).not.toThrow();
  });

  it('with another file in place of its database renames that file, starts empty, and reports it', () => {
    open().close();
    const file = join(folder, databaseFileName);
    writeFileSync(file, 'This is a text about something else. '.repeat(100));
    const before = fingerprint();
    const { damageReports, database } = open();
    expect(database.prepare('SELECT * FROM notes').all()).toEqual([]);
    const { savedAs } = damageReports.unseen() ?? { savedAs: '' };
    expect(savedAs).toMatch(/^desk\.sqlite\.damaged-/);
    expect(fingerprint(savedAs)).toBe(before);
  });

  it('with an empty database is new if there is nothing else, and damaged if there is other data', () => {
    mkdirSync(folder, { mode: 0o700 });
    writeFileSync(join(folder, databaseFileName), '');
    const begun = open();
    expect(begun.damageReports.unseen()).toBeUndefined();
    begun.close();
    mkdirSync(join(folder, 'sandbox'));
    writeFileSync(join(folder, databaseFileName), '');
    expect(open().damageReports.unseen()?.savedAs).toMatch(/^desk\.sqlite\.damaged-/);
  });

  it('never creates an empty database, however short its first start', () => {
    const { database } = open();
    database.close();
    expect(statSync(join(folder, databaseFileName)).size).toBeGreaterThan(0);
    expect(readdirSync(folder).filter((name) => name.includes('.new'))).toEqual([]);
  });

  it.each(['desk.sqlite-wal', 'desk.sqlite', 'nothing yet'])(
    'that was being saved when the program ended is saved all the same: renamed was %s',
    (last) => {
      const first = open();
      first.database.exec("INSERT INTO notes VALUES ('kept')");
      first.close();
      const file = join(folder, databaseFileName);
      writeFileSync(join(folder, 'desk.damaged'), '');
      const second = open();
      const savedAs = second.damageReports.unseen()?.savedAs ?? '';
      second.close();
      // Back to how it was in the middle: all rows saved, and not all names changed.
      renameSync(file, `${file}.salvaged`);
      if (last !== 'desk.sqlite') renameSync(join(folder, savedAs), file);
      if (last === 'nothing yet') writeFileSync(`${file}-wal`, '');
      const { database, damageReports } = open();
      expect(database.prepare('SELECT text FROM notes').all()).toMatchObject([{ text: 'kept' }]);
      expect(damageReports.unseen()?.savedAs).toBe(savedAs);
      expect(existsSync(join(folder, savedAs))).toBe(true);
      expect(existsSync(`${file}.salvaged`)).toBe(false);
    },
  );

  it('whose migration fails stays at the step before', () => {
    open().close();
    const broken: SchemaSteps = { noun: 'notes', steps: [...notes.steps, 'ALTER TABLE nothing ADD x'] };
    expect(failureOf(() => open([broken])).code).toBe('storage-failed');
    expect(() => open()).not.toThrow();
  });

  it('is not shared within a process', () => {
    open();
    expect(failureOf(open)).toMatchObject({
      code: 'profile-in-use',
      message: expect.stringContaining('in use by another Tenant Desk'),
    });
  });

  it('with a damaged lock is locked again, and not reported as in use', () => {
    open().close();
    writeFileSync(join(folder, 'desk.lock'), 'no database at all '.repeat(300));
    open();
    expect(failureOf(open).message).toContain('in use by another Tenant Desk');
  });

  it('is not shared with another process, and is free again when that one is killed', async () => {
    const other = spawnScript('hold-profile.ts', [folder]);
    expect(await other.nextLine()).toBe('open');
    expect(failureOf(open).message).toContain('in use by another Tenant Desk');
    await other.kill();
    expect(() => open()).not.toThrow();
  });

  it('that cannot be created is an error with its name', () => {
    writeFileSync(folder, 'a file');
    const error = failureOf(open);
    expect(error.code).toBe('storage-failed');
    expect(error.message).toContain(folder);
    expect(existsSync(join(folder, databaseFileName))).toBe(false);
  });
});
