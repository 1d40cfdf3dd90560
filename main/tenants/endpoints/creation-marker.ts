import { createHash } from 'node:crypto';

/**
 * A marker that the creation of a webhook carries, so that the new one can be told from an equal one that somebody else creates at
 * the same moment: spaces and tabs behind the description, which stays as it is, blanks at its end included. They carry no
 * meaning, are neither shown nor sent to anybody, and are removed wherever a description is read. The last 16 of the 48 bits check
 * the others, so that blanks of a person's own are not taken for a marker. A tenant that drops them proves nothing, and a person
 * decides.
 */
const idBits = 32;
const checkBits = 16;
const markerLength = idBits + checkBits;
const blanksAtTheEnd = new RegExp(`[ \\t]{${markerLength}}$`);

/** The same each time for one change. */
export function markerOf(attemptId: string): string {
  const id = asBlanks(createHash('sha256').update(attemptId).digest().readUInt32BE(0), idBits);
  return id + checkOf(id);
}

export function withMarker(description: string, marker: string): string {
  return description + marker;
}

export interface MarkedText {
  readonly text: string;
  /** Null where it carries none. */
  readonly marker: string | null;
}

export function readMarked(text: string): MarkedText {
  const blanks = blanksAtTheEnd.exec(text)?.[0];
  if (blanks === undefined || checkOf(blanks.slice(0, idBits)) !== blanks.slice(idBits)) {
    return { text, marker: null };
  }
  return { text: text.slice(0, -markerLength), marker: blanks };
}

function checkOf(id: string): string {
  return asBlanks(createHash('sha256').update(`creation marker ${id}`).digest().readUInt16BE(0), checkBits);
}

function asBlanks(number: number, bits: number): string {
  return number.toString(2).padStart(bits, '0').replaceAll('0', ' ').replaceAll('1', '\t');
}
