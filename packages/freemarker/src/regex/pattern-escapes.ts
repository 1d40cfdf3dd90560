import { not, type CharacterSet } from './character-set.ts';
import { escapeSets, namedSet, unicodeEscapeSets } from './named-sets.ts';
import type { PatternCursor } from './pattern-cursor.ts';
import { RegexUnsupportedError } from './regex-errors.ts';
import type { Assertion } from './regex-node.ts';

/** What a backslash sequence stands for. */
export type PatternEscape =
  | { readonly kind: 'code'; readonly code: number }
  | { readonly kind: 'set'; readonly set: CharacterSet }
  | { readonly kind: 'quote'; readonly text: string }
  | { readonly kind: 'group'; readonly group: number }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'line-break' }
  | { readonly kind: 'assertion'; readonly assertion: Assertion };

const controls: Readonly<Record<string, number>> = { t: 9, n: 10, r: 13, f: 12, a: 7, e: 27 };

const assertions: Readonly<Record<string, Assertion>> = {
  A: 'input-start',
  z: 'input-end',
  Z: 'input-end-or-last-line',
  G: 'last-match-end',
  b: 'word-boundary',
  B: 'no-word-boundary',
};

const own = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

/** Reads the escape at the cursor, which is at the backslash. `groups` is the number of groups opened so far. */
export function readEscape(cursor: PatternCursor, place: 'pattern' | 'class', groups: number): PatternEscape {
  cursor.next();
  const ch = cursor.peekRaw();
  if (ch === '') return cursor.fail('Unexpected internal error', 0);
  const code = cursor.nextRawCode();
  const control = own(controls, ch);
  if (control !== undefined) return { kind: 'code', code: control };
  const set = predefinedSet(cursor, ch);
  if (set !== undefined) return { kind: 'set', set };
  switch (ch) {
    case '0':
      return { kind: 'code', code: octal(cursor) };
    case 'x':
      return { kind: 'code', code: hexadecimal(cursor) };
    case 'u':
      return { kind: 'code', code: unicode(cursor) };
    case 'c':
      if (cursor.peekRaw() === '') cursor.fail('Illegal control escape sequence', -1);
      return { kind: 'code', code: cursor.nextRawCode() ^ 64 };
    case 'p':
    case 'P':
      return { kind: 'set', set: propertySet(cursor, ch === 'P') };
    case 'Q':
      return { kind: 'quote', text: cursor.takeUntil('\\E') };
    case 'E':
      // An \E without its \Q is an error in Java, too.
      return cursor.fail('Illegal/unsupported escape sequence', -1);
    case 'N':
    case 'X':
      throw new RegexUnsupportedError(`The escape \\${ch}`);
  }
  if (place === 'pattern') {
    const outside = patternEscape(cursor, ch, groups);
    if (outside !== undefined) return outside;
  }
  if (/[a-zA-Z1-9]/.test(ch)) cursor.fail('Illegal/unsupported escape sequence', -1);
  return { kind: 'code', code };
}

function patternEscape(cursor: PatternCursor, ch: string, groups: number): PatternEscape | undefined {
  const assertion = own(assertions, ch);
  if (assertion !== undefined) {
    if (ch === 'b' && cursor.takeMatch(/\{g\}/y) !== undefined)
      throw new RegexUnsupportedError('The boundary \\b{g}');
    if (ch === 'Z' && cursor.has('d')) return { kind: 'assertion', assertion: 'input-end-or-last-newline' };
    return { kind: 'assertion', assertion };
  }
  if (ch === 'R') return { kind: 'line-break' };
  if (ch === 'k') {
    if (cursor.nextRaw() !== '<') cursor.fail("\\k is not followed by '<' for named capturing group", -1);
    return { kind: 'name', name: cursor.readGroupName(cursor.nextRaw()) };
  }
  if (!/[1-9]/.test(ch)) return undefined;
  let group = Number(ch);
  // More digits belong to the number as long as such a group exists.
  for (;;) {
    const next = cursor.peekRaw();
    if (!/[0-9]/.test(next) || group * 10 + Number(next) > groups) return { kind: 'group', group };
    group = group * 10 + Number(cursor.nextRaw());
  }
}

function predefinedSet(cursor: PatternCursor, ch: string): CharacterSet | undefined {
  const sets = cursor.has('U') ? unicodeEscapeSets : escapeSets;
  const plain = own(sets, ch);
  if (plain !== undefined) return plain;
  const opposite = /[DWSHV]/.test(ch) ? own(sets, ch.toLowerCase()) : undefined;
  return opposite && not(opposite);
}

function octal(cursor: PatternCursor): number {
  const digits = cursor.takeMatch(/[0-3][0-7]{0,2}|[0-7]{1,2}/y);
  return digits === undefined ? cursor.fail('Illegal octal escape sequence', 0) : parseInt(digits, 8);
}

function hexadecimal(cursor: PatternCursor): number {
  const short = cursor.takeMatch(/[0-9a-fA-F]{2}/y);
  if (short !== undefined) return parseInt(short, 16);
  const long = cursor.takeMatch(/\{[0-9a-fA-F]+\}/y);
  const code = long === undefined ? NaN : parseInt(long.slice(1), 16);
  if (code > 0x10ffff) cursor.fail('Hexadecimal codepoint is too big', 0);
  return Number.isNaN(code) ? cursor.fail('Illegal hexadecimal escape sequence', 0) : code;
}

function unicode(cursor: PatternCursor): number {
  const digits = cursor.takeMatch(/[0-9a-fA-F]{4}/y);
  if (digits === undefined) return cursor.fail('Illegal Unicode escape sequence', 0);
  const high = parseInt(digits, 16);
  if (high < 0xd800 || high > 0xdbff) return high;
  const low = cursor.takeMatch(/\\u[dD][c-fC-F][0-9a-fA-F]{2}/y);
  return low === undefined ? high : 0x10000 + ((high - 0xd800) << 10) + (parseInt(low.slice(2), 16) - 0xdc00);
}

function propertySet(cursor: PatternCursor, isComplement: boolean): CharacterSet {
  const braced = cursor.peekRaw() === '{';
  let name = cursor.nextRaw();
  if (braced) {
    name = cursor.takeUntil('}');
    if (cursor.peekRaw(-1) !== '}') cursor.fail('Unclosed character family', 0);
    if (name === '') cursor.fail('Empty character family', 0);
  }
  const set = namedSet(name, cursor.has('U'));
  if (set === 'block') throw new RegexUnsupportedError(`The Unicode block of \\p{${name}}`);
  if (set === undefined) return cursor.fail(`Unknown character property name {${name}}`, 0);
  const folded = cursor.fold !== 'none' ? foldedProperty(name, set) : set;
  return isComplement ? not(folded) : folded;
}

/** Without regard to case, the classes of lower, upper and title case are one. */
function foldedProperty(name: string, set: CharacterSet): CharacterSet {
  if (
    !/^(?:Is|java)?(?:Lower|Upper|Title)(?:case)?$|^(?:Is)?L[ult]$|(?:gc|general_category)=L[ult]$/i.test(
      name,
    )
  )
    return set;
  if (name === 'Lower' || name === 'Upper') return namedSet('Alpha', false) as CharacterSet;
  return {
    kind: 'or',
    sets: ['Lu', 'Ll', 'Lt'].map((category) => ({ kind: 'property', source: `\\p{${category}}` })),
  };
}
