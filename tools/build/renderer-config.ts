import type { InlineConfig } from 'vite';
import { rootFolder } from './bundle.ts';

/** Nobody asks a page for the version of its library; each component would import what tells it. */
const compilerOptions = { discloseVersion: false };

/** What the built page and the page of `npm run dev` share. */
export async function rendererConfig(): Promise<InlineConfig> {
  // Brings the build tool along, which a start with fresh bundles need not wait for.
  const { svelte } = await import('@sveltejs/vite-plugin-svelte');
  return {
    root: `${rootFolder}renderer`,
    publicDir: `${rootFolder}assets/public`,
    plugins: [svelte({ configFile: false, compilerOptions })],
  };
}
