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
      return Promise.resolve({ kind: 'failed', reason: 'releases.example responded with 404' });
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

it('finds an installed runtime without downloading anything', async () => {
  await installRuntime();
  expect(await findElectronRuntime(options)).toEqual({
    state: 'present',
    executable: join(folder, 'dist', 'electron'),
  });
  expect(downloads).toBe(0);
});

it('ignores a note about a missing runtime', async () => {
  await writeFile(join(folder, 'path.txt'), 'electron');
  expect(await findElectronRuntime(options)).toMatchObject({ state: 'absent' });
});

it('ignores a runtime that was not completely unpacked', async () => {
  await installRuntime();
  await rm(join(folder, 'path.txt'));
  expect(await findElectronRuntime(options)).toMatchObject({ state: 'absent' });
});

it('downloads one if possible', async () => {
  const runtime = await findElectronRuntime({ ...options, install: installRuntime });
  expect(runtime.state).toBe('present');
});

it('says why a download failed and how to retry, and does not retry within minutes', async () => {
  const why = (when: string): object => ({
    state: 'absent',
    reason: `the download of its runtime failed${when}: releases.example responded with 404; retry with "npm start -- --electron"`,
  });
  expect(await findElectronRuntime(options)).toEqual(why(''));
  expect(await findElectronRuntime(options)).toEqual(why(' just now'));
  now += 9 * 60_000;
  expect(await findElectronRuntime(options)).toEqual(why(' 9 min ago'));
  expect(downloads).toBe(1);
  now += 60_000;
  await findElectronRuntime(options);
  expect(downloads).toBe(2);
});

it('retries immediately if Electron is requested', async () => {
  await findElectronRuntime(options);
  await findElectronRuntime({ ...options, isWanted: true });
  expect(downloads).toBe(2);
});

it('ignores a failure in the future, as after the clock moved backward', async () => {
  await findElectronRuntime(options);
  now -= 3_600_000;
  await findElectronRuntime(options);
  expect(downloads).toBe(2);
});

it('says why a download failed even if that can’t be stored', async () => {
  await writeFile(join(folder, 'cache'), 'a file in the place of the folder');
  expect(await findElectronRuntime(options)).toMatchObject({ reason: expect.stringContaining('404') });
});

it('does not treat a stopped download as failed', async () => {
  const stopped = { ...options, install: () => Promise.resolve({ kind: 'stopped' } as const) };
  expect(await findElectronRuntime(stopped)).toMatchObject({ state: 'absent' });
  await findElectronRuntime(options);
  expect(downloads).toBe(1);
});

it('reports a missing package', async () => {
  await rm(join(folder, 'install.js'));
  const runtime = await findElectronRuntime(options);
  expect(runtime).toEqual({
    state: 'absent',
    reason: 'the electron package is not installed; run "npm ci"',
  });
});

it.each([
  ['linux', 'electron'],
  ['win32', 'electron.exe'],
  ['darwin', 'Electron.app/Contents/MacOS/Electron'],
] as const)(
  'uses the runtime in ELECTRON_OVERRIDE_DIST_PATH on %s, without an installer note',
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

it('downloads nothing if the given runtime is missing', async () => {
  await installRuntime();
  const env = { ELECTRON_OVERRIDE_DIST_PATH: join(folder, 'nowhere') };
  expect(await findElectronRuntime({ ...options, env })).toEqual({
    state: 'absent',
    reason: `ELECTRON_OVERRIDE_DIST_PATH has no runtime: ${join(folder, 'nowhere', 'electron')} not found`,
  });
  expect(downloads).toBe(0);
});
