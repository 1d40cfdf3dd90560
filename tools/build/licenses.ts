import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { z } from 'zod';
import type { License } from '../../contract/settings/licenses.ts';
import { licensesFileName } from '../../main/platform/host/renderer-files.ts';

const manifestSchema = z.object({
  name: z.string(),
  version: z.string(),
  license: z.union([z.string(), z.object({ type: z.string() }).transform(({ type }) => type)]).default(''),
  dependencies: z.record(z.string(), z.string()).default({}),
  optionalDependencies: z.record(z.string(), z.string()).default({}),
  peerDependencies: z.record(z.string(), z.string()).default({}),
  /** Also lists optional peers, which are used if installed. */
  peerDependenciesMeta: z.record(z.string(), z.unknown()).default({}),
});

/**
 * Lists, when the page is built, the packages it contains, and those of main and the embedded tenant: their
 * bundles contain only the project's own dependencies and what those need, and when run from sources the
 * program needs exactly these. `plugin` is for the page, `forWorkers` for its workers, which are separate
 * bundles.
 */
export function listLicenses(rootFolder: string): { readonly plugin: Plugin; forWorkers(): Plugin[] } {
  const folders = new Set<string>();
  const note = (path: string): void => {
    const folder = packageFolderOf(path);
    if (folder !== undefined) folders.add(folder);
  };
  return {
    plugin: {
      name: 'list-licenses',
      async generateBundle(_options, bundle) {
        for (const id of this.getModuleIds()) note(id);
        for (const output of Object.values(bundle)) {
          // Fonts are referenced by styles and have no module.
          if (output.type === 'asset')
            output.originalFileNames.forEach((name) => note(resolve(rootFolder, 'renderer', name)));
        }
        const electron = join(rootFolder, 'node_modules', 'electron');
        const licenses = await readLicenses([
          ...folders,
          ...(await packagesBelow(rootFolder)),
          ...(existsSync(electron) ? [electron] : []),
        ]);
        this.emitFile({ type: 'asset', fileName: licensesFileName, source: JSON.stringify(licenses) });
      },
    },
    forWorkers: () => [
      {
        name: 'list-licenses-of-workers',
        generateBundle() {
          for (const id of this.getModuleIds()) note(id);
        },
      },
    ],
  };
}

/** The package folder of a module; undefined for our own modules. */
export function packageFolderOf(id: string): string | undefined {
  const path = id.replaceAll('\\', '/').replace(/^\0/, '').replace(/\?.*$/, '');
  return /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0];
}

/**
 * Folders of the packages that the program in `folder` depends on, directly or indirectly. The program's own
 * optional dependencies are tools for particular systems.
 */
export async function packagesBelow(folder: string): Promise<Set<string>> {
  const found = new Set<string>();
  async function follow(from: string, names: object): Promise<void> {
    for (const name of Object.keys(names)) {
      const installed = installedFolder(from, name);
      // Some are for other systems, or optional.
      if (installed === undefined || found.has(installed)) continue;
      found.add(installed);
      const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } =
        await readManifest(installed);
      await follow(installed, {
        ...dependencies,
        ...optionalDependencies,
        ...peerDependencies,
        ...peerDependenciesMeta,
      });
    }
  }
  await follow(folder, (await readManifest(folder)).dependencies);
  return found;
}

/** Resolved like Node: in the nearest `node_modules` above. */
function installedFolder(from: string, name: string): string | undefined {
  const candidate = join(from, 'node_modules', name);
  if (existsSync(join(candidate, 'package.json'))) return candidate;
  return dirname(from) === from ? undefined : installedFolder(dirname(from), name);
}

/** Each package once, by name and version. */
export async function readLicenses(folders: readonly string[]): Promise<License[]> {
  const all = await Promise.all([...new Set(folders)].map(readLicense));
  const byPackage = new Map(all.map((license) => [`${license.name}@${license.version}`, license]));
  return [...byPackage.values()].toSorted((a, b) => compare(a.name, b.name) || compare(a.version, b.version));
}

/** Independent of the machine's language. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

async function readLicense(folder: string): Promise<License> {
  const { name, version, license } = await readManifest(folder);
  const files = (await readdir(folder, { withFileTypes: true })).filter(
    (entry) => entry.isFile() && /^(un)?(licen[cs]e|copying|copyright|notice)([.-]|$)/i.test(entry.name),
  );
  const names = files.map((file) => file.name).toSorted(compare);
  const texts = await Promise.all(names.map((file) => readFile(join(folder, file), 'utf8')));
  return { name, version, license, text: texts.map((text) => text.trim()).join('\n\n') };
}

async function readManifest(folder: string): Promise<z.infer<typeof manifestSchema>> {
  return manifestSchema.parse(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')));
}
