import type { Bundle } from './bundle.ts';
import { baseConfig, rootFolder } from './bundle.ts';
import { rendererConfig } from './renderer-config.ts';

/** Electron's Chromium, and common system browsers. */
const browsers = ['chrome125', 'firefox128', 'safari17.5'];

/**
 * Our modules have no import side effects, except for the entry and style sheets. Vite needs this information:
 * otherwise everything exported by the design system is loaded before the first view is drawn, because
 * `renderer/ui/index.ts` imports all of it.
 */
const withoutSideEffects = /\/(contract|languages|packages|renderer\/[a-z]+)\/.*\.(ts|svelte)$/;
const moduleSideEffects = [{ test: withoutSideEffects, sideEffects: false }];

/** Pure schema constructors: unused schemas can be dropped. */
const manualPureFunctions = ['z', 'method', 'snapshotSchema'];

/** The page, the same for both hosts. Its URLs are relative, because `app://` and the browser host differ. */
export const rendererBundle: Bundle = {
  name: 'renderer',
  sources: ['contract', 'languages', 'packages/freemarker/src', 'renderer', 'assets'],
  async config(outFolder) {
    // Loads Vite, which a start with fresh bundles doesn't need.
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
      // Small files stay files: the policy of the page allows no script from a `data:` URL.
      build: {
        ...base.build,
        target: browsers,
        assetsInlineLimit: 0,
        chunkSizeWarningLimit: 4000,
        // Scripts come from this machine: imports are found when a part is parsed. A preload list for each
        // part would be larger than the page's own code for the first view.
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
