import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Compiled code is kept between starts: most of a start is loading modules. It is kept beside the program: in the folder
// for temporary files, where Node would keep it, whoever made that folder first could leave code for us to run.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)));

await import('./launch/launch.ts');
