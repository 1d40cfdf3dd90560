import type { Yielder } from '../timing/yielder.ts';

/** Characters to join at a time. */
const maxChunkLength = 256 * 1024;

/**
 * `JSON.stringify(value)` that yields to other work between the items of a long list. Undefined if the text of a list would exceed
 * `maxCharacters`.
 */
export async function stringifyInChunks(
  value: unknown,
  yielder: Yielder,
  maxCharacters: number,
): Promise<string | undefined> {
  if (!Array.isArray(value)) return JSON.stringify(value ?? null);
  let total = 0;
  const chunks: string[] = [];
  let parts: string[] = [];
  let length = 0;
  for (const member of value as readonly unknown[]) {
    const part = JSON.stringify(member ?? null);
    parts.push(part);
    length += part.length;
    total += part.length + 1;
    if (total > maxCharacters) return undefined;
    if (length < maxChunkLength && !yielder.isOver()) continue;
    chunks.push(parts.join(','));
    parts = [];
    length = 0;
    if (yielder.isOver()) await yielder.rest();
  }
  if (parts.length > 0) chunks.push(parts.join(','));
  return `[${chunks.join(',')}]`;
}
