import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { nodeBinary } from '../integration/tenant-process.ts';

const script = fileURLToPath(new URL('open-in-child.ts', import.meta.url));

/**
 * Opens a profile in a process of its own whose files may not grow over so many kilobytes, as under a quota; answers how
 * that ended.
 */
export async function openUnderLimit(folder: string, kilobytes: number): Promise<unknown> {
  const limited = `ulimit -f ${kilobytes}; exec "$0" "$1" "$2"`;
  const { stdout } = await promisify(execFile)('bash', ['-c', limited, nodeBinary, script, folder]);
  return JSON.parse(stdout);
}
