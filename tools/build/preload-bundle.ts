import { isAbsolute, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { methods } from '../../contract/bridge/methods.ts';
import type { Bundle } from './bundle.ts';
import { baseConfig, quietChecks, rootFolder } from './bundle.ts';

const methodMap = `${rootFolder}contract/bridge/methods.ts`;

/**
 * The bridge needs only the method names, and main validates the input: with names alone the bundle contains
 * no schema library, which every window would have to load.
 */
const methodNamesOnly: Plugin = {
  name: 'method-names-only',
  enforce: 'pre',
  load(id) {
    const path = isAbsolute(id) ? resolve(id) : id;
    if (path !== resolve(methodMap)) return null;
    const names = Object.fromEntries(Object.keys(methods).map((name) => [name, true]));
    return `export const methods = ${JSON.stringify(names)};`;
  },
};

/** A sandboxed preload script is one CommonJS file without any module but `electron`. */
export const preloadBundle: Bundle = {
  name: 'preload',
  sources: ['contract', 'preload'],
  config(outFolder) {
    const base = baseConfig(outFolder);
    return {
      ...base,
      publicDir: false,
      plugins: [methodNamesOnly],
      build: {
        ...base.build,
        lib: { entry: `${rootFolder}preload/index.ts`, formats: ['cjs'], fileName: () => 'index.cjs' },
        rolldownOptions: {
          external: ['electron'],
          checks: quietChecks,
          treeshake: { moduleSideEffects: false },
          output: { codeSplitting: false },
        },
      },
    };
  },
};
