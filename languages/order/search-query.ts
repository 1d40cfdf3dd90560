import { searchTerms } from './fold-text.ts';

/** A search, prepared once per key. */
export interface SearchQuery {
  /** Its words with one space between them, in plain letters. Empty: everything matches. */
  readonly text: string;
  readonly terms: readonly string[];
  /** All letters without spaces, for initials. */
  readonly letters: string;
}

export const readQuery = (typed: string): SearchQuery => queryOf(searchTerms(typed));

/** Takes terms in plain letters; a quoted term may contain spaces. */
export function queryOf(terms: readonly string[]): SearchQuery {
  const text = terms.join(' ');
  return { text, terms, letters: text.replaceAll(' ', '') };
}

/** What separates the words of a name, a path or a URL. */
const termBreaks = new Set([...' \n\t\u00a0-_.,:;/\\(){}[]“”"\'@#&+=|'].map((mark) => mark.charCodeAt(0)));

/** The positions at which words begin. */
export function termStarts(text: string): number[] {
  const starts: number[] = [];
  let isAfterBreak = true;
  for (let at = 0; at < text.length; at += 1) {
    const isBreak = termBreaks.has(text.charCodeAt(at));
    if (isAfterBreak && !isBreak) starts.push(at);
    isAfterBreak = isBreak;
  }
  return starts;
}

/** Where a word that begins with the term begins; -1 if none does. */
export function termStartOf(text: string, term: string): number {
  for (let at = text.indexOf(term); at >= 0; at = text.indexOf(term, at + 1)) {
    if (at === 0 || termBreaks.has(text.charCodeAt(at - 1))) return at;
  }
  return -1;
}

/** Shorter terms are a letter away from too many words. */
const minNearLength = 4;

/** Whether the text at a position starts with the term, except for one letter added, missing, replaced or swapped. */
export function isNearAt(text: string, at: number, term: string): boolean {
  if (term.length < minNearLength) return text.startsWith(term, at);
  let same = 0;
  while (same < term.length && term[same] === text[at + same]) same += 1;
  if (same === term.length) return true;
  const here = at + same;
  const rest = term.slice(same + 1);
  return (
    text.startsWith(rest, here + 1) ||
    text.startsWith(rest, here) ||
    text.startsWith(term.slice(same), here + 1) ||
    (rest !== '' &&
      text[here] === rest[0] &&
      text[here + 1] === term[same] &&
      text.startsWith(rest.slice(1), here + 2))
  );
}

/**
 * A quick check that lets every text pass that is near a term: one letter off, one of the halves of the term is still
 * there, unless its two middle letters are swapped.
 */
export function nearCheck(term: string): (text: string) => boolean {
  if (term.length < minNearLength) return (text) => text.includes(term);
  const middle = Math.floor(term.length / 2);
  const [first, second] = [term.slice(0, middle), term.slice(middle)];
  const swapped = `${first.slice(0, -1)}${second[0] ?? ''}${first.at(-1) ?? ''}${second.slice(1)}`;
  return (text) => text.includes(first) || text.includes(second) || text.includes(swapped);
}

/** Whether the text contains the letters in this order, with anything between them. */
export function hasInOrder(text: string, letters: string): boolean {
  let at = -1;
  for (const letter of letters) {
    at = text.indexOf(letter, at + 1);
    if (at < 0) return false;
  }
  return true;
}
