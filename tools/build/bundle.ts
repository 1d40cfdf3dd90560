import { fileURLToPath } from 'node:url';
import type { InlineConfig } from 'vite';

/** A part of the program that is built into its own folder under `dist/`. */
export interface Bundle {
  readonly name: 'main' | 'preload' | 'renderer' | 'tenant' | 'freemarker' | 'command';
  /** Folders whose files go into it, relative to the root: a change in one makes the bundle stale. */
  readonly sources: readonly string[];
  /** Vite's configuration for building into `outFolder`. */
  config(outFolder: string): InlineConfig | Promise<InlineConfig>;
}

export const rootFolder = fileURLToPath(new URL('../../', import.meta.url));
export const distFolder = `${rootFolder}dist/`;

/**
 * Disabled warnings: about the build's speed, and about packages that use `eval`, which are reviewed when
 * chosen.
 */
export const quietChecks = { eval: false, pluginTimings: false };

/** Shared by all builds. Ignores the user's configuration files and prints nothing to stdout. */
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
