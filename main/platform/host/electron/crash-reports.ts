import { mkdirSync } from 'node:fs';
import type { App, CrashReporter } from 'electron';
import type { ManagedPolicy } from '../../policy/managed-policy.ts';
import { findCrashReports, removeCrashReport } from '../crash-report-files.ts';

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

export interface CrashReportChoice {
  readonly isPackaged: boolean;
  readonly policy: ManagedPolicy;
  /** What the person chose in Settings. */
  readonly readChosen: () => boolean;
}

/** Dumps may contain tokens: an installed program writes them only if the person wants them, and the organization allows it. */
export function writesCrashReports({ isPackaged, policy, readChosen }: CrashReportChoice): boolean {
  if (policy.values.disableCrashReports === true) return false;
  return !isPackaged || readChosen();
}

/** Removes all but the newest reports; ignores those that can't be removed. */
export async function removeOldCrashReports(folder: string): Promise<void> {
  const old = (await findCrashReports(folder)).slice(maxReports);
  await Promise.all(old.map((report) => removeCrashReport(report).catch(() => undefined)));
}
