import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CrashReporterStartOptions } from 'electron';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { noPolicy } from '../../policy/managed-policy.ts';
import { collectCrashReports, removeOldCrashReports, writesCrashReports } from './crash-reports.ts';

let folder: string;

beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'crash-reports-')), 'profile', 'crashes');
});

afterEach(() => rm(join(folder, '..', '..'), { recursive: true }));

it('are stored in a private folder, and not uploaded', async () => {
  const paths: string[] = [];
  const started: CrashReporterStartOptions[] = [];
  collectCrashReports({
    app: { setPath: (name, path) => void paths.push(`${name} ${path}`) },
    crashReporter: { start: (options) => void started.push(options) },
    folder,
  });
  expect(paths).toEqual([`crashDumps ${folder}`]);
  expect(started).toEqual([{ uploadToServer: false, ignoreSystemCrashHandler: true }]);
  expect((await stat(folder)).isDirectory()).toBe(true);
  if (process.platform !== 'win32') expect((await stat(folder)).mode & 0o077).toBe(0);
});

it('are limited to the newest five, with their companion files', async () => {
  const completed = join(folder, 'completed');
  await mkdir(completed, { recursive: true });
  for (let day = 1; day <= 8; day += 1) {
    for (const ending of ['dmp', 'meta']) {
      const file = join(completed, `report-${day}.${ending}`);
      await writeFile(file, '');
      await utimes(file, day * 86_400, day * 86_400);
    }
  }
  await writeFile(join(folder, 'settings.dat'), '');
  await removeOldCrashReports(folder);
  const remaining = [4, 5, 6, 7, 8].flatMap((day) => [`report-${day}.dmp`, `report-${day}.meta`]);
  expect((await readdir(completed)).toSorted()).toEqual(remaining);
  expect(await readdir(folder)).toContain('settings.dat');
});

it('are none if there was no crash', async () => {
  await removeOldCrashReports(folder);
  await mkdir(folder, { recursive: true });
  expect(await readdir(folder)).toEqual([]);
});

it('are written by an installed program only if the person chose it, and always during development', () => {
  const written = (isPackaged: boolean, isChosen: boolean) =>
    writesCrashReports({ isPackaged, policy: noPolicy, readChosen: () => isChosen });
  expect([written(true, false), written(true, true), written(false, false)]).toEqual([false, true, true]);
});
