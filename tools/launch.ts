import { enableCompileCache } from 'node:module';
import { compileCacheFolder } from './launch/compile-cache.ts';

enableCompileCache(compileCacheFolder);

await import('./launch/launch.ts');
