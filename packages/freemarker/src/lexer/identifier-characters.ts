/**
 * The characters that may start an identifier (FreeMarker's own list, made from Unicode letters and digits of
 * Java 8). Beyond ASCII the ranges are pairs of first and last code unit.
 */
const RANGES = decodeRanges(
  'aa-aa b5-b5 ba-ba c0-d6 d8-f6 f8-1fff 2071-2071 207f-207f 2090-209c 2102-2102 2107-2107 210a-2113 2115-2115 ' +
    '2119-211d 2124-2124 2126-2126 2128-2128 212a-212d 212f-2139 213c-213f 2145-2149 214e-214e 2183-2184 ' +
    '2c00-2c2e 2c30-2c5e 2c60-2ce4 2ceb-2cee 2cf2-2cf3 2d00-2d25 2d27-2d27 2d2d-2d2d 2d30-2d67 2d6f-2d6f ' +
    '2d80-2d96 2da0-2da6 2da8-2dae 2db0-2db6 2db8-2dbe 2dc0-2dc6 2dc8-2dce 2dd0-2dd6 2dd8-2dde 2e2f-2e2f ' +
    '3005-3006 3031-3035 303b-303c 3040-318f 31a0-31ba 31f0-31ff 3300-337f 3400-4db5 4e00-a48c a4d0-a4fd ' +
    'a500-a60c a610-a62b a640-a66e a67f-a697 a6a0-a6e5 a717-a71f a722-a788 a78b-a78e a790-a793 a7a0-a7aa ' +
    'a7f8-a801 a803-a805 a807-a80a a80c-a822 a840-a873 a882-a8b3 a8d0-a8d9 a8f2-a8f7 a8fb-a8fb a900-a925 ' +
    'a930-a946 a960-a97c a984-a9b2 a9cf-a9d9 aa00-aa28 aa40-aa42 aa44-aa4b aa50-aa59 aa60-aa76 aa7a-aa7a ' +
    'aa80-aaaf aab1-aab1 aab5-aab6 aab9-aabd aac0-aac0 aac2-aac2 aadb-aadd aae0-aaea aaf2-aaf4 ab01-ab06 ' +
    'ab09-ab0e ab11-ab16 ab20-ab26 ab28-ab2e abc0-abe2 abf0-abf9 ac00-d7a3 d7b0-d7c6 d7cb-d7fb f900-fb06 ' +
    'fb13-fb17 fb1d-fb1d fb1f-fb28 fb2a-fb36 fb38-fb3c fb3e-fb3e fb40-fb41 fb43-fb44 fb46-fbb1 fbd3-fd3d ' +
    'fd50-fd8f fd92-fdc7 fdf0-fdfb fe70-fe74 fe76-fefc ff10-ff19 ff21-ff3a ff41-ff5a ff66-ffbe ffc2-ffc7 ' +
    'ffca-ffcf ffd2-ffd7 ffda-ffdc',
);

function decodeRanges(text: string): readonly number[] {
  return text.split(/[ -]/).map((hex) => Number.parseInt(hex, 16));
}

/** Whether the code unit can start an identifier (and continue one). */
export function isIdentifierStart(code: number): boolean {
  if (code < 128) {
    return (
      (code >= 97 && code <= 122) || // a-z
      (code >= 64 && code <= 90) || // @, A-Z
      code === 95 || // _
      code === 36 // $
    );
  }
  for (let i = 0; i < RANGES.length; i += 2) {
    if (code < (RANGES[i] ?? 0)) return false;
    if (code <= (RANGES[i + 1] ?? 0)) return true;
  }
  return false;
}

export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** The four characters that FreeMarker's grammar skips inside tags: blank, tab, line feed, carriage return. */
export function isBlank(code: number): boolean {
  return code === 32 || code === 10 || code === 9 || code === 13;
}

/** The characters that a backslash makes part of an identifier: `-`, `.`, `:` and `#`. */
export function isEscapableIdentifierCharacter(code: number): boolean {
  return code === 45 || code === 46 || code === 58 || code === 35;
}
