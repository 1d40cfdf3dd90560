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
  /** What to do if the wrong file was opened. */
  readonly advice: string;
  readonly maxBytes: number;
}

interface JsonFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * Parses a JSON file of any shape; the bytes must not change meanwhile. Throws `file-too-large`, `file-not-json`, or
 * `file-wrong-shape` for a file beyond the limits, with the problem and its location. Doesn't quote the text, which may contain
 * secrets.
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
      `${name} is too large (${megabytes(bytes.byteLength)}). The limit for ${what} is ${megabytes(maxBytes)}. Nothing was sent.`,
    );
  }
  const parsed = await read(bytes, signal);
  if (parsed.ok) return parsed.value;
  const { type, detail } = parsed.problem;
  if (type === 'too-much') throw wrongShape(name, detail, { what, advice });
  throw failure('file-not-json', `${name} is not a JSON file. Nothing was sent. ${advice}`, { detail });
}

/** Validates a file's value. Throws `file-wrong-shape` with one line per problem. */
export async function checkShape<Schema extends z.ZodType>(
  name: string,
  value: unknown,
  format: Pick<JsonFileFormat, 'what' | 'advice'> & { readonly schema: Schema },
): Promise<z.output<Schema>> {
  const checked = await checkInChunks(format.schema, value, createYielder());
  if (checked.ok) return checked.value;
  throw misshapen(name, checked.problems, format);
}

/** Rejects a file of a newer version. `untouched` says that nothing was done: `Nothing was sent.` */
export function rejectNewer(name: string, version: number, known: number, untouched: string): void {
  if (version <= known) return;
  throw failure(
    'file-wrong-shape',
    `${name} was written by a newer version of Tenant Desk. ${untouched} Update Tenant Desk to open it.`,
    { detail: `Version ${version}; this one reads up to ${known}.` },
  );
}

/** The `file-wrong-shape` failure for these problems. */
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
