import { plainLetters } from './fold-text.ts';
import { isNearAt, termStartOf, termStarts } from './search-query.ts';
import type { SearchQuery } from './search-query.ts';

/** Part of a text, in UTF-16 units. */
export interface MatchedRange {
  readonly from: number;
  readonly to: number;
}

interface Folded {
  readonly plain: string;
  /** Where each unit of `plain` comes from; one more than it has units. */
  readonly places: readonly number[];
}

/** Letter by letter, because folding may add or remove some. */
function fold(text: string): Folded {
  let plain = '';
  const places: number[] = [];
  let at = 0;
  for (const letter of text) {
    const folded = plainLetters(letter);
    for (let unit = 0; unit < folded.length; unit += 1) places.push(at);
    plain += folded;
    at += letter.length;
  }
  return { plain, places: [...places, text.length] };
}

/** What of a text matches the search, in order: the words found, else the initials, else words one letter off. */
export function matchedRanges(text: string, query: SearchQuery): readonly MatchedRange[] {
  if (query.text === '' || text === '') return [];
  const { plain, places } = fold(text);
  const rangeAt = (from: number, length: number): MatchedRange => ({
    from: places[from] ?? text.length,
    to: places[Math.min(plain.length, from + length)] ?? text.length,
  });
  const exact = query.terms.flatMap((term) => {
    const start = termStartOf(plain, term);
    const at = start >= 0 ? start : plain.indexOf(term);
    return at < 0 ? [] : [rangeAt(at, term.length)];
  });
  if (exact.length > 0) return joined(exact);
  const starts = termStarts(plain);
  const initials = starts.map((at) => plain.charAt(at)).join('');
  if (query.letters.length > 1 && initials.startsWith(query.letters))
    return joined(starts.slice(0, query.letters.length).map((at) => rangeAt(at, 1)));
  return joined(
    query.terms.flatMap((term) => {
      const at = starts.find((start) => isNearAt(plain, start, term));
      return at === undefined ? [] : [rangeAt(at, term.length)];
    }),
  );
}

function joined(ranges: readonly MatchedRange[]): MatchedRange[] {
  const result: MatchedRange[] = [];
  for (const range of ranges.toSorted((one, other) => one.from - other.from)) {
    const last = result.at(-1);
    if (last !== undefined && range.from <= last.to)
      result[result.length - 1] = { from: last.from, to: Math.max(last.to, range.to) };
    else result.push(range);
  }
  return result;
}
