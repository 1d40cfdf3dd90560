import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from '@playwright/test';
import { databaseFileName } from '../../main/platform/storage/database-file.ts';
import { deskOf, embeddedTenants, startAndEnd, startProgram } from './packed-program.ts';
import { unpackedProgram } from './unpacked-program.ts';

test.skip(process.platform !== 'linux', 'needs the program packed for Linux');

let folder: string;
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newer-profile-'));
});
test.afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

test('offers a copy of a profile that a newer version wrote, and works with it', async () => {
  const first = await startProgram(unpackedProgram, folder);
  const desk = await deskOf(first);
  const [tenantId] = await embeddedTenants(desk);
  await desk.queryLibrary.add({ name: 'From before the update', text: 'select 1' });
  expect(await first.stop()).toBe(0);
  const { profileFolder } = first;
  const file = join(profileFolder, databaseFileName);
  updateSchema(file, `${file}.before-update-2026-11-20T10-30-00`);
  const newer = await readFile(file);

  const { code, boxes, relaunchArguments = [] } = await startAndEnd(unpackedProgram, folder);
  const copy = `${profileFolder}-2026-11-20T10-30-00`;
  expect(code).toBe(1);
  expect(boxes).toEqual([
    expect.objectContaining({
      message: 'A newer version of Tenant Desk wrote this profile.',
      buttons: ['Open copy', 'Quit'],
    }),
  ]);
  expect(relaunchArguments.slice(-2)).toEqual(['--profile', copy]);
  expect(existsSync(join(copy, databaseFileName))).toBe(true);

  const again = await startProgram(unpackedProgram, folder, { profileFolder: copy });
  const library = (await deskOf(again)).queryLibrary;
  expect((await library.list({ tenantId })).queries).toMatchObject([{ name: 'From before the update' }]);
  await library.add({ name: 'In the copy', text: 'select 2' });
  expect(await again.stop()).toBe(0);
  expect(await readFile(file)).toEqual(newer);
});

/** What a newer version does at its first start: a backup, and a schema that this version doesn't know. */
function updateSchema(file: string, backup: string): void {
  using database = new DatabaseSync(file);
  database.prepare('VACUUM INTO ?').run(backup);
  database.exec('PRAGMA user_version = 99; CREATE TABLE of_the_newer_version (text TEXT)');
}
