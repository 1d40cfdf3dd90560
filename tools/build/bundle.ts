import { fileURLToPath } from 'node:url';
import type { InlineConfig } from 'vite';

/** One part of the program that is built into a folder of its own under `dist/`. */
export interface Bundle {
  readonly name: 'main' | 'preload' | 'renderer' | 'tenant' | 'freemarker' | 'command';
  /** Folders whose files go into it, relative to the root: a change in one makes the bundle stale. */
  readonly sources: readonly string[];
  /** Vite's configuration for building into `outFolder`. */
  config(outFolder: string): InlineConfig | Promise<InlineConfig>;
}

export const rootFolder = fileURLToPath(new URL('../../', import.meta.url));
export const distFolder = `${rootFolder}dist/`;

/** Remarks on the build's own speed, and on packages that use `eval`, which are looked at when they are chosen. */
export const quietChecks = { eval: false, pluginTimings: false };

/** What every build shares. Nothing is read from files of the person who builds, and nothing goes to stdout. */
export function baseConfig(outFolder: string): InlineConfig {
  return {
    root: rootFolder,
    configFile: false,
    envDir: false,
    logLevel: 'warn',
    build: {
      outDir: outFolder,
      emptyOutDir: true,
      sourcemap: true,
      target: 'es2024',
      reportCompressedSize: false,
      rolldownOptions: { checks: quietChecks },
    },
  };
}
