import { Worker } from 'node:worker_threads';
import type { Trial, TrialResult } from '../../../languages/assertion/try-scripts.ts';
import { TRIAL_MILLISECONDS } from '../../../languages/assertion/trial-limits.ts';

/** Runs untrusted scripts in a separate thread that can be terminated at any time. */
export interface ScriptTrials {
  /** Undefined when the thread had to be terminated or couldn't be started. One test run at a time. */
  run(trial: Trial): Promise<TrialResult | undefined>;
}

/** Beside this module where it runs from the source, and beside the bundle that this module is in. */
const entry = new URL(
  import.meta.url.endsWith('.ts') ? './trial-worker.ts' : './trial-worker.js',
  import.meta.url,
);

/** For starting the thread and loading the engine on a busy machine. */
const startMs = 30_000;
/** In addition to the runs, which the engine stops much earlier. */
const spareMs = 5000;
/** In megabytes, for the thread without the engine's memory, which has its own limit. */
const maxMemory = 128;
/** An idle thread is stopped after this. */
const idleMs = 10_000;

export function createScriptTrials(): ScriptTrials {
  let worker: Worker | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let idle: NodeJS.Timeout | undefined;
  /** Resolves the pending test run. */
  let answer: ((result: TrialResult | undefined) => void) | undefined;

  function end(): void {
    const ending = worker;
    worker = undefined;
    void ending?.terminate();
  }

  function start(): Worker {
    const started = new Worker(entry, { resourceLimits: { maxOldGenerationSizeMb: maxMemory } });
    const handleExit = (): void => {
      if (worker !== started) return;
      worker = undefined;
      answer?.(undefined);
    };
    started.on('message', (result: TrialResult) => answer?.(result));
    started.on('error', handleExit);
    started.on('exit', handleExit);
    // The process may exit while the thread waits for work.
    started.unref();
    return started;
  }

  async function ask(trial: Trial): Promise<TrialResult | undefined> {
    clearTimeout(idle);
    const limitMs =
      (worker === undefined ? startMs : 0) + spareMs + 2 * TRIAL_MILLISECONDS * (trial.users.length + 1);
    const thread = (worker ??= start());
    const result = await new Promise<TrialResult | undefined>((resolve) => {
      const timer = setTimeout(() => answer?.(undefined), limitMs);
      answer = (result) => {
        answer = undefined;
        clearTimeout(timer);
        resolve(result);
      };
      thread.postMessage(trial);
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
