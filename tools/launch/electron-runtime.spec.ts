import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { RuntimeFinderOptions } from './electron-runtime.ts';
import { findElectronRuntime } from './electron-runtime.ts';
import type { InstallOutcome } from './install-electron.ts';

let folder: string;
let options: RuntimeFinderOptions;
let downloads: number;
let now: number;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'electron-runtime-'));
  await writeFile(join(folder, 'install.js'), '');
  downloads = 0;
  now = 1_000_000;
  options = {
    packageFolder: folder,
    platform: 'linux',
    failureFile: join(folder, 'cache', 'failure.json'),
    now: () => now,
    isWanted: false,
    env: {},
    install: () => {
      downloads += 1;
      return Promise.resolve({ kind: 'failed', reason: 'releases.example answered 404' });
    },
  };
});

afterEach(() => rm(folder, { recursive: true }));

async function installRuntime(): Promise<InstallOutcome> {
  await mkdir(join(folder, 'dist'));
  await writeFile(join(folder, 'dist', 'electron'), '');
  await writeFile(join(folder, 'path.txt'), 'electron');
  return { kind: 'installed' };
}

it('finds a runtime that is installed without downloading anything', async () => {
  await installRuntime();
  expect(await findElectronRuntime(options)).toEqual({
    state: 'present',
    executable: join(folder, 'dist', 'electron'),
  });
  expect(downloads).toBe(0);
});

it('does not trust a note of a runtime that is not there', async () => {
  await writeFile(join(folder, 'path.txt'), 'electron');
  expect(await findElectronRuntime(options)).toMatchObject({ state: 'absent' });
});

it('does not trust a runtime that was not unpacked to its end', async () => {
  await installRuntime();
  await rm(join(folder, 'path.txt'));
  expect(await findElectronRuntime(options)).toMatchObject({ state: 'absent' });
});

it('downloads one where that works', async () => {
  const runtime = await findElectronRuntime({ ...options, install: installRuntime });
  expect(runtime.state).toBe('present');
});

it('says why a download failed and how to try again, and waits for no other within minutes', async () => {
  const why = (when: string): object => ({
    state: 'absent',
    reason: `its runtime could not be downloaded${when}: releases.example answered 404; "npm start -- --electron" tries again at once`,
  });
  expect(await findElectronRuntime(options)).toEqual(why(''));
  expect(await findElectronRuntime(options)).toEqual(why(' just now'));
  now += 9 * 60_000;
  expect(await findElectronRuntime(options)).toEqual(why(' 9 minutes ago'));
  expect(downloads).toBe(1);
  now += 60_000;
  await findElectronRuntime(options);
  expect(downloads).toBe(2);
});

it('tries again at once when Electron is asked for', async () => {
  await findElectronRuntime(options);
  await findElectronRuntime({ ...options, isWanted: true });
  expect(downloads).toBe(2);
});

it('forgets a failure that lies in the future, as after the clock was set back', async () => {
  await findElectronRuntime(options);
  now -= 3_600_000;
  await findElectronRuntime(options);
  expect(downloads).toBe(2);
});

it('says why a download failed also where that cannot be remembered', async () => {
  await writeFile(join(folder, 'cache'), 'a file in the place of the folder');
  expect(await findElectronRuntime(options)).toMatchObject({ reason: expect.stringContaining('404') });
});

it('does not take a download that was stopped for one that failed', async () => {
  const stopped = { ...options, install: () => Promise.resolve({ kind: 'stopped' } as const) };
  expect(await findElectronRuntime(stopped)).toMatchObject({ state: 'absent' });
  await findElectronRuntime(options);
  expect(downloads).toBe(1);
});

it('says so when the package itself is missing', async () => {
  await rm(join(folder, 'install.js'));
  const runtime = await findElectronRuntime(options);
  expect(runtime).toEqual({
    state: 'absent',
    reason: 'the electron package is not installed; "npm ci" installs it',
  });
});

it.each([
  ['linux', 'electron'],
  ['win32', 'electron.exe'],
  ['darwin', 'Electron.app/Contents/MacOS/Electron'],
] as const)(
  'uses the runtime in ELECTRON_OVERRIDE_DIST_PATH on %s, which no installer noted',
  async (platform, executable) => {
    const own = join(folder, 'own');
    await mkdir(join(own, executable, '..'), { recursive: true });
    await writeFile(join(own, executable), '');
    const env = { ELECTRON_OVERRIDE_DIST_PATH: own };
    expect(await findElectronRuntime({ ...options, platform, env })).toEqual({
      state: 'present',
      executable: join(own, executable),
    });
    expect(downloads).toBe(0);
  },
);

it('downloads nothing in the place of a runtime that is named and is not there', async () => {
  await installRuntime();
  const env = { ELECTRON_OVERRIDE_DIST_PATH: join(folder, 'nowhere') };
  expect(await findElectronRuntime({ ...options, env })).toEqual({
    state: 'absent',
    reason: `ELECTRON_OVERRIDE_DIST_PATH names a folder without a runtime: there is no ${join(folder, 'nowhere', 'electron')}`,
  });
  expect(downloads).toBe(0);
});
