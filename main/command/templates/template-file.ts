import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { riskySignIn } from '../../../languages/payload/risky-sign-in.ts';
import { failure } from '../../platform/errors/failure.ts';
import { resolved } from '../folder/references.ts';
import { jsonOf, readTextFile } from '../read-file.ts';
import type { NamedEvent } from './sample-events.ts';
import { readEvents } from './sample-events.ts';

/** A template with what is beside it. */
export interface TemplateFile {
  readonly file: string;
  readonly source: string;
  readonly contentType: string;
  readonly events: readonly NamedEvent[];
  /** JSON schema of the receiver; undefined if there is none. */
  readonly schema: unknown;
}

const definitionSchema = z.looseObject({ contentType: z.string().optional() });

/** What a secret looks like in a rendered payload. */
const hiddenText = 'hidden';

/** The template files of a path: one, or all in a folder and the folders in it, in a stable order. */
export async function templatesAt(path: string): Promise<readonly string[]> {
  const found = await stat(path).catch((cause: unknown) => {
    throw failure('file-unreadable', `${path} can’t be found or read. Check the path and its permissions.`, {
      cause,
    });
  });
  if (!found.isDirectory()) return [path];
  const entries = await readdir(path, { recursive: true });
  const files = entries.filter((name) => name.endsWith('.ftl')).toSorted();
  if (files.length > 0) return files.map((name) => join(path, name).replaceAll('\\', '/'));
  throw failure('invalid-input', `${path} has no template (.ftl). Name another folder.`);
}

/**
 * Reads a template, and beside `x.ftl`: the content type in `x.json`, sample events in `x.samples.json`, the receiver's schema in
 * `x.schema.json`. References to secrets are replaced by a fixed text.
 */
export async function readTemplate(file: string, events?: readonly NamedEvent[]): Promise<TemplateFile> {
  const text = await readTextFile(file);
  const stem = file.replace(/\.ftl$/i, '');
  const definition = definitionSchema.safeParse(await jsonBeside(`${stem}.json`));
  const samples = `${stem}.samples.json`;
  return {
    file,
    source: resolved(text, { valueOf: () => hiddenText, marks: new Map(), missing: () => undefined }),
    contentType: (definition.success ? definition.data.contentType : undefined) ?? 'application/json',
    events: events ?? ((await isFile(samples)) ? await readEvents(samples) : [riskySignIn]),
    schema: await jsonBeside(`${stem}.schema.json`),
  };
}

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  );

async function jsonBeside(path: string): Promise<unknown> {
  return (await isFile(path)) ? jsonOf(path, await readTextFile(path)) : undefined;
}
