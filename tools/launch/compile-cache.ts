import { fileURLToPath } from 'node:url';

/**
 * Compiled code is cached here between starts: most of a start is loading modules. The folder is beside the
 * program: in the temporary folder, Node's default, another user who created that folder first could plant
 * code for us to run.
 */
export const compileCacheFolder = fileURLToPath(
  new URL('../../node_modules/.cache/compiled', import.meta.url),
);
