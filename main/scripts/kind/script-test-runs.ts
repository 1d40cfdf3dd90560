import { Worker } from 'node:worker_threads';
import type { ScriptTestRun, TestRunResult } from '../../../languages/assertion/try-scripts.ts';
import { TEST_RUN_MILLISECONDS } from '../../../languages/assertion/test-run-limits.ts';

/** Runs untrusted scripts in a separate thread that can be terminated at any time. */
export interface ScriptTestRuns {
  /** Undefined when the thread had to be terminated or couldn't be started. One test run at a time. */
  run(testRun: ScriptTestRun): Promise<TestRunResult | undefined>;
}

/** Beside this module where it runs from the source, and beside the bundle that this module is in. */
const entry = new URL(
  import.meta.url.endsWith('.ts') ? './test-run-worker.ts' : './test-run-worker.js',
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

export function createScriptTestRuns(): ScriptTestRuns {
  let worker: Worker | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let idle: NodeJS.Timeout | undefined;
  /** Resolves the pending test run. */
  let finish: ((result: TestRunResult | undefined) => void) | undefined;

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
      finish?.(undefined);
    };
    started.on('message', (result: TestRunResult) => finish?.(result));
    started.on('error', handleExit);
    started.on('exit', handleExit);
    // The process may exit while the thread waits for work.
    started.unref();
    return started;
  }

  async function ask(testRun: ScriptTestRun): Promise<TestRunResult | undefined> {
    clearTimeout(idle);
    const limitMs =
      (worker === undefined ? startMs : 0) + spareMs + 2 * TEST_RUN_MILLISECONDS * (testRun.users.length + 1);
    const thread = (worker ??= start());
    const result = await new Promise<TestRunResult | undefined>((resolve) => {
      const timer = setTimeout(() => finish?.(undefined), limitMs);
      finish = (result) => {
        finish = undefined;
        clearTimeout(timer);
        resolve(result);
      };
      thread.postMessage(testRun);
    });
    if (result === undefined) end();
    idle = setTimeout(end, idleMs);
    idle.unref();
    return result;
  }

  return {
    run(testRun) {
      const result = last.then(() => ask(testRun));
      last = result;
      return result;
    },
  };
}
