import { existsSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Diagnostic } from '../../contract/diagnostics/diagnostics.ts';
import { counted, formatBytes, formatDate } from '../../languages/text/intl.ts';
import { crashFolderOf, findCrashReports } from '../platform/host/crash-report-files.ts';
import { databaseFileName } from '../platform/storage/database-file.ts';
import type { Finding } from './check.ts';
import { check } from './check.ts';

/** Below this, results and exports soon run out of space. */
const littleSpace = 500 * 1024 * 1024;

export interface CheckedFolder {
  /** The profile folder; it needn't exist. */
  readonly folder: string;
  /** How many tenants are in its database. Only called if there is one. */
  readonly countTenants: () => number;
  /** What is wrong with the database file; undefined if nothing is. */
  readonly damage: (file: string) => string | undefined;
}

/** What can be said without the services. */
export async function folderChecks(checked: CheckedFolder): Promise<readonly Diagnostic[]> {
  const { folder } = checked;
  return await Promise.all([
    check('disk', () => checkDisk(folder)),
    check('profile', async () => checkProfile(checked)),
    check('crashReports', () => checkCrashReports(folder)),
  ]);
}

async function checkDisk(folder: string): Promise<Finding> {
  let existing = folder;
  while (!existsSync(existing)) existing = dirname(existing);
  const { bavail, bsize } = await statfs(existing);
  const free = `${formatBytes(bavail * bsize, 'up')} free`;
  return bavail * bsize < littleSpace ? { warning: `Only ${free}. Free some space.` } : free;
}

function checkProfile({ folder, countTenants, damage }: CheckedFolder): Finding {
  const file = join(folder, databaseFileName);
  if (!existsSync(file)) return { warning: `${folder} has no profile yet. tdesk tenants add makes one.` };
  const found = damage(file);
  if (found !== undefined)
    return { warning: `${file} is damaged (${found}). The next start saves what it can.` };
  const size = formatBytes(statSync(file).size);
  return `${folder}, ${counted(countTenants(), 'tenant')}, database ${size}`;
}

async function checkCrashReports(folder: string): Promise<Finding> {
  const [newest, ...others] = await findCrashReports(crashFolderOf(folder));
  if (newest === undefined) return 'None';
  const found = counted(others.length + 1, 'crash report');
  return {
    warning: `${found}, the last on ${formatDate(newest.at)}. They can contain tokens, and aren’t in the file.`,
  };
}
