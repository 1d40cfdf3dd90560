import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { loadMain } from './started-desk.ts';

function writeDatabase(file: string, version: number): void {
  const database = new DatabaseSync(file);
  database.exec(`PRAGMA user_version = ${version}; CREATE TABLE anything (text TEXT)`);
  database.close();
}

it('offers a copy of a profile from before the update, and starts again with it', async () => {
  const { electron, profileFolder, dispose } = await loadMain();
  writeDatabase(join(profileFolder, 'desk.sqlite'), 99);
  writeDatabase(join(profileFolder, 'desk.sqlite.before-update-2026-11-20T10-30-00'), 1);
  electron.app.becomeReady();
  expect(await electron.app.exited).toBe(1);
  expect(electron.windows).toEqual([]);
  expect(electron.messageBoxes).toEqual([
    expect.objectContaining({ buttons: ['Open copy', 'Quit'], defaultId: 0, cancelId: 1 }),
  ]);
  const copy = `${profileFolder}-2026-11-20T10-30-00`;
  expect(electron.app.relaunchArguments?.slice(-2)).toEqual(['--profile', copy]);
  expect(electron.app.relaunchArguments).not.toContain(profileFolder);
  expect(existsSync(join(copy, 'desk.sqlite'))).toBe(true);
  await rm(copy, { recursive: true });
  await dispose();
});
