import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { RuntimeFinderOptions } from './electron-runtime.ts';
import { findElectronRuntime, installElectron } from './electron-runtime.ts';

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
    failureFile: join(folder, 'cache', 'failure.json'),
    now: () => now,
    env: {},
    install: () => {
      downloads += 1;
      return Promise.resolve(false);
    },
  };
});

afterEach(() => rm(folder, { recursive: true }));

async function installRuntime(): Promise<boolean> {
  await mkdir(join(folder, 'dist'));
  await writeFile(join(folder, 'dist', 'electron'), '');
  await writeFile(join(folder, 'path.txt'), 'electron');
  return true;
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

it('downloads one where that works', async () => {
  const runtime = await findElectronRuntime({ ...options, install: installRuntime });
  expect(runtime.state).toBe('present');
});

it('remembers for a day that a download failed, so that a start need not wait for another', async () => {
  expect(await findElectronRuntime(options)).toMatchObject({ state: 'absent' });
  now += 23 * 3_600_000;
  expect(await findElectronRuntime(options)).toMatchObject({ state: 'absent' });
  expect(downloads).toBe(1);
  now += 3_600_000;
  await findElectronRuntime(options);
  expect(downloads).toBe(2);
});

it('says so when the package itself is missing', async () => {
  await rm(join(folder, 'install.js'));
  const runtime = await findElectronRuntime(options);
  expect(runtime).toEqual({ state: 'absent', reason: 'the electron package is not installed' });
});

it('does not start a download from a server that does not answer', async () => {
  const said: string[] = [];
  // The discard port: nothing listens there.
  const env = { ELECTRON_MIRROR: 'http://127.0.0.1:9/' };
  expect(await installElectron(folder, env, (line) => said.push(line))).toBe(false);
  expect(said).toEqual([]);
});
