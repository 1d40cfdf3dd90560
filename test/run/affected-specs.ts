import { globSync, readFileSync } from 'node:fs';
import { posix, sep } from 'node:path';

const sources = '{contract,languages,main,preload,renderer,tenant,test,tools}/**/*.{ts,svelte}';
/** Specs beside those of the project `unit`, without the faults, which take minutes. */
const wantedSpec = /^(test\/(integration|security)\/.*\.spec\.ts|renderer\/.*\.svelte\.spec\.ts)$/;
/** Every path of a module in a text, whether it is imported or started as a worker. */
const relativePath = /'(\.{1,2}\/[^'\n]+\.(?:ts|svelte|js|json|css))'/g;

/**
 * Specs that a change of these files affects, as far as imports tell, the nearest first: a spec that was changed itself, then those
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
  // A set remembers in which order things came.
  return [...seen].filter((path) => wantedSpec.test(path));
}

/** Who imports a file, by its path. */
function importersIn(folder: string): ReadonlyMap<string, ReadonlySet<string>> {
  const importers = new Map<string, Set<string>>();
  for (const file of globSync(sources, { cwd: folder })) {
    const importer = file.split(sep).join('/');
    for (const [, path = ''] of readFileSync(`${folder}/${file}`, 'utf8').matchAll(relativePath)) {
      const imported = posix.join(posix.dirname(importer), path);
      importers.set(imported, (importers.get(imported) ?? new Set()).add(importer));
    }
  }
  return importers;
}
