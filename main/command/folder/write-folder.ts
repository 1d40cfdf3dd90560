import { mkdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { formatExact } from '../../../languages/json/format-exact.ts';
import { replaceFile } from '../../platform/host/replace-file.ts';
import type { FolderItem } from './item.ts';

const iconExtensions: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
};

interface ItemFile {
  readonly path: string;
  readonly content: string | Uint8Array;
}

/** The files of an item: a document, and beside it what has a separate file. Line ends are those of the tenant. */
export function filesOf({ kind, path, document, text, icon }: FolderItem): ItemFile[] {
  const json = `${formatExact(document, 2)}\n`;
  if (kind !== 'application') {
    return [
      { path: `${path}.json`, content: json },
      ...(text === null ? [] : [{ path: `${path}.ftl`, content: text }]),
    ];
  }
  const [, type = '', base64 = ''] = /^data:([^;]+);base64,(.*)$/s.exec(icon ?? '') ?? [];
  return [
    { path: `${path}/application.json`, content: json },
    ...(text === null ? [] : [{ path: `${path}/script.js`, content: text }]),
    ...(icon === null
      ? []
      : [{ path: `${path}/icon.${iconExtensions[type] ?? 'png'}`, content: Buffer.from(base64, 'base64') }]),
  ];
}

export interface WrittenFolder {
  /** All that the folder has of the tenant now. */
  readonly files: readonly string[];
  /** Those of them that changed, and those that are gone. */
  readonly written: readonly string[];
  readonly removed: readonly string[];
}

/** Writes what differs, and removes the files of items that `before` had and the tenant has no longer. */
export async function writeFolder(
  folder: string,
  items: readonly FolderItem[],
  before: readonly FolderItem[],
): Promise<WrittenFolder> {
  const files = items.flatMap(filesOf);
  const written: string[] = [];
  for (const { path, content } of files) {
    const target = join(folder, path);
    const bytes = Buffer.from(content);
    const present = await readFile(target).catch(() => undefined);
    if (present?.equals(bytes) === true) continue;
    await mkdir(dirname(target), { recursive: true });
    await replaceFile(target, (sink) => sink(bytes));
    written.push(path);
  }
  const paths = new Set(files.map(({ path }) => path));
  const removed = before.flatMap(filesOf).filter(({ path }) => !paths.has(path));
  for (const { path } of removed) await rm(join(folder, path), { force: true });
  return { files: [...paths], written, removed: removed.map(({ path }) => path) };
}
