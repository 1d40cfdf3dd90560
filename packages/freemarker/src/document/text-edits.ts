/** A range of the old text that another text took the place of: `to` is exclusive, `length` that of the new text. */
export interface TextChange {
  readonly from: number;
  readonly to: number;
  readonly length: number;
}

/** So many characters that are the same again end a change. */
const SAME_AGAIN = 32;
/** So many characters are compared at once, which takes much less than one by one. */
const CHUNK = 1024;
/** How far is looked for them: what changes more at once is one change up to what both texts end with. */
const LOOK_AHEAD = 64;

/** What changed from one text to another, in the order of the texts; changes may be larger than needed. */
export function changesBetween(before: string, after: string): readonly TextChange[] {
  if (before === after) return [];
  const common = sameAtEnd(before, after);
  const changes: TextChange[] = [];
  let i = 0;
  let j = 0;
  for (;;) {
    const oldEnd = before.length - common;
    const newEnd = after.length - common;
    const same = sameFrom(before, i, after, j, Math.min(oldEnd - i, newEnd - j));
    i += same;
    j += same;
    if (i >= oldEnd || j >= newEnd) {
      // What both end with may have been counted twice: it begins behind both places.
      const from = Math.min(i, oldEnd);
      const length = Math.max(0, newEnd - j) + Math.max(0, i - oldEnd);
      if (oldEnd > from || length > 0) changes.push({ from, to: Math.max(oldEnd, from), length });
      return changes;
    }
    const again = sameAgain(before, i, after, j);
    if (again === undefined) {
      changes.push({ from: i, to: oldEnd, length: newEnd - j });
      return changes;
    }
    const [skipped, added] = again;
    changes.push({ from: i, to: i + skipped, length: added });
    i += skipped;
    j += added;
  }
}

/** How many characters both end with. */
function sameAtEnd(before: string, after: string): number {
  const shorter = Math.min(before.length, after.length);
  let same = 0;
  while (
    same + CHUNK <= shorter &&
    before.slice(before.length - same - CHUNK, before.length - same) ===
      after.slice(after.length - same - CHUNK, after.length - same)
  ) {
    same += CHUNK;
  }
  while (
    same < shorter &&
    before.charCodeAt(before.length - 1 - same) === after.charCodeAt(after.length - 1 - same)
  ) {
    same++;
  }
  return same;
}

/** How many characters are the same from the places on. */
function sameFrom(before: string, i: number, after: string, j: number, limit: number): number {
  let same = 0;
  while (
    same + CHUNK <= limit &&
    before.slice(i + same, i + same + CHUNK) === after.slice(j + same, j + same + CHUNK)
  ) {
    same += CHUNK;
  }
  while (same < limit && before.charCodeAt(i + same) === after.charCodeAt(j + same)) same++;
  return same;
}

/** How much to skip in both texts until they match again. */
function sameAgain(
  before: string,
  i: number,
  after: string,
  j: number,
): readonly [number, number] | undefined {
  for (let more = 1; more <= LOOK_AHEAD; more++) {
    for (let less = 0; less <= more; less++) {
      if (areEqualElements(before, i + more, after, j + less)) return [more, less];
      if (areEqualElements(before, i + less, after, j + more)) return [less, more];
    }
  }
  return undefined;
}

function areEqualElements(before: string, i: number, after: string, j: number): boolean {
  if (i + SAME_AGAIN > before.length || j + SAME_AGAIN > after.length) return false;
  for (let n = 0; n < SAME_AGAIN; n++) if (before.charCodeAt(i + n) !== after.charCodeAt(j + n)) return false;
  return true;
}
