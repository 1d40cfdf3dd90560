/** How a charset writes text: what every text begins with, and the bytes of one character, or of what it cannot write. */
export interface Charset {
  readonly mark: readonly number[];
  readonly bytesOf: (code: number) => readonly number[];
}

const QUESTION_MARK: readonly number[] = [63];

const isSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdfff;

const unmarked = (bytesOf: Charset['bytesOf']): Charset => ({ mark: [], bytesOf });

/** One byte for each code below the bound. */
const upTo = (bound: number): Charset => unmarked((code) => (code < bound ? [code] : QUESTION_MARK));

const utf16 = (mark: readonly number[], unitBytes: (unit: number) => readonly number[]): Charset => ({
  mark,
  bytesOf: (code) => {
    if (isSurrogate(code)) return unitBytes(0xfffd);
    if (code < 0x10000) return unitBytes(code);
    const [high, low] = [0xd800 + ((code - 0x10000) >> 10), 0xdc00 + (code & 0x3ff)];
    return [...unitBytes(high), ...unitBytes(low)];
  },
});

const bigEndian = (unit: number): readonly number[] => [unit >> 8, unit & 255];
const littleEndian = (unit: number): readonly number[] => [unit & 255, unit >> 8];

function utf8Bytes(code: number): readonly number[] {
  if (code < 0x80) return [code];
  if (code < 0x800) return [0xc0 | (code >> 6), 0x80 | (code & 63)];
  if (isSurrogate(code)) return QUESTION_MARK;
  const end = [0x80 | ((code >> 6) & 63), 0x80 | (code & 63)];
  return code < 0x10000
    ? [0xe0 | (code >> 12), ...end]
    : [0xf0 | (code >> 18), 0x80 | ((code >> 12) & 63), ...end];
}

/** By name in lower case, with the aliases of the JVM that have come up. */
const charsets = new Map<string, Charset>();
const define = (names: string, charset: Charset): void => {
  for (const name of names.split(' ')) charsets.set(name, charset);
};
define('utf-8 utf8 unicode-1-1-utf-8', unmarked(utf8Bytes));
define('us-ascii ascii ascii7 iso646-us iso_646.irv:1991 646 cp367 us', upTo(0x80));
define('iso-8859-1 iso8859-1 iso8859_1 iso_8859-1 8859_1 latin1 l1 cp819 ibm819', upTo(0x100));
define('utf-16 utf16 utf_16 unicode', utf16([0xfe, 0xff], bigEndian));
define('utf-16be utf_16be unicodebigunmarked x-utf-16be', utf16([], bigEndian));
define('utf-16le utf_16le unicodelittleunmarked x-utf-16le', utf16([], littleEndian));
define(
  'utf-32 utf32 utf_32 utf-32be utf_32be',
  unmarked((code) => {
    const scalar = isSurrogate(code) ? 0xfffd : code;
    return [0, scalar >> 16, (scalar >> 8) & 255, scalar & 255];
  }),
);

/** Western charsets: Latin-1, except for the characters at the bytes from `first` on; a space leaves a gap. */
const western = (first: number, characters: string): Charset => {
  const byteOf = new Map(
    Array.from(characters, (character, i) => [character.codePointAt(0) ?? 0, [first + i]] as const).filter(
      ([code]) => code !== 0x20,
    ),
  );
  const isGone = (code: number): boolean => code >= first && code < first + characters.length;
  return unmarked((code) => byteOf.get(code) ?? (code < 0x100 && !isGone(code) ? [code] : QUESTION_MARK));
};
define('windows-1252 cp1252 cp5348 ibm-1252', western(0x80, '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ'));
define(
  'iso-8859-15 iso8859-15 iso8859_15 iso_8859-15 latin9 latin-9',
  western(0xa4, '€¥Š§š©ª«¬\u00ad®¯°±²³Žµ¶·ž¹º»ŒœŸ'),
);

/** The charset that the JVM knows by the name; undefined for none. Those of other scripts but Unicode's are none. */
export function charsetNamed(name: string): Charset | undefined {
  return charsets.get(name.toLowerCase());
}
