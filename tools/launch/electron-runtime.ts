import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { InstallOutcome } from './install-electron.ts';

export type ElectronRuntime =
  | { readonly state: 'present'; readonly executable: string }
  /** `reason` goes on after "Electron cannot run here,". */
  | { readonly state: 'absent'; readonly reason: string };

interface RuntimePlace {
  /** Folder of the `electron` package. */
  readonly packageFolder: string;
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface RuntimeFinderOptions extends RuntimePlace {
  /** Remembers a failed download, so that the next start does not wait for another. */
  readonly failureFile: string;
  readonly now: () => number;
  /** Downloads also where that has just failed. */
  readonly isWanted: boolean;
  /** Downloads the runtime to where it is looked for. */
  readonly install: () => Promise<InstallOutcome>;
}

/** A download that did not work is tried again after this many milliseconds. */
const failureLifetime = 10 * 60_000;
const failureSchema = z.object({ failedAt: z.number(), reason: z.string() });
const tryAgain = '"npm start -- --electron" tries again at once';

/**
 * Finds Electron's runtime, which is no part of its package since it is downloaded on demand, and downloads it
 * once where that works. One that `ELECTRON_OVERRIDE_DIST_PATH` names is used as it is, and none in its place.
 */
export async function findElectronRuntime(options: RuntimeFinderOptions): Promise<ElectronRuntime> {
  const found = await findInstalledRuntime(options);
  if (found !== undefined) return { state: 'present', executable: found };
  const folder = namedFolder(options);
  if (folder !== undefined) {
    const executable = join(folder, executablePath(options.platform));
    return absent(`ELECTRON_OVERRIDE_DIST_PATH names a folder without a runtime: there is no ${executable}`);
  }
  if (!existsSync(join(options.packageFolder, 'install.js'))) {
    return absent('the electron package is not installed; "npm ci" installs it');
  }
  const failure = options.isWanted ? undefined : await recentFailure(options);
  if (failure !== undefined) {
    const minutes = Math.round((options.now() - failure.failedAt) / 60_000);
    const when = minutes === 0 ? 'just now' : `${minutes} ${minutes === 1 ? 'minute' : 'minutes'} ago`;
    return absent(`its runtime could not be downloaded ${when}: ${failure.reason}; ${tryAgain}`);
  }
  return download(options);
}

/** Path of the executable of a runtime that is there already. */
export async function findInstalledRuntime(place: RuntimePlace): Promise<string | undefined> {
  const folder = namedFolder(place);
  const executable = join(folder ?? join(place.packageFolder, 'dist'), executablePath(place.platform));
  // The installer leaves this note when everything is unpacked; without it a runtime may lack its other half.
  const isWhole = folder !== undefined || existsSync(join(place.packageFolder, 'path.txt'));
  return isWhole && existsSync(executable) ? executable : undefined;
}

async function download(options: RuntimeFinderOptions): Promise<ElectronRuntime> {
  const outcome = await options.install();
  if (outcome.kind === 'stopped') return absent('the download of its runtime was stopped');
  const executable = await findInstalledRuntime(options);
  if (outcome.kind === 'installed' && executable !== undefined) {
    await rm(options.failureFile, { force: true });
    return { state: 'present', executable };
  }
  const reason =
    outcome.kind === 'failed' ? outcome.reason : 'what was unpacked holds no program for this system';
  await rememberFailure(options, reason);
  return absent(`its runtime could not be downloaded: ${reason}; ${tryAgain}`);
}

/** Where nothing can be written, the next start tries again. */
async function rememberFailure({ failureFile, now }: RuntimeFinderOptions, reason: string): Promise<void> {
  try {
    await mkdir(dirname(failureFile), { recursive: true });
    await writeFile(failureFile, JSON.stringify({ failedAt: now(), reason }));
  } catch {
    return;
  }
}

function absent(reason: string): ElectronRuntime {
  return { state: 'absent', reason };
}

function namedFolder({ env }: RuntimePlace): string | undefined {
  const folder = env['ELECTRON_OVERRIDE_DIST_PATH'];
  return folder === '' ? undefined : folder;
}

/** Where the executable lies in the folder of a runtime. */
function executablePath(platform: NodeJS.Platform): string {
  if (platform === 'darwin') return 'Electron.app/Contents/MacOS/Electron';
  return platform === 'win32' ? 'electron.exe' : 'electron';
}

async function recentFailure({ failureFile, now }: RuntimeFinderOptions) {
  try {
    const failure = failureSchema.parse(JSON.parse(await readFile(failureFile, 'utf8')));
    const age = now() - failure.failedAt;
    return age >= 0 && age < failureLifetime ? failure : undefined;
  } catch {
    return undefined;
  }
}
