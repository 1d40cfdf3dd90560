import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { databaseFileName } from '../../main/platform/storage/database-file.ts';
import { nodeBinary } from '../integration/tenant-process.ts';
import { childEnvironment } from './killed-desk.ts';

/** What `backup-in-child.ts` does: in the profile folder, to or from the file. */
export interface BackupWork {
  readonly does: 'back up' | 'restore';
  readonly folder: string;
  readonly file: string;
}

const child = fileURLToPath(new URL('./backup-in-child.ts', import.meta.url));

/** Queries of a profile that isn’t backed up or restored in an instant. */
export const manyQueries = 600;

/** Adds them to a profile that no one has open: through the app it would take minutes. */
export function addManyQueries(folder: string): void {
  using database = new DatabaseSync(join(folder, databaseFileName));
  database
    .prepare(
      `WITH RECURSIVE numbers(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < ?)
      INSERT INTO saved_queries (id, name, text, saved_at, parameters, description, is_favorite, revision)
      SELECT 'query-' || number, 'Query ' || number, hex(randomblob(2500)), 1, '[]', '', 0, 1 FROM numbers`,
    )
    .run(manyQueries);
}

/** When it is killed: this long after it began with the step. */
export interface CutOff {
  readonly step: 'ready' | 'restoring';
  readonly afterMs: number;
}

/** Does the work in another process, which is killed without a chance to clean up. Returns the last line that it printed. */
export async function killDuring(work: BackupWork, { step, afterMs }: CutOff): Promise<unknown> {
  const running = spawn(nodeBinary, [child, JSON.stringify(work)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: childEnvironment,
  });
  const ended = once(running, 'exit');
  let last = '""';
  const reader = createInterface({ input: running.stdout });
  const closed = once(reader, 'close');
  reader.on('line', (line) => {
    last = line;
    if (JSON.parse(line) === step) void delay(afterMs).then(() => running.kill('SIGKILL'));
  });
  await Promise.all([ended, closed]);
  return JSON.parse(last);
}

/** Does the work where no file may grow beyond this: a limit of the system, for which a spec needs no rights. */
export async function doUnderLimit(work: BackupWork, kilobytes: number): Promise<unknown> {
  const limited = `ulimit -f ${kilobytes}; exec "$0" "$@"`;
  const { stdout } = await promisify(execFile)(
    'bash',
    ['-c', limited, nodeBinary, child, JSON.stringify(work)],
    {
      env: childEnvironment,
    },
  );
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
}
