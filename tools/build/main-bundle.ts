import type { Bundle } from './bundle.ts';
import { rootFolder } from './bundle.ts';
import { nodeBundle } from './node-bundle.ts';

/** Electron's main process. */
export const mainBundle: Bundle = {
  name: 'main',
  sources: ['contract', 'languages', 'main', 'packages/freemarker/src'],
  config: (outFolder) =>
    nodeBundle(
      {
        index: `${rootFolder}main/app/electron.ts`,
        // Loaded as a thread, by the name that `read-json.ts` gives it.
        'json-worker': `${rootFolder}main/platform/json/json-worker.ts`,
        // By the name that `export-file.ts` gives it.
        'export-worker': `${rootFolder}main/webhooks/files/export-worker.ts`,
        // By the name that `result-thread.ts` gives it.
        'result-worker': `${rootFolder}main/queries/results/result-worker.ts`,
        // As well, by the name that `script-trials.ts` gives it.
        'trial-worker': `${rootFolder}main/scripts/kind/trial-worker.ts`,
      },
      outFolder,
    ),
};
