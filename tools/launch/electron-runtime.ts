import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { InstallOutcome } from './install-electron.ts';

export type ElectronRuntime =
  | { readonly state: 'present'; readonly executable: string }
  /** `reason` is shown in "Electron isn't available (…)". */
  | { readonly state: 'absent'; readonly reason: string };

interface RuntimePlace {
  /** Folder of the `electron` package. */
  readonly packageFolder: string;
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface RuntimeFinderOptions extends RuntimePlace {
  /** Stores a failed download, so that the next start doesn't wait for another. */
  readonly failureFile: string;
  readonly now: () => number;
  /** Downloads even if that just failed. */
  readonly isWanted: boolean;
  /** Downloads the runtime to its expected folder. */
  readonly install: () => Promise<InstallOutcome>;
}

/** A failed download is retried after this many milliseconds. */
const failureLifetime = 10 * 60_000;
const failureSchema = z.object({ failedAt: z.number(), reason: z.string() });
const tryAgain = 'retry with "npm start -- --electron"';

/**
 * Finds Electron's runtime, which isn't part of its package because it is downloaded on demand, and downloads
 * it once if possible. A runtime in `ELECTRON_OVERRIDE_DIST_PATH` is used as it is, with no fallback.
 */
export async function findElectronRuntime(options: RuntimeFinderOptions): Promise<ElectronRuntime> {
  const found = await findInstalledRuntime(options);
  if (found !== undefined) return { state: 'present', executable: found };
  const folder = namedFolder(options);
  if (folder !== undefined) {
    const executable = join(folder, executablePath(options.platform));
    return absent(`ELECTRON_OVERRIDE_DIST_PATH has no runtime: ${executable} not found`);
  }
  if (!existsSync(join(options.packageFolder, 'install.js'))) {
    return absent('the electron package is not installed; run "npm ci"');
  }
  const failure = options.isWanted ? undefined : await recentFailure(options);
  if (failure !== undefined) {
    const minutes = Math.round((options.now() - failure.failedAt) / 60_000);
    const when = minutes === 0 ? 'just now' : `${minutes} min ago`;
    return absent(`the download of its runtime failed ${when}: ${failure.reason}; ${tryAgain}`);
  }
  return download(options);
}

/** Path of the executable of an installed runtime. */
export async function findInstalledRuntime(place: RuntimePlace): Promise<string | undefined> {
  const folder = namedFolder(place);
  const executable = join(folder ?? join(place.packageFolder, 'dist'), executablePath(place.platform));
  // The installer writes this note when everything is unpacked; without it a runtime may be incomplete.
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
  const reason = outcome.kind === 'failed' ? outcome.reason : 'the archive has no program for this system';
  await storeFailure(options, reason);
  return absent(`the download of its runtime failed: ${reason}; ${tryAgain}`);
}

/** If nothing can be written, the next start retries. */
async function storeFailure({ failureFile, now }: RuntimeFinderOptions, reason: string): Promise<void> {
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

/** Path of the executable in the folder of a runtime. */
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
