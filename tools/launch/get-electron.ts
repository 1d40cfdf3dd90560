import { join } from 'node:path';
import { rootFolder } from '../build/bundle.ts';
import type { ElectronRuntime } from './electron-runtime.ts';
import { findElectronRuntime } from './electron-runtime.ts';
import { installElectron } from './install-electron.ts';
import { showProgress } from './show-progress.ts';

interface GetElectronOptions {
  /** Downloads also where that has just failed. */
  readonly isWanted: boolean;
  readonly signal: AbortSignal;
  /** Called when a download starts, with its host. */
  readonly started: (host: string) => void;
}

/** Finds Electron's runtime for this checkout, or downloads it with progress on standard error. */
export function getElectronRuntime({
  isWanted,
  signal,
  started,
}: GetElectronOptions): Promise<ElectronRuntime> {
  const packageFolder = join(rootFolder, 'node_modules', 'electron');
  const { env, platform } = process;
  return findElectronRuntime({
    packageFolder,
    platform,
    env,
    failureFile: join(rootFolder, 'node_modules', '.cache', 'tenant-desk', 'electron-download.json'),
    now: Date.now,
    isWanted,
    install: async () => {
      const progress = showProgress(process.stderr, () => performance.now());
      const outcome = await installElectron({
        packageFolder,
        env,
        signal,
        started,
        report: progress.report,
      });
      progress.end();
      return outcome;
    },
  });
}
