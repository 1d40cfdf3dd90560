import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Compiled code is cached between starts: most of a start is loading modules. The cache is beside the
// program: in the temporary folder, Node's default, another user who created that folder first could plant
// code for us to run.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)));

await import('./launch/launch.ts');
