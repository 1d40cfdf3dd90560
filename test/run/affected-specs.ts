import { globSync, readFileSync } from 'node:fs';
import { posix, sep } from 'node:path';

const sources = '{contract,languages,main,packages,preload,renderer,tenant,test,tools}/**/*.{ts,svelte}';
/** Specs beside those of the project `unit`, without the faults, which take minutes. */
const wantedSpec =
  /^(test\/(integration|security)\/.*\.spec\.ts|packages\/[^/]+\/test\/package\.spec\.ts|renderer\/.*\.svelte\.spec\.ts)$/;
/** Every path of a module in a text, whether it is imported or started as a worker. */
const relativePath = /'(\.{1,2}\/[^'\n]+\.(?:ts|svelte|js|json|css))'/g;
/** Every name of a workspace package, or of one of its entries. */
const packageName = /'(@tenant-desk\/[^'\n]+)'/g;

interface WorkspaceManifest {
  readonly name: string;
  readonly exports: Readonly<Record<string, string>>;
}

/**
 * Specs affected by a change of these files according to imports, nearest first: changed specs, then those
 * that import a changed file, then those that import such a file, and so on.
 */
export function affectedSpecs(changed: readonly string[], folder = '.'): readonly string[] {
  const importers = importersIn(folder);
  const seen = new Set<string>();
  let layer = [...changed];
  while (layer.length > 0) {
    const fresh = [...new Set(layer)].filter((path) => !seen.has(path)).toSorted();
    for (const path of fresh) seen.add(path);
    layer = fresh.flatMap((path) => [...(importers.get(path) ?? [])]);
  }
  // A set iterates in insertion order.
  return [...seen].filter((path) => wantedSpec.test(path));
}

/** The importers of a file, by its path. */
function importersIn(folder: string): ReadonlyMap<string, ReadonlySet<string>> {
  const importers = new Map<string, Set<string>>();
  const entries = packageEntriesIn(folder);
  for (const file of globSync(sources, { cwd: folder })) {
    const importer = file.split(sep).join('/');
    const text = readFileSync(`${folder}/${file}`, 'utf8');
    const byPath = [...text.matchAll(relativePath)].map(([, path = '']) =>
      posix.join(posix.dirname(importer), path),
    );
    const byName = [...text.matchAll(packageName)].flatMap(([, name = '']) => entries.get(name) ?? []);
    for (const imported of [...byPath, ...byName]) {
      importers.set(imported, (importers.get(imported) ?? new Set()).add(importer));
    }
  }
  return importers;
}

/** The file behind each name that a workspace package exports. */
function packageEntriesIn(folder: string): ReadonlyMap<string, string> {
  const entries = new Map<string, string>();
  for (const manifest of globSync('packages/*/package.json', { cwd: folder })) {
    const { name, exports } = JSON.parse(readFileSync(`${folder}/${manifest}`, 'utf8')) as WorkspaceManifest;
    const packageFolder = posix.dirname(manifest.split(sep).join('/'));
    for (const [entry, path] of Object.entries(exports))
      entries.set(posix.join(name, entry), posix.join(packageFolder, path));
  }
  return entries;
}
