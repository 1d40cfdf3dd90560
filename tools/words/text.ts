/** What a piece of text is for: each term applies to some of these. */
export type Kind = 'string' | 'comment' | 'doc' | 'identifier' | 'test';

export const kinds: readonly Kind[] = ['string', 'comment', 'doc', 'identifier', 'test'];

/** What a string is in the interface: labels have a shorter limit than sentences and errors. */
export type Role = 'label' | 'hint' | 'error' | 'text';

/** Text found in a file. `text` is as long as its source, so that an offset in it is an offset in the file. */
export interface Piece {
  readonly kind: Kind;
  readonly text: string;
  /** Where it starts in the file. */
  readonly offset: number;
  readonly role?: Role;
}

export interface Place {
  readonly line: number;
  readonly column: number;
}

/** Converts offsets in a file to lines and columns, both counted from 1. */
export function createPlaces(source: string): (offset: number) => Place {
  const starts = [0];
  for (const { index } of source.matchAll(/\n/g)) starts.push(index + 1);
  return (offset) => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  };
}

/** Replaces everything that matches with spaces, so that offsets stay the same. */
export const blanked = (text: string, pattern: RegExp): string =>
  text.replaceAll(pattern, (match) => match.replaceAll(/[^\n]/g, ' '));

/** Code in backticks, links and addresses are not prose. */
export const proseOf = (text: string): string =>
  blanked(blanked(text, /`[^`\n]*`/g), /\]\([^)\n]*\)|https?:\/\/\S+/g);
