import { readFileSync } from 'node:fs';
import type { z } from 'zod';

/** The content of a JSON file; undefined if it is missing, unreadable, or something else. Synchronous, for small files. */
export function readJson<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
): z.output<Schema> | undefined {
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}
