import type { z } from 'zod';
import { failure } from '../failure.ts';

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

/** Reads a JSON file that somebody opened: `parseJsonFile`, then `checkShape`, and throws what they throw. */
export function readJsonFile<Schema extends z.ZodType>(
  file: JsonFile,
  format: JsonFileFormat & { readonly schema: Schema },
): z.output<Schema> {
  return checkShape(file.name, parseJsonFile(file, format), format);
}

/**
 * The value of a JSON file, of whatever shape. Throws `file-too-large` or `file-not-json`, saying what and where; the
 * text itself is not quoted, for it may hold secrets.
 */
export function parseJsonFile(
  { name, bytes }: JsonFile,
  { what, advice, maxBytes }: JsonFileFormat,
): unknown {
  if (bytes.byteLength > maxBytes) {
    throw failure(
      'file-too-large',
      `${name} has ${megabytes(bytes.byteLength)}; ${what} may have ${megabytes(maxBytes)} at most. Nothing was sent.`,
    );
  }
  return parseJson(name, bytes, advice);
}

/** A file's value, if the schema takes it. Throws `file-wrong-shape`, saying where it does not. */
export function checkShape<Schema extends z.ZodType>(
  name: string,
  value: unknown,
  { schema, what, advice }: Pick<JsonFileFormat, 'what' | 'advice'> & { readonly schema: Schema },
): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue === undefined || issue.path.length === 0 ? 'the file' : pathText(issue.path);
  throw failure('file-wrong-shape', `${name} is JSON, but not ${what}. Nothing was sent. ${advice}`, {
    detail: `${where}: ${issue?.message ?? 'unknown'}`,
  });
}

function megabytes(size: number): string {
  return `${Math.ceil(size / 1024 / 1024)} MB`;
}

function parseJson(name: string, bytes: Uint8Array, advice: string): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw failure('file-not-json', `${name} is not a JSON file. Nothing was sent. ${advice}`, {
      detail: positionOf(error),
      cause: error,
    });
  }
}

/** Where the text stops being JSON. The message of the parser is not passed on: it quotes the text. */
function positionOf(error: unknown): string {
  if (!(error instanceof SyntaxError)) return 'The bytes are not UTF-8 text.';
  const place = /line (\d+) column (\d+)/.exec(error.message);
  if (place !== null) return `Line ${place[1]}, column ${place[2]}.`;
  const position = /position (\d+)/.exec(error.message);
  return position === null ? 'The text is cut short or empty.' : `Character ${position[1]}.`;
}

function pathText(path: readonly PropertyKey[]): string {
  return path
    .map((key, index) => (typeof key === 'number' ? `[${key}]` : `${index === 0 ? '' : '.'}${String(key)}`))
    .join('');
}
