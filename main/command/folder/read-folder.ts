import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import { parseExact } from '../../../languages/json/parse-exact.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { Document, FolderItem, ItemKind } from './item.ts';
import { schemaOf } from './item.ts';
import { rejectMarks } from './references.ts';
import { documentSchemas, nameIn } from './documents.ts';

const iconTypes = { png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg', gif: 'image/gif' } as const;

/**
 * What a folder holds, in a stable order. Empty where there is no such folder, or nothing of a tenant in it. Synchronous: a command has
 * nothing else to do until then, and thousands of small files are read several times faster.
 */
export function readFolder(folder: string): FolderItem[] {
  const items: FolderItem[] = [];
  for (const name of namesIn(folder, 'applications')) {
    const path = `applications/${name}`;
    if (!statSync(join(folder, path)).isDirectory()) continue;
    const files = namesIn(folder, path);
    if (files.includes('application.json')) items.push(readApplication(folder, path, files));
  }
  for (const kind of ['webhook', 'assignments', 'role'] as const) {
    const under = kind === 'assignments' ? kind : `${kind}s`;
    const files = namesIn(folder, under);
    for (const file of files.filter((each) => each.endsWith('.json'))) {
      const stem = file.slice(0, -'.json'.length);
      const text = kind === 'webhook' && files.includes(`${stem}.ftl`);
      items.push(
        readItem(folder, kind, {
          path: `${under}/${stem}`,
          file: `${under}/${file}`,
          ...(text ? { textFile: `${under}/${stem}.ftl` } : {}),
        }),
      );
    }
  }
  const files = namesIn(folder, '');
  for (const kind of ['origins', 'configuration'] as const) {
    const file = `${kind}.json`;
    if (files.includes(file)) items.push(readItem(folder, kind, { path: kind, file }));
  }
  return items;
}

/** As `readFolder`, where a folder without content is a mistake: nothing is deleted because nothing could be read. */
export function requireFolder(folder: string): FolderItem[] {
  const items = readFolder(folder);
  if (items.length > 0) return items;
  throw failure(
    'invalid-input',
    `${folder} has no files of a tenant. Nothing was sent. Write them with tdesk pull, or name another folder.`,
  );
}

function readApplication(folder: string, path: string, files: readonly string[]): FolderItem {
  const item = readItem(folder, 'application', {
    path,
    file: `${path}/application.json`,
    ...(files.includes('script.js') ? { textFile: `${path}/script.js` } : {}),
  });
  for (const [extension, type] of Object.entries(iconTypes)) {
    if (!files.includes(`icon.${extension}`)) continue;
    const bytes = content(join(folder, path, `icon.${extension}`));
    return { ...item, icon: `data:${type};base64,${bytes.toString('base64')}` };
  }
  return item;
}

interface ItemFiles {
  readonly path: string;
  readonly file: string;
  readonly textFile?: string;
}

function readItem(folder: string, kind: ItemKind, { path, file, textFile }: ItemFiles): FolderItem {
  const document = readDocument(folder, kind, file);
  const text = textFile === undefined ? null : readText(folder, textFile);
  const id = document['id'];
  return {
    ...{ kind, path, document, text, icon: null },
    name: nameIn(kind, document),
    id: typeof id === 'string' ? id : null,
  };
}

function readDocument(folder: string, kind: ItemKind, file: string): Document {
  const text = readText(folder, file);
  let value: unknown;
  try {
    value = parseExact(text);
  } catch (cause) {
    throw failure(
      'file-not-json',
      `${file} is not JSON. Nothing was sent. Correct the file, or pull it again.`,
      {
        cause,
      },
    );
  }
  const parsed = documentSchemas[kind].safeParse(value);
  if (parsed.success) return parsed.data as Document;
  throw misshapen(file, kind, parsed.error);
}

function misshapen(file: string, kind: ItemKind, error: z.ZodError): DeskFailure {
  const [issue] = error.issues;
  const where = issue === undefined || issue.path.length === 0 ? '' : ` at ${issue.path.join('.')}`;
  return failure(
    'file-wrong-shape',
    `${file} is not a document of the type ${schemaOf(kind)}${where}: ${issue?.message ?? ''} Nothing was sent.`,
    { detail: z.prettifyError(error) },
  );
}

function readText(folder: string, file: string): string {
  const bytes = content(join(folder, file));
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw failure('file-unreadable', `${file} is not UTF-8 text. Nothing was sent.`, { cause });
  }
  rejectMarks(text, file);
  return text;
}

function content(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (cause) {
    throw failure('file-unreadable', `${path} can’t be read. Nothing was sent. Check its permissions.`, {
      cause,
    });
  }
}

function namesIn(folder: string, under: string): string[] {
  const path = join(folder, under);
  try {
    return readdirSync(path).toSorted();
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT') return [];
    throw failure('file-unreadable', `${path} can’t be read. Nothing was sent. Check its permissions.`, {
      cause,
    });
  }
}
