import type { Bundle } from './bundle.ts';
import { commandBundle } from './command-bundle.ts';
import { freemarkerBundle } from './freemarker-bundle.ts';
import { mainBundle } from './main-bundle.ts';
import { preloadBundle } from './preload-bundle.ts';
import { rendererBundle } from './renderer-bundle.ts';
import { tenantBundle } from './tenant-bundle.ts';

/** The browser host runs main from its sources. */
export const browserBundles: readonly Bundle[] = [rendererBundle, tenantBundle];
export const allBundles: readonly Bundle[] = [
  mainBundle,
  preloadBundle,
  rendererBundle,
  tenantBundle,
  freemarkerBundle,
  commandBundle,
];
