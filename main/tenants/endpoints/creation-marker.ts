import { createHash } from 'node:crypto';

/**
 * A marker in the description of a created webhook, to distinguish it from an equal one created by someone else at the same time:
 * spaces and tabs after the unchanged description. They have no other meaning, are never shown, and are removed wherever a
 * description is read. The last 16 of the 48 bits are a checksum, so that the user's own whitespace isn't mistaken for a marker. If a
 * tenant drops them, the user decides.
 */
const idBits = 32;
const checkBits = 16;
const markerLength = idBits + checkBits;
const trailingWhitespace = new RegExp(`[ \\t]{${markerLength}}$`);

/** Deterministic per change. */
export function markerOf(attemptId: string): string {
  const id = asWhitespace(createHash('sha256').update(attemptId).digest().readUInt32BE(0), idBits);
  return id + checkOf(id);
}

export function withMarker(description: string, marker: string): string {
  return description + marker;
}

export interface MarkedText {
  readonly text: string;
  /** Null if there is none. */
  readonly marker: string | null;
}

export function readMarked(text: string): MarkedText {
  const whitespace = trailingWhitespace.exec(text)?.[0];
  if (whitespace === undefined || checkOf(whitespace.slice(0, idBits)) !== whitespace.slice(idBits)) {
    return { text, marker: null };
  }
  return { text: text.slice(0, -markerLength), marker: whitespace };
}

function checkOf(id: string): string {
  return asWhitespace(
    createHash('sha256').update(`creation marker ${id}`).digest().readUInt16BE(0),
    checkBits,
  );
}

function asWhitespace(number: number, bits: number): string {
  return number.toString(2).padStart(bits, '0').replaceAll('0', ' ').replaceAll('1', '\t');
}
