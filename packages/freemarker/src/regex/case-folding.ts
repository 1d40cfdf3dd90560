import type { CaseFold } from './regex-node.ts';

/** A letter that exists in several cases; `folded` is the lower case of its upper case, by which Java compares. */
interface CasedLetter {
  readonly upper: number;
  readonly folded: number;
}

/** Letters that exist in several cases are all below this code; beyond lie scripts without case. */
const HIGHEST_CASED = 0x1e943;

const isAsciiLetter = (value: number): boolean =>
  (value >= 65 && value <= 90) || (value >= 97 && value <= 122);

let letters: ReadonlyMap<number, CasedLetter> | undefined;
let byFolded: ReadonlyMap<number, readonly number[]> | undefined;

/** Made when first needed, in about 20 ms: most expressions compare exactly or ASCII only. */
function casedLetters(): ReadonlyMap<number, CasedLetter> {
  if (letters !== undefined) return letters;
  const found = new Map<number, CasedLetter>();
  const changes = /\p{Changes_When_Casemapped}/u;
  for (let code = 0; code <= HIGHEST_CASED; code++) {
    if (!changes.test(String.fromCodePoint(code))) continue;
    const upper = upperCase(code);
    const folded = lowerCase(upper);
    if (upper !== code || folded !== code) found.set(code, { upper, folded });
  }
  return (letters = found);
}

/** Java's mappings are those of single characters, where the language's own may give several. */
function upperCase(code: number): number {
  const isGreekWithIota = /[\u1f80-\u1f87\u1f90-\u1f97\u1fa0-\u1fa7]/.test(String.fromCodePoint(code));
  if (isGreekWithIota) return code + 8;
  if (code === 0x1fb3 || code === 0x1fc3 || code === 0x1ff3) return code + 9;
  return singleCode(String.fromCodePoint(code).toUpperCase()) ?? code;
}

function lowerCase(code: number): number {
  if (code === 0x130) return 0x69;
  return singleCode(String.fromCodePoint(code).toLowerCase()) ?? code;
}

function singleCode(text: string): number | undefined {
  const value = text.codePointAt(0);
  return value !== undefined && text.length === (value > 0xffff ? 2 : 1) ? value : undefined;
}

/** The upper case of a character, as Java's Character.toUpperCase. */
export function upperOf(code: number): number {
  return casedLetters().get(code)?.upper ?? code;
}

/** What characters that differ in case only have in common: the lower case of the upper case. */
export function foldedOf(code: number): number {
  return casedLetters().get(code)?.folded ?? code;
}

/** Every letter with its upper case and its folded form; only those that have another one. */
export function* allCasedLetters(): Iterable<readonly [code: number, upper: number, folded: number]> {
  for (const [code, { upper, folded }] of casedLetters()) yield [code, upper, folded];
}

/**
 * What a single character of an expression stands for. A letter whose upper case has no other lower case, such as the
 * sharp s, stands for itself alone. Source: java.util.regex.Pattern of OpenJDK 17, `single`.
 */
export function caseVariants(code: number, fold: CaseFold): readonly number[] {
  if (fold === 'none') return [code];
  if (fold === 'ascii') return isAsciiLetter(code) ? [code, code ^ 32] : [code];
  const letter = casedLetters().get(code);
  if (letter === undefined || letter.upper === letter.folded) return [code];
  byFolded ??= Map.groupBy(casedLetters().keys(), foldedOf);
  return [...new Set([code, letter.folded, ...(byFolded.get(letter.folded) ?? [])])];
}
