import type { Bundle } from './bundle.ts';
import { rootFolder } from './bundle.ts';
import { nodeBundle } from './node-bundle.ts';

/**
 * The template engine's command in one file: it starts in a third of the time of its nearly two hundred
 * modules.
 */
export const freemarkerBundle: Bundle = {
  name: 'freemarker',
  sources: ['packages/freemarker/src'],
  config: (outFolder) =>
    nodeBundle({ index: `${rootFolder}packages/freemarker/src/command/run-cases.ts` }, outFolder),
};
