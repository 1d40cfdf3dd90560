import { createHash } from 'node:crypto';

/**
 * A mark that the creation of a webhook carries, so that the new one can be told from an equal one that somebody else creates at
 * the same moment: blanks after the end of the description, 32 bits as spaces and tabs. Blanks there carry no meaning, are
 * neither shown nor sent to anybody, and are taken off wherever a description is read. A tenant that drops them proves nothing, and a person
 * decides.
 */
const bits = 32;
const markAtTheEnd = new RegExp(`[ \\t]{${bits}}$`);

/** The same each time for one change. */
export function markerOf(attemptId: string): string {
  const number = createHash('sha256').update(attemptId).digest().readUInt32BE(0);
  return number.toString(2).padStart(bits, '0').replaceAll('0', ' ').replaceAll('1', '\t');
}

export function withMarker(description: string, marker: string): string {
  return `${description.trimEnd()}${marker}`;
}

export interface MarkedText {
  readonly text: string;
  /** Null where it carries none. */
  readonly marker: string | null;
}

export function readMarked(text: string): MarkedText {
  const marker = markAtTheEnd.exec(text)?.[0] ?? null;
  return { text: marker === null ? text : text.slice(0, -bits), marker };
}
