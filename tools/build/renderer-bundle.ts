import type { Bundle } from './bundle.ts';
import { baseConfig, rootFolder } from './bundle.ts';
import { rendererConfig } from './renderer-config.ts';

/** Electron's Chromium, and what people have as their system browser. */
const browsers = ['chrome125', 'firefox128', 'safari17.5'];

/**
 * Our modules do nothing by being imported, but for the entry and style sheets. The build tool must be told: otherwise whatever
 * the design system exports is loaded before the first view is drawn, for `renderer/ui/index.ts` imports all of it.
 */
const withoutSideEffects = /\/(contract|languages|packages|renderer\/[a-z]+)\/.*\.(ts|svelte)$/;
const moduleSideEffects = [{ test: withoutSideEffects, sideEffects: false }];

/** What a schema is made with: one that nothing reads need not be made. */
const manualPureFunctions = ['z', 'method', 'snapshotSchema'];

/** The page, the same for both hosts. Addresses in it are relative, as `app://` and the browser host differ. */
export const rendererBundle: Bundle = {
  name: 'renderer',
  sources: ['contract', 'languages', 'packages/freemarker/src', 'renderer', 'assets'],
  async config(outFolder) {
    // Brings the build tool along, which a start with fresh bundles need not wait for.
    const { compressedCopies } = await import('./compressed-copies.ts');
    const { listLicenses } = await import('./licenses.ts');
    const base = baseConfig(outFolder);
    const licenses = listLicenses(rootFolder);
    const { plugins = [], ...shared } = await rendererConfig();
    return {
      ...base,
      ...shared,
      base: './',
      plugins: [...plugins, licenses.plugin, compressedCopies()],
      worker: { format: 'es', plugins: licenses.forWorkers },
      // Small files stay files: the policy of the page allows no script from a `data:` address.
      build: {
        ...base.build,
        target: browsers,
        assetsInlineLimit: 0,
        chunkSizeWarningLimit: 4000,
        // Scripts come from this machine: what a part imports is found when it is read. A list of it for each part would
        // be longer than the page's own code that draws the first view.
        modulePreload: {
          resolveDependencies: (_file, dependencies, { hostType }) =>
            hostType === 'html' ? dependencies : dependencies.filter((name) => name.endsWith('.css')),
        },
        rolldownOptions: {
          ...base.build?.rolldownOptions,
          treeshake: { moduleSideEffects, manualPureFunctions },
        },
      },
    };
  },
};
