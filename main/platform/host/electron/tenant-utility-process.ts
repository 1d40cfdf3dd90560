import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type { UtilityProcess } from 'electron';
import type { TenantProcess } from '../embedded-tenant/tenant-process.ts';

export type ForkUtility = (
  entry: string,
  args: string[],
  options: { serviceName: string; stdio: 'pipe' },
) => UtilityProcess;

/**
 * Runs the embedded tenant as a utility process: the packaged program cannot run as plain Node, and Electron ends
 * the process with its own.
 */
export function forkTenant(fork: ForkUtility, entry: string, dataFolder: string): TenantProcess {
  const child = fork(entry, ['--data', dataFolder], { serviceName: 'Embedded tenant', stdio: 'pipe' });
  // Electron hands out Node streams under a type that says less.
  const input = child.stdout instanceof Readable ? child.stdout : Readable.from([]);
  child.stderr?.pipe(process.stderr);
  return {
    lines: createInterface({ input }),
    ended: new Promise((resolve) => {
      child.once('exit', (code) => resolve(`exit code ${code}`));
    }),
    stop: () => void child.kill(),
    kill() {
      if (child.pid !== undefined) process.kill(child.pid, 'SIGKILL');
    },
  };
}
