/** Limits of a JSON text, to bound memory and recursion. */
export interface JsonLimits {
  /** Nesting of lists and objects. */
  readonly depth: number;
  /** Total number of values, including nested ones. */
  readonly values: number;
  /** Members per object: lists may be long, but such objects use keys as data. */
  readonly members: number;
}

export type JsonExcess = keyof JsonLimits;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openList = 0x5b;
const closeList = 0x5d;
const openObject = 0x7b;
const closeObject = 0x7d;

/**
 * The limit that a text exceeds, found without parsing. The result is meaningless for invalid JSON, which is detected by parsing.
 */
export function scanJson(bytes: Uint8Array, limits: JsonLimits): JsonExcess | undefined {
  /** Members so far of each open object, outermost first; negative for a list. */
  const members = new Int32Array(limits.depth + 2);
  let depth = 0;
  let values = 1;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index];
    if (byte === quote) {
      index = endOfString(bytes, index);
    } else if (byte === comma) {
      values += 1;
      const before = members[depth] ?? 0;
      if (before >= limits.members) return 'members';
      if (before >= 0) members[depth] = before + 1;
    } else if (byte === openList || byte === openObject) {
      values += 1;
      depth += 1;
      if (depth > limits.depth) return 'depth';
      members[depth] = byte === openList ? -1 : 1;
    } else if (byte === closeList || byte === closeObject) {
      depth = Math.max(0, depth - 1);
    }
    if (values > limits.values) return 'values';
  }
  return undefined;
}

/** The index of the quote that ends the string beginning at `start`, or of the end of the text. */
function endOfString(bytes: Uint8Array, start: number): number {
  let index = start + 1;
  while (index < bytes.length && bytes[index] !== quote) index += bytes[index] === backslash ? 2 : 1;
  return index;
}
