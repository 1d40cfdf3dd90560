import { copyFile, mkdir } from 'node:fs/promises';
import { isAbsolute, join, resolve } from 'node:path';
import type { InlineConfig, Plugin } from 'vite';
import type { Bundle } from '../build/bundle.ts';
import { distFolder, rootFolder } from '../build/bundle.ts';
import { mainBundle } from '../build/main-bundle.ts';
import { preloadBundle } from '../build/preload-bundle.ts';
import { tenantBundle } from '../build/tenant-bundle.ts';

/** A program folder beside the production one, with the same layout. */
export const electronFolder = join(distFolder, 'development', 'electron');

const productionPage = resolve(`${rootFolder}main/platform/host/electron/window-page.ts`);

/** The production bundle never contains the development page: it is substituted only here. */
const pageOfDevelopment: Plugin = {
  name: 'page-of-development',
  enforce: 'pre',
  load(id) {
    if (!isAbsolute(id) || resolve(id) !== productionPage) return null;
    return `export * from ${JSON.stringify(join(rootFolder, 'tools', 'development', 'window-page.ts'))};`;
  },
};

/** Builds what Electron starts: main, preload and the embedded tenant. The page comes from Vite. */
export async function buildForElectron(): Promise<void> {
  await mkdir(electronFolder, { recursive: true });
  await copyFile(join(rootFolder, 'package.json'), join(electronFolder, 'package.json'));
  const { build } = await import('vite');
  for (const bundle of [mainBundle, preloadBundle, tenantBundle]) await build(await configOf(bundle));
}

async function configOf(bundle: Bundle): Promise<InlineConfig> {
  const config = await bundle.config(join(electronFolder, 'dist', bundle.name));
  if (bundle !== mainBundle) return config;
  return { ...config, plugins: [...(config.plugins ?? []), pageOfDevelopment] };
}
