import type { Bundle } from './bundle.ts';
import { rootFolder } from './bundle.ts';
import { nodeBundle } from './node-bundle.ts';

/** The embedded tenant of the packaged program. */
export const tenantBundle: Bundle = {
  name: 'tenant',
  sources: ['languages', 'packages/freemarker/src', 'tenant'],
  config: (outFolder) => nodeBundle({ index: `${rootFolder}tenant/index.ts` }, outFolder),
};
