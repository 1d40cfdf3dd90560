import type { Yielder } from '../timing/yielder.ts';

/** Characters of which a text is put together at a time. */
const maxTogether = 256 * 1024;

/**
 * `JSON.stringify(value)`, and everybody else gets a turn between the members of a long list. Undefined for a list whose
 * text would have more letters than `maxCharacters`.
 */
export async function stringifyInChunks(
  value: unknown,
  turns: Yielder,
  maxCharacters: number,
): Promise<string | undefined> {
  if (!Array.isArray(value)) return JSON.stringify(value ?? null);
  let total = 0;
  const chunks: string[] = [];
  let parts: string[] = [];
  let letters = 0;
  for (const member of value as readonly unknown[]) {
    const part = JSON.stringify(member ?? null);
    parts.push(part);
    letters += part.length;
    total += part.length + 1;
    if (total > maxCharacters) return undefined;
    if (letters < maxTogether && !turns.isOver()) continue;
    chunks.push(parts.join(','));
    parts = [];
    letters = 0;
    if (turns.isOver()) await turns.rest();
  }
  if (parts.length > 0) chunks.push(parts.join(','));
  return `[${chunks.join(',')}]`;
}
