import { Worker } from 'node:worker_threads';
import type { Trial, TrialResult } from '../../../languages/assertion/try-scripts.ts';
import { TRIAL_MILLISECONDS } from '../../../languages/assertion/trial-limits.ts';

/** Runs scripts of strangers, in a thread of its own that can be ended at any time. */
export interface ScriptTrials {
  /** Undefined where the thread had to be ended or could not be started. One trial runs at a time. */
  run(trial: Trial): Promise<TrialResult | undefined>;
}

/** Beside this module where it runs from the source, and beside the bundle that this module is in. */
const entry = new URL(
  import.meta.url.endsWith('.ts') ? './trial-worker.ts' : './trial-worker.js',
  import.meta.url,
);

/** For the thread to begin and the engine to load, on a machine that is busy with other things. */
const startMs = 30_000;
/** Beside the runs, which the engine stops by itself long before. */
const spareMs = 5000;
/** In megabytes; of the thread beside the memory of the engine, which has a limit of its own. */
const maxMemory = 128;
/** A thread that nobody needs any more goes after this. */
const idleMs = 10_000;

export function createScriptTrials(): ScriptTrials {
  let worker: Worker | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let idle: NodeJS.Timeout | undefined;
  /** Whoever waits for the trial under way. */
  let answer: ((result: TrialResult | undefined) => void) | undefined;

  function end(): void {
    const ending = worker;
    worker = undefined;
    void ending?.terminate();
  }

  function start(): Worker {
    const started = new Worker(entry, { resourceLimits: { maxOldGenerationSizeMb: maxMemory } });
    const gone = (): void => {
      if (worker !== started) return;
      worker = undefined;
      answer?.(undefined);
    };
    started.on('message', (result: TrialResult) => answer?.(result));
    started.on('error', gone);
    started.on('exit', gone);
    // The program may end while the thread waits for work.
    started.unref();
    return started;
  }

  async function ask(trial: Trial): Promise<TrialResult | undefined> {
    clearTimeout(idle);
    const limitMs =
      (worker === undefined ? startMs : 0) + spareMs + 2 * TRIAL_MILLISECONDS * (trial.users.length + 1);
    const asked = (worker ??= start());
    const result = await new Promise<TrialResult | undefined>((resolve) => {
      const timer = setTimeout(() => answer?.(undefined), limitMs);
      answer = (given) => {
        answer = undefined;
        clearTimeout(timer);
        resolve(given);
      };
      asked.postMessage(trial);
    });
    if (result === undefined) end();
    idle = setTimeout(end, idleMs);
    idle.unref();
    return result;
  }

  return {
    run(trial) {
      const result = last.then(() => ask(trial));
      last = result;
      return result;
    },
  };
}
