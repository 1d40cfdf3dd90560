import type { Bundle } from './bundle.ts';
import { rootFolder } from './bundle.ts';
import { nodeBundle } from './node-bundle.ts';

/** Electron's main process. */
export const mainBundle: Bundle = {
  name: 'main',
  sources: ['contract', 'languages', 'main'],
  config: (outFolder) => nodeBundle(`${rootFolder}main/app/electron.ts`, outFolder),
};
