import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { followLines } from './follow-lines.ts';

/** The embedded tenant's process, for the supervisor. */
export interface TenantProcess {
  /** Lines of standard output; ends with the process. */
  readonly lines: AsyncIterable<string>;
  /** Resolves to a description of how it exited. */
  readonly ended: Promise<string>;
  /** Requests a graceful stop. */
  stop(): void;
  /** Kills it. */
  kill(): void;
}

/** Runs the embedded tenant with the current Node and these options. Calls `onErrorLine` with each line of its standard error. */
export function spawnTenant(
  entry: string,
  options: readonly string[],
  onErrorLine: (line: string) => void,
): TenantProcess {
  // When the IPC channel breaks, the tenant exits: works on every system, and also if this process is killed.
  const child = spawn(process.execPath, [entry, ...options], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  if (child.stderr !== null) followLines(child.stderr, onErrorLine);
  return {
    lines: createInterface({ input: child.stdout ?? Readable.from([]) }),
    ended: endOf(child),
    stop() {
      if (child.connected) child.disconnect();
    },
    kill: () => void child.kill('SIGKILL'),
  };
}

function endOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal === null ? `exit code ${code}` : `signal ${signal}`));
  });
}
