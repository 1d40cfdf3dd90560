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
  /** The program that is run. */
  readonly entry: string;
  /** Called with each line that a process writes on standard error. */
  readonly onErrorLine: (line: string) => void;
}

export interface SupervisedUtility {
  readonly child: UtilityProcess;
  /** Resolves when it ended, with how it ended in words. */
  readonly ended: Promise<string>;
  /** Ends it at once, also while it has not started yet. */
  kill(): void;
}

/** Starts a utility process whose end, however it comes, is told and never thrown. */
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
    // `child.kill` asks first, and a process within a query does not hear it.
    if (child.pid !== undefined) endProcess(child.pid);
  };
  // Until it has started there is nothing to be killed.
  child.once('spawn', () => {
    if (isUnwanted) kill();
  });
  // V8 cannot go on. An event of this name that nobody listens to would be thrown, and end the desk.
  child.on('error', (type, location) => {
    fatal = `${type} in ${location}`;
    onErrorLine(fatal);
  });
  // Electron hands out Node streams under a type that says less.
  const { stderr } = child;
  if (stderr instanceof Readable) {
    followLines(stderr, onErrorLine);
    // At the end of the process Electron takes all listeners away, though its last words may still be on their way.
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
    // It has ended meanwhile, and its `exit` is on the way.
  }
}
