import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';

export type ElectronRuntime =
  | { readonly state: 'present'; readonly executable: string }
  | { readonly state: 'absent'; readonly reason: string };

export interface RuntimeFinderOptions {
  /** Folder of the `electron` package. */
  readonly packageFolder: string;
  /** Remembers a failed download, so that the next start does not wait for another. */
  readonly failureFile: string;
  readonly now: () => number;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Runs the package's own installer; true when it succeeded. */
  readonly install: (packageFolder: string) => Promise<boolean>;
}

/** A download that did not work is tried again after this many milliseconds. */
const failureLifetime = 24 * 60 * 60_000;
const failureSchema = z.object({ failedAt: z.number() });

/**
 * Finds Electron's runtime, which is no part of its package since it is downloaded on demand, and downloads it
 * once where that works.
 */
export async function findElectronRuntime(options: RuntimeFinderOptions): Promise<ElectronRuntime> {
  const found = await installedExecutable(options);
  if (found !== undefined) return { state: 'present', executable: found };
  if (!existsSync(join(options.packageFolder, 'install.js'))) {
    return { state: 'absent', reason: 'the electron package is not installed' };
  }
  if (await failedRecently(options)) {
    return { state: 'absent', reason: 'its runtime could not be downloaded within the last day' };
  }
  const isInstalled = await options.install(options.packageFolder);
  const executable = isInstalled ? await installedExecutable(options) : undefined;
  if (executable !== undefined) {
    await rm(options.failureFile, { force: true });
    return { state: 'present', executable };
  }
  await mkdir(dirname(options.failureFile), { recursive: true });
  await writeFile(options.failureFile, JSON.stringify({ failedAt: options.now() }));
  return { state: 'absent', reason: 'its runtime is not installed and could not be downloaded' };
}

async function installedExecutable(options: RuntimeFinderOptions): Promise<string | undefined> {
  const path = await readFile(join(options.packageFolder, 'path.txt'), 'utf8').catch(() => undefined);
  if (path === undefined) return undefined;
  const folder = options.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(options.packageFolder, 'dist');
  const executable = join(folder, path.trim());
  return existsSync(executable) ? executable : undefined;
}

async function failedRecently({ failureFile, now }: RuntimeFinderOptions): Promise<boolean> {
  try {
    const { failedAt } = failureSchema.parse(JSON.parse(await readFile(failureFile, 'utf8')));
    return now() - failedAt < failureLifetime;
  } catch {
    return false;
  }
}

/** Milliseconds after which a download counts as failed: a person waits for the window. */
const downloadTimeout = 90_000;
/** Milliseconds within which the release server must answer at all. */
const probeTimeout = 3000;
const releases = 'https://github.com/electron/electron/releases';

/** Runs the installer of the `electron` package where the server of its releases, or the mirror named, answers. */
export async function installElectron(
  packageFolder: string,
  env: Readonly<Record<string, string | undefined>>,
  say: (line: string) => void,
): Promise<boolean> {
  const mirror = env['ELECTRON_MIRROR'] ?? env['npm_config_electron_mirror'];
  if (!(await answers(mirror ?? releases))) return false;
  say('Downloading the Electron runtime (once).');
  const installer = spawn(process.execPath, [join(packageFolder, 'install.js')], {
    stdio: 'ignore',
    timeout: downloadTimeout,
  });
  return new Promise((resolve) => {
    installer.once('error', () => resolve(false));
    installer.once('exit', (code) => resolve(code === 0));
  });
}

async function answers(address: string): Promise<boolean> {
  try {
    const response = await fetch(address, { method: 'HEAD', signal: AbortSignal.timeout(probeTimeout) });
    await response.body?.cancel();
    return true;
  } catch {
    return false;
  }
}
