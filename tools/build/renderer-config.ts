import type { InlineConfig } from 'vite';
import { rootFolder } from './bundle.ts';

/** Nothing reads the library version; each component would import the module that discloses it. */
const compilerOptions = { discloseVersion: false };

/** Shared by the built page and the page of `npm run dev`. */
export async function rendererConfig(): Promise<InlineConfig> {
  // Loads Vite, which a start with fresh bundles doesn't need.
  const { svelte } = await import('@sveltejs/vite-plugin-svelte');
  return {
    root: `${rootFolder}renderer`,
    publicDir: `${rootFolder}assets/public`,
    plugins: [svelte({ configFile: false, compilerOptions })],
  };
}
