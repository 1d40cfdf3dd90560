const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * True if a text looks like a key rather than words: IDs and tokens in hexadecimal, base 32, 36, 58 or 64. Entropy says little about
 * such short texts; the indicators are how often letters, digits and case alternate, and whether the letters are pronounceable.
 * True when in doubt.
 */
export function looksRandom(text: string): boolean {
  if (uuid.test(text)) return true;
  const pieces = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  if (pieces.some(isRandomPiece)) return true;
  // Base64url contains hyphens: the pieces between them may be too short to classify individually.
  const mixed = pieces.filter((piece) => runsIn(piece).length > 1);
  if (mixed.length > 1 && mixed.join('').length >= 12) return true;
  const length = pieces.join('').length;
  return mixed.length > 0 && length >= 16 && length / pieces.flatMap(runsIn).length < 3;
}

/** Runs of letters in one case, or of digits: `riskySignIns2` has four. */
function runsIn(piece: string): readonly string[] {
  return piece.match(/\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}]+|\p{Lu}+|\p{N}+/gu) ?? [];
}

function isRandomPiece(piece: string): boolean {
  if (piece.length < 8) return false;
  const runs = runsIn(piece);
  const digits = runs.filter((run) => /^\p{N}/u.test(run));
  const letters = runs.filter((run) => !/^\p{N}/u.test(run));
  if (digits.some(({ length }) => length >= 12)) return true;
  if (letters.some((run) => run.length >= 16 || isUnpronounceable(run))) return true;
  const averageRun = piece.length / runs.length;
  if (piece.length < 16) return runs.length >= 3 && averageRun < 3.2;
  // Words this long may end in a number, but don't contain one.
  return digits.length > 1 || averageRun < 3.5 || /\p{N}\p{L}/u.test(piece);
}

/** Languages used in URLs rarely have five consonants or four vowels in a row. */
function isUnpronounceable(run: string): boolean {
  return run.length >= 6 && /[bcdfghjklmnpqrstvwxz]{6}|[aeiou]{5}|[^aeiouy]{8}/i.test(run) && isLatin(run);
}

const isLatin = (run: string): boolean => /^[a-z]+$/i.test(run);
