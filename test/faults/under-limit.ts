import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { nodeBinary } from '../integration/tenant-process.ts';

/**
 * Opens a profile in a child process with a file size limit in kilobytes, as under a quota; returns how
 * that ended.
 */
export function openUnderLimit(folder: string, kilobytes: number): Promise<unknown> {
  return runUnderLimit(kilobytes, 'open-in-child.ts', folder);
}

/** Saves a file of 400 KB there as that host does. */
export function saveUnderLimit(
  host: 'electron' | 'electron-beginning' | 'browser',
  folder: string,
  kilobytes: number,
): Promise<unknown> {
  return runUnderLimit(kilobytes, 'save-in-child.ts', host, folder);
}

/** Saves a result of 20,000 rows there until the disk is full, and returns the outcome. */
export function saveResultUnderLimit(folder: string, kilobytes: number): Promise<unknown> {
  return runUnderLimit(kilobytes, 'save-result-in-child.ts', folder);
}

async function runUnderLimit(
  kilobytes: number,
  script: string,
  ...args: readonly string[]
): Promise<unknown> {
  const limited = `ulimit -f ${kilobytes}; exec "$0" "$@"`;
  const file = fileURLToPath(new URL(script, import.meta.url));
  const { stdout } = await promisify(execFile)('bash', ['-c', limited, nodeBinary, file, ...args]);
  return JSON.parse(stdout);
}
