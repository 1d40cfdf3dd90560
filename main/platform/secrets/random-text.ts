const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * True where a text looks like a key and not like words: identifiers and tokens in hexadecimal, base 32, 36, 58 or 64.
 * Counting characters tells little about texts this short; what tells words from keys is how often letters, digits
 * and cases take turns, and whether the letters between can be spoken. When in doubt it says yes.
 */
export function looksRandom(text: string): boolean {
  if (uuid.test(text)) return true;
  const pieces = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  if (pieces.some(isRandomPiece)) return true;
  // Base 64 for addresses has hyphens of its own: what they part may be too short to tell alone.
  const mixed = pieces.filter((piece) => turnsIn(piece).length > 1);
  if (mixed.length > 1 && mixed.join('').length >= 12) return true;
  const length = pieces.join('').length;
  return mixed.length > 0 && length >= 16 && length / pieces.flatMap(turnsIn).length < 3;
}

/** Letters in one spelling, or digits: `riskySignIns2` has four. */
function turnsIn(piece: string): readonly string[] {
  return piece.match(/\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}]+|\p{Lu}+|\p{N}+/gu) ?? [];
}

function isRandomPiece(piece: string): boolean {
  if (piece.length < 8) return false;
  const turns = turnsIn(piece);
  const digits = turns.filter((turn) => /^\p{N}/u.test(turn));
  const letters = turns.filter((turn) => !/^\p{N}/u.test(turn));
  if (digits.some(({ length }) => length >= 12)) return true;
  if (letters.some((word) => word.length >= 16 || isUnspeakable(word))) return true;
  const averageTurn = piece.length / turns.length;
  if (piece.length < 16) return turns.length >= 3 && averageTurn < 3.2;
  // Words this long may end in a number, and have none within.
  return digits.length > 1 || averageTurn < 3.5 || /\p{N}\p{L}/u.test(piece);
}

/** No language that addresses are written in has five consonants or four vowels in a row more than by exception. */
function isUnspeakable(word: string): boolean {
  return word.length >= 6 && /[bcdfghjklmnpqrstvwxz]{6}|[aeiou]{5}|[^aeiouy]{8}/i.test(word) && isLatin(word);
}

const isLatin = (word: string): boolean => /^[a-z]+$/i.test(word);
