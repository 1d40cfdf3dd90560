import { parentPort } from 'node:worker_threads';
import { createScriptEngine } from '../../../languages/assertion/script-engine.ts';
import type { Trial } from '../../../languages/assertion/try-scripts.ts';
import { tryScripts } from '../../../languages/assertion/try-scripts.ts';

/** The thread of `script-test-runs.ts`: one test run at a time. */
const engine = createScriptEngine();

parentPort?.on('message', (trial: Trial) => {
  void tryScripts(engine, trial, () => performance.now()).then((result) => parentPort?.postMessage(result));
});
