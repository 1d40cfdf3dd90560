import { foldedName, freeFileName } from '../files/script-file-name.ts';
import { readScriptFile } from './folder-files.ts';
import type { LinkedFile } from './folder-store.ts';
import type { Manifest, ManifestEntry } from './manifest.ts';

export interface FileEntry extends ManifestEntry {
  /** There is no such file yet, and the manifest does not name it. */
  readonly isNew: boolean;
}

export interface EntryParts {
  readonly folder: string;
  readonly manifest: Manifest | undefined;
  readonly applications: readonly { readonly id: string; readonly name: string }[];
  /** Of the scripts in the folder. */
  readonly names: readonly string[];
  readonly known: ReadonlyMap<string, LinkedFile>;
}

/**
 * Which file is whose, by the identifier of the application: as the manifest says, whatever the application is called by now; where a
 * file was renamed outside, the one that has its text. Applications without one get a name that nothing else has.
 */
export async function fileEntries(parts: EntryParts): Promise<Map<string, FileEntry>> {
  const { manifest, applications, names } = parts;
  const entries = new Map<string, FileEntry>();
  for (const entry of manifest?.files ?? []) entries.set(entry.applicationId, { ...entry, isNew: false });
  await followRenames(parts, entries);
  const taken = new Set([...names, ...[...entries.values()].map(({ file }) => file)].map(foldedName));
  for (const { id, name } of applications) {
    const entry = entries.get(id);
    if (entry !== undefined) {
      entries.set(id, { ...entry, application: name });
      continue;
    }
    const file = freeFileName(name, taken);
    taken.add(foldedName(file));
    entries.set(id, { applicationId: id, application: name, file, isNew: true });
  }
  return entries;
}

async function followRenames(
  { folder, names, known }: EntryParts,
  entries: Map<string, FileEntry>,
): Promise<void> {
  const exact = new Set(names);
  const byFolded = new Map(names.map((name) => [foldedName(name), name]));
  const listed = new Set([...entries.values()].map(({ file }) => foldedName(file)));
  const unlisted = names.filter((name) => !listed.has(foldedName(name)));
  for (const [id, entry] of entries) {
    if (exact.has(entry.file)) continue;
    const kept = known.get(id);
    const renamed =
      byFolded.get(foldedName(entry.file)) ??
      (kept === undefined ? undefined : await findText(folder, unlisted, kept.taken ?? kept.base));
    if (renamed === undefined) continue;
    if (unlisted.includes(renamed)) unlisted.splice(unlisted.indexOf(renamed), 1);
    entries.set(id, { ...entry, file: renamed });
  }
}

/** The only one of these files that has this text; an empty one could be anybody's. */
async function findText(folder: string, names: readonly string[], text: string): Promise<string | undefined> {
  if (text.trim() === '') return undefined;
  const found: string[] = [];
  for (const name of names) {
    const file = await readScriptFile(folder, name).catch(() => undefined);
    if (file?.script === text) found.push(name);
  }
  return found.length === 1 ? found[0] : undefined;
}
