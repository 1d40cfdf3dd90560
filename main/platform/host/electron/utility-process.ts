import { Readable } from 'node:stream';
import type { UtilityProcess } from 'electron';
import { followLines } from '../embedded-tenant/follow-lines.ts';

export type ForkUtility = (
  entry: string,
  args: string[],
  options: { serviceName: string; stdio: 'pipe' },
) => UtilityProcess;

export interface UtilityLauncher {
  readonly fork: ForkUtility;
  /** The program to run. */
  readonly entry: string;
  /** Called with each line of standard error. */
  readonly onErrorLine: (line: string) => void;
}

export interface SupervisedUtility {
  readonly child: UtilityProcess;
  /** Resolves to a description of how it exited. */
  readonly ended: Promise<string>;
  /** Ends it at once, even if it hasn't started yet. */
  kill(): void;
}

/** Starts a utility process and reports how it exits, without ever throwing. */
export function superviseUtility(
  { fork, entry, onErrorLine }: UtilityLauncher,
  serviceName: string,
  args: readonly string[],
): SupervisedUtility {
  const child = fork(entry, [...args], { serviceName, stdio: 'pipe' });
  let isUnwanted = false;
  let fatal: string | undefined;
  const kill = (): void => {
    isUnwanted = true;
    // `child.kill` is graceful, and a process busy with a query doesn't handle it.
    if (child.pid !== undefined) endProcess(child.pid);
  };
  // Before it has started there is nothing to kill.
  child.once('spawn', () => {
    if (isUnwanted) kill();
  });
  // Fatal V8 error. Without a listener, the event would be thrown and crash the app.
  child.on('error', (type, location) => {
    fatal = `${type} in ${location}`;
    onErrorLine(fatal);
  });
  // Electron types its Node streams too loosely.
  const { stderr } = child;
  if (stderr instanceof Readable) {
    followLines(stderr, onErrorLine);
    // Electron removes all listeners when the process exits, although its last output may still be pending.
    stderr.removeAllListeners = () => stderr;
  }
  return {
    child,
    kill,
    ended: new Promise((resolve) => {
      child.once('exit', (code) => resolve(fatal === undefined ? `exit code ${code}` : fatal));
    }),
  };
}

function endProcess(id: number): void {
  try {
    process.kill(id, 'SIGKILL');
  } catch {
    // It has already exited, and its `exit` event follows.
  }
}
