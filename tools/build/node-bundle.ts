import { builtinModules } from 'node:module';
import type { InlineConfig } from 'vite';
import { baseConfig, quietChecks } from './bundle.ts';

/** Modules loaded at run time: Node's own, Electron's, and the one with a native binary. */
const external = [/^node:/, ...builtinModules, 'electron', 'keytar'];

/**
 * A bundle for Node that contains its packages, so that the packaged program ships no `node_modules` for
 * them. Each of the `entries` becomes a file; shared code is beside them.
 */
export function nodeBundle(entries: Readonly<Record<string, string>>, outFolder: string): InlineConfig {
  const base = baseConfig(outFolder);
  return {
    ...base,
    publicDir: false,
    ssr: { noExternal: true, target: 'node' },
    resolve: { conditions: ['node'] },
    build: {
      ...base.build,
      ssr: true,
      target: 'node24',
      minify: false,
      rolldownOptions: {
        input: { ...entries },
        external,
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js', format: 'es' },
        checks: quietChecks,
      },
    },
  };
}
