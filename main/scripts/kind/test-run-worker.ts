import { parentPort } from 'node:worker_threads';
import { createScriptEngine } from '../../../languages/assertion/script-engine.ts';
import type { ScriptTestRun } from '../../../languages/assertion/try-scripts.ts';
import { tryScripts } from '../../../languages/assertion/try-scripts.ts';

/** The thread of `script-test-runs.ts`: one test run at a time. */
const engine = createScriptEngine();

parentPort?.on('message', (testRun: ScriptTestRun) => {
  void tryScripts(engine, testRun, () => performance.now()).then((result) => parentPort?.postMessage(result));
});
