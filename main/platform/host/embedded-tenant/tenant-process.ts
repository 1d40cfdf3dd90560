import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { followLines } from './follow-lines.ts';

/** The embedded tenant's process, as the supervisor sees it. */
export interface TenantProcess {
  /** What it prints on standard output, line by line; ends with the process. */
  readonly lines: AsyncIterable<string>;
  /** Resolves when it ended, with how it ended in words. */
  readonly ended: Promise<string>;
  /** Asks it to end. */
  stop(): void;
  /** Ends it without asking. */
  kill(): void;
}

/** Runs the embedded tenant on the Node that runs us. `onErrorLine` is called with each line of its standard error. */
export function spawnTenant(
  entry: string,
  dataFolder: string,
  onErrorLine: (line: string) => void,
): TenantProcess {
  // The channel is there to break: its end tells the tenant to end, on every system, and also when we are killed.
  const child = spawn(process.execPath, [entry, '--data', dataFolder], {
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
