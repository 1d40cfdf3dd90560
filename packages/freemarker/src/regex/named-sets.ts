import {
  and,
  not,
  or,
  property,
  range,
  ranges,
  rangeSet,
  single,
  type CharacterSet,
} from './character-set.ts';

const lower = ranges('az');
const upper = ranges('AZ');
const alpha = ranges('az', 'AZ');
const digit = ranges('09');
const alnum = ranges('az', 'AZ', '09');
const punct = ranges('!/', ':@', '[`', '{~');
const space = or(ranges(' ', '\t\r'));

/** The predefined classes of a backslash and a lower-case letter; the upper-case letter is the complement. */
export const escapeSets: Readonly<Record<string, CharacterSet>> = {
  d: digit,
  w: ranges('az', 'AZ', '09', '_'),
  s: space,
  h: rangeSet([
    [32, 32],
    [9, 9],
    [0xa0, 0xa0],
    [0x1680, 0x1680],
    [0x180e, 0x180e],
    [0x2000, 0x200a],
    [0x202f, 0x202f],
    [0x205f, 0x205f],
    [0x3000, 0x3000],
  ]),
  v: rangeSet([
    [10, 13],
    [0x85, 0x85],
    [0x2028, 0x2029],
  ]),
};

/** What `(?U)` makes of them. */
export const unicodeEscapeSets: Readonly<Record<string, CharacterSet>> = {
  ...escapeSets,
  d: property('Nd'),
  w: or(property('Alphabetic'), property('M'), property('Nd'), property('Pc'), property('Join_Control')),
  s: property('White_Space'),
};

const posix: Readonly<Record<string, CharacterSet>> = {
  Lower: lower,
  Upper: upper,
  ASCII: range(0, 127),
  Alpha: alpha,
  Digit: digit,
  Alnum: alnum,
  Punct: punct,
  Graph: ranges('!~'),
  Print: ranges(' ~'),
  Blank: ranges(' ', '\t'),
  Cntrl: or(range(0, 31), single(127)),
  XDigit: ranges('09', 'af', 'AF'),
  Space: space,
};

const unicodePosix: Readonly<Record<string, CharacterSet>> = {
  Lower: property('Lowercase'),
  Upper: property('Uppercase'),
  Alpha: property('Alphabetic'),
  Digit: property('Nd'),
  Alnum: or(property('Alphabetic'), property('Nd')),
  Punct: property('P'),
  Graph: not(or(property('White_Space'), property('Cc'), property('Cs'), property('Cn'))),
  Print: and(
    not(property('Cc')),
    or(not(property('White_Space')), property('Zs')),
    not(or(property('Cs'), property('Cn'))),
  ),
  Blank: or(property('Zs'), single(9)),
  Cntrl: property('Cc'),
  XDigit: or(property('Nd'), property('Hex_Digit')),
  Space: property('White_Space'),
  ASCII: range(0, 127),
};

const java: Readonly<Record<string, CharacterSet>> = {
  javaLowerCase: property('Lowercase'),
  javaUpperCase: property('Uppercase'),
  javaAlphabetic: property('Alphabetic'),
  javaIdeographic: property('Ideographic'),
  javaTitleCase: property('Lt'),
  javaDigit: property('Nd'),
  javaDefined: not(property('Cn')),
  javaLetter: property('L'),
  javaLetterOrDigit: or(property('L'), property('Nd')),
  javaSpaceChar: property('Z'),
  javaWhitespace: or(
    range(9, 13),
    range(28, 31),
    and(
      property('Z'),
      not(
        rangeSet([
          [0xa0, 0xa0],
          [0x2007, 0x2007],
          [0x202f, 0x202f],
        ]),
      ),
    ),
  ),
  javaISOControl: property('Cc'),
  javaMirrored: property('Bidi_Mirrored'),
};

const binary: Readonly<Record<string, string>> = {
  ALPHABETIC: 'Alphabetic',
  LETTER: 'L',
  IDEOGRAPHIC: 'Ideographic',
  LOWERCASE: 'Lowercase',
  UPPERCASE: 'Uppercase',
  TITLECASE: 'Lt',
  WHITE_SPACE: 'White_Space',
  WHITESPACE: 'White_Space',
  CONTROL: 'Cc',
  PUNCTUATION: 'P',
  HEX_DIGIT: 'Hex_Digit',
  HEXDIGIT: 'Hex_Digit',
  JOIN_CONTROL: 'Join_Control',
  JOINCONTROL: 'Join_Control',
  NONCHARACTER_CODE_POINT: 'Noncharacter_Code_Point',
  NONCHARACTERCODEPOINT: 'Noncharacter_Code_Point',
  DIGIT: 'Nd',
  EMOJI: 'Emoji',
  EMOJI_PRESENTATION: 'Emoji_Presentation',
};

function tryProperty(name: string): CharacterSet | undefined {
  try {
    new RegExp(`\\p{${name}}`, 'u');
    return property(name);
  } catch {
    return undefined;
  }
}

const titleCase = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(' ', '_')
    .replace(/(^|_)[a-z]/g, (start) => start.toUpperCase());

const own = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

function generalCategory(name: string): CharacterSet | undefined {
  if (name === 'LC') return or(property('Lu'), property('Ll'), property('Lt'));
  if (name === 'LD') return or(property('L'), property('Nd'));
  if (name === 'L1') return range(0, 255);
  if (name === 'all') return range(0, 0x10ffff);
  return /^[A-Z][a-z]?$/.test(name) ? tryProperty(name) : undefined;
}

/**
 * The set that `\p{name}` stands for in Java: a category, a POSIX or java.lang.Character class, `IsAlphabetic`,
 * a script. `blocks` have no JavaScript equivalent; they and unknown names return undefined.
 */
export function namedSet(name: string, isUnicode: boolean): CharacterSet | 'block' | undefined {
  const [key = '', value] = name.split('=');
  if (value !== undefined) {
    const kind = key.toLowerCase();
    if (kind === 'sc' || kind === 'script') return tryProperty(`Script=${titleCase(value)}`);
    if (kind === 'gc' || kind === 'general_category') return generalCategory(value);
    return kind === 'blk' || kind === 'block' ? 'block' : undefined;
  }
  if (name.startsWith('In')) return 'block';
  if (name.startsWith('Is')) {
    const bare = name.slice(2);
    const known = own(binary, bare.toUpperCase());
    if (known !== undefined) return property(known);
    return generalCategory(bare) ?? tryProperty(`Script=${titleCase(bare)}`);
  }
  return (isUnicode ? own(unicodePosix, name) : own(posix, name)) ?? own(java, name) ?? generalCategory(name);
}
