import type { RawData } from 'ws';
import { z } from 'zod';

/** A page's message, or undefined where it is longer than so many bytes, no JSON, or not of the schema's shape. */
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
