import type { Bundle } from './bundle.ts';
import { rootFolder } from './bundle.ts';
import { nodeBundle } from './node-bundle.ts';

/** Loaded as threads by the services, each by the name that one of them gives it. */
export const serviceThreads = {
  // `read-json.ts`
  'json-worker': `${rootFolder}main/platform/json/json-worker.ts`,
  // `export-file.ts`
  'export-worker': `${rootFolder}main/webhooks/files/export-worker.ts`,
  // `result-thread.ts`
  'result-worker': `${rootFolder}main/queries/results/result-worker.ts`,
  // `script-test-runs.ts`
  'test-run-worker': `${rootFolder}main/scripts/kind/test-run-worker.ts`,
};

/** Electron's main process. */
export const mainBundle: Bundle = {
  name: 'main',
  sources: ['contract', 'languages', 'main', 'packages/freemarker/src'],
  config: (outFolder) =>
    nodeBundle(
      {
        index: `${rootFolder}main/app/electron.ts`,
        ...serviceThreads,
      },
      outFolder,
    ),
};
