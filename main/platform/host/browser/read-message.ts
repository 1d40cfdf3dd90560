import type { RawData } from 'ws';
import { z } from 'zod';

/** Parses a page's message; undefined if it is too long, not JSON, or doesn't match the schema. */
export function readMessage<Schema extends z.core.$ZodType>(
  data: RawData,
  schema: Schema,
  maxBytes = Infinity,
): z.output<Schema> | undefined {
  const bytes = bytesOf(data);
  if (bytes.byteLength > maxBytes) return undefined;
  try {
    return z.safeParse(schema, JSON.parse(bytes.toString('utf8'))).data;
  } catch {
    return undefined;
  }
}

function bytesOf(data: RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data);
  return Buffer.isBuffer(data) ? data : Buffer.from(data);
}
