import type { z } from 'zod';
import type { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import { failure } from '../errors/failure.ts';
import type { ShapeProblem } from '../json/check-in-chunks.ts';
import { checkInChunks } from '../json/check-in-chunks.ts';
import type { ReadJson } from '../json/read-json.ts';
import { readJson } from '../json/read-json.ts';
import { createYielder } from '../timing/yielder.ts';

export interface JsonFileFormat {
  /** For example `a webhook export file`. */
  readonly what: string;
  /** What the person can do who opened another file. */
  readonly advice: string;
  readonly maxBytes: number;
}

interface JsonFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * The value of a JSON file, of whatever shape; the bytes must stay as they are meanwhile. Throws `file-too-large`,
 * `file-not-json`, or `file-wrong-shape` for one that holds more than any file of use, saying what and where; the text
 * itself is not quoted, for it may hold secrets.
 */
export async function parseJsonFile(
  { name, bytes }: JsonFile,
  { what, advice, maxBytes }: JsonFileFormat,
  signal: AbortSignal,
  read: ReadJson = readJson,
): Promise<unknown> {
  if (bytes.byteLength > maxBytes) {
    throw failure(
      'file-too-large',
      `${name} has ${megabytes(bytes.byteLength)}; ${what} may have ${megabytes(maxBytes)} at most. Nothing was sent.`,
    );
  }
  const parsed = await read(bytes, signal);
  if (parsed.ok) return parsed.value;
  const { type, detail } = parsed.problem;
  if (type === 'too-much') throw wrongShape(name, detail, { what, advice });
  throw failure('file-not-json', `${name} is not a JSON file. Nothing was sent. ${advice}`, { detail });
}

/** A file's value, if the schema takes it. Throws `file-wrong-shape`, saying where it does not: a line for each place. */
export async function checkShape<Schema extends z.ZodType>(
  name: string,
  value: unknown,
  format: Pick<JsonFileFormat, 'what' | 'advice'> & { readonly schema: Schema },
): Promise<z.output<Schema>> {
  const checked = await checkInChunks(format.schema, value, createYielder());
  if (checked.ok) return checked.value;
  throw misshapen(name, checked.problems, format);
}

/** Refuses a file of a version that this program does not know. `untouched` says that nothing was done: `Nothing was sent.` */
export function refuseNewer(name: string, version: number, known: number, untouched: string): void {
  if (version <= known) return;
  throw failure(
    'file-wrong-shape',
    `${name} was written by a newer version of Tenant Desk. ${untouched} Update Tenant Desk to open it.`,
    { detail: `Version ${version}; this one reads up to ${known}.` },
  );
}

/** The failure `file-wrong-shape` of a file that differs in these places. */
export function misshapen(
  name: string,
  problems: readonly ShapeProblem[],
  format: Pick<JsonFileFormat, 'what' | 'advice'>,
): DeskFailure {
  const lines = problems.map(
    ({ path, message }) => `${path.length === 0 ? 'the file' : pathText(path)}: ${message}`,
  );
  return wrongShape(name, lines.join('\n'), format);
}

function wrongShape(name: string, detail: string, { what, advice }: Pick<JsonFileFormat, 'what' | 'advice'>) {
  return failure('file-wrong-shape', `${name} is JSON, but not ${what}. Nothing was sent. ${advice}`, {
    detail,
  });
}

function megabytes(size: number): string {
  return `${Math.ceil(size / 1024 / 1024)} MB`;
}

function pathText(path: readonly PropertyKey[]): string {
  return path
    .map((key, index) => (typeof key === 'number' ? `[${key}]` : `${index === 0 ? '' : '.'}${String(key)}`))
    .join('');
}
