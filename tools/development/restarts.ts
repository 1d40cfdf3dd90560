import type { DevelopedProgram, RestartedPart } from './developed-program.ts';

/** Milliseconds in which an editor, or a checkout, has written all related files. */
const debounceMs = 80;

interface RestartOptions {
  readonly program: Pick<DevelopedProgram, 'restart'>;
  /** Called when a restart is done and nothing has changed in the meantime. */
  readonly done: (part: RestartedPart, milliseconds: number) => void;
  readonly now: () => number;
  /** Calls `run` after some milliseconds. */
  readonly later: (run: () => void, milliseconds: number) => void;
}

/** Restarts after changes of sources: one restart at a time, and one for simultaneous changes. */
export function createRestarts({ program, done, now, later }: RestartOptions) {
  let wanted: RestartedPart | undefined;
  let isBusy = false;

  async function run(): Promise<void> {
    if (isBusy) return;
    isBusy = true;
    try {
      while (wanted !== undefined) {
        const part = wanted;
        wanted = undefined;
        const startedAt = now();
        await program.restart(part);
        if (!isWantedAgain()) done(part, now() - startedAt);
      }
    } finally {
      isBusy = false;
    }
  }

  const isWantedAgain = (): boolean => wanted !== undefined;

  return {
    /** Records that sources of the part have changed. A restart of main also restarts the tenant. */
    changed(part: RestartedPart): void {
      wanted = wanted === 'main' ? 'main' : part;
      later(() => void run(), debounceMs);
    },
  };
}
