import { builtinModules } from 'node:module';
import type { InlineConfig } from 'vite';
import { baseConfig, quietChecks } from './bundle.ts';

/** Modules that are loaded at run time: Node's own, Electron's, and the one with a binary. */
const external = [/^node:/, ...builtinModules, 'electron', 'keytar'];

/** A bundle for Node that holds its packages, so that the packaged program ships no `node_modules` of them. */
export function nodeBundle(entry: string, outFolder: string): InlineConfig {
  const base = baseConfig(outFolder);
  return {
    ...base,
    publicDir: false,
    ssr: { noExternal: true, target: 'node' },
    resolve: { conditions: ['node'] },
    build: {
      ...base.build,
      ssr: entry,
      target: 'node24',
      minify: false,
      rolldownOptions: {
        external,
        output: { entryFileNames: 'index.js', format: 'es' },
        checks: quietChecks,
      },
    },
  };
}
