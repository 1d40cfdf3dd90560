import type { FileNaming } from '../../platform/files/file-stem.ts';
import { foldedName, freeFileName } from '../../platform/files/file-stem.ts';
import { readTextFile } from './folder-files.ts';
import type { LinkedItem } from './folder-kind.ts';
import type { KnownFile } from './folder-store.ts';
import type { Manifest, ManifestEntry } from './manifest.ts';

export interface FileEntry extends ManifestEntry {
  /** The file doesn't exist yet, and isn't in the manifest. */
  readonly isNew: boolean;
  /** The ID under which Tenant Desk knew the file, if the item has another one now. */
  readonly formerId?: string;
}

export interface EntryParts {
  readonly folder: string;
  readonly manifest: Manifest | undefined;
  readonly items: readonly LinkedItem[];
  /** The current ID of an item. */
  readonly currentId: (id: string) => string;
  readonly naming: FileNaming;
  /** Names of the files in the folder. */
  readonly names: readonly string[];
  readonly known: ReadonlyMap<string, KnownFile>;
}

/**
 * Finds the file of each item by the item's ID: the one in the manifest, whatever the item is called now; if a file was renamed
 * outside Tenant Desk, the one with its text. Items without a file get an unused name.
 */
export async function fileEntries(parts: EntryParts): Promise<Map<string, FileEntry>> {
  const { items, names } = parts;
  const entries = new Map<string, FileEntry>();
  for (const entry of listedEntries(parts)) entries.set(entry.id, { ...entry, isNew: false });
  await followRenames(parts, entries);
  const taken = new Set([...names, ...[...entries.values()].map(({ file }) => file)].map(foldedName));
  for (const { id, name } of items) {
    const entry = entries.get(id);
    if (entry !== undefined) {
      entries.set(id, { ...entry, name });
      continue;
    }
    const file = freeFileName(name, parts.naming, taken);
    taken.add(foldedName(file));
    entries.set(id, { id, name, file, isNew: true });
  }
  return entries;
}

/**
 * Lists the entries of the manifest by current IDs. If the ID of an entry no longer exists, someone else replaced the item: the
 * file then belongs to the only item of that name without a file.
 */
function listedEntries({ manifest, items, currentId }: EntryParts): readonly Omit<FileEntry, 'isNew'>[] {
  const listed = (manifest?.files ?? []).map((entry) => ({ ...entry, id: currentId(entry.id) }));
  const present = new Set(items.map(({ id }) => id));
  const taken = new Set(listed.map(({ id }) => id));
  const free = Map.groupBy(
    items.filter(({ id }) => !taken.has(id)),
    ({ name }) => name,
  );
  return listed.map((entry) => {
    const [successor, ...others] = present.has(entry.id) ? [] : (free.get(entry.name) ?? []);
    if (successor === undefined || others.length > 0) return entry;
    free.delete(entry.name);
    return { ...entry, id: successor.id, formerId: entry.id };
  });
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
    const stored = known.get(entry.formerId ?? id);
    const renamed =
      byFolded.get(foldedName(entry.file)) ??
      (stored === undefined ? undefined : await findText(folder, unlisted, stored.taken ?? stored.base));
    if (renamed === undefined) continue;
    if (unlisted.includes(renamed)) unlisted.splice(unlisted.indexOf(renamed), 1);
    entries.set(id, { ...entry, file: renamed });
  }
}

/** The only one of these files with this text; an empty text identifies no file. */
async function findText(folder: string, names: readonly string[], text: string): Promise<string | undefined> {
  if (text.trim() === '') return undefined;
  const found: string[] = [];
  for (const name of names) {
    const file = await readTextFile(folder, name).catch(() => undefined);
    if (file?.text === text) found.push(name);
  }
  return found.length === 1 ? found[0] : undefined;
}
