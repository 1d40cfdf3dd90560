import { mkdirSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { App, CrashReporter } from 'electron';

/** Enough to recognize a recurring crash. */
const maxReports = 5;

export interface CrashReportsOptions {
  readonly app: Pick<App, 'setPath'>;
  readonly crashReporter: Pick<CrashReporter, 'start'>;
  readonly folder: string;
}

/**
 * Stores crash dumps of all processes in `folder` and doesn't upload them: they may contain memory, including tokens. Must be
 * called before the app is ready. Throws if the folder can't be created.
 */
export function collectCrashReports({ app, crashReporter, folder }: CrashReportsOptions): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  app.setPath('crashDumps', folder);
  // The system's handler might upload dumps.
  crashReporter.start({ uploadToServer: false, ignoreSystemCrashHandler: true });
}

/** Removes all but the newest reports; ignores those that can't be removed. */
export async function removeOldCrashReports(folder: string): Promise<void> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const dumps = found.filter((entry) => entry.isFile() && entry.name.endsWith('.dmp'));
  const aged = await Promise.all(
    dumps.map(async ({ parentPath, name }) => {
      const path = join(parentPath, name);
      return { path, at: (await stat(path).catch(() => ({ mtimeMs: 0 }))).mtimeMs };
    }),
  );
  const old = aged.toSorted((a, b) => b.at - a.at).slice(maxReports);
  const files = old.flatMap(({ path }) => [path, path.replace(/\.dmp$/, '.meta')]);
  await Promise.all(files.map((path) => rm(path, { force: true }).catch(() => undefined)));
}
