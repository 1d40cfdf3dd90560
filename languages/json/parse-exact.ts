import { isNumberText, isPlain } from './exact-number.ts';
import { memberKey } from './member-names.ts';

/** What replaces a part of the text before it is parsed. */
interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const quote = 0x22;
const backslash = 0x5c;
const minus = 0x2d;
/** What follows a string that is a key. */
const colon = /[ \t\r\n]*:/y;
/** Whole numbers of so many digits are doubles. */
const safeDigits = 15;

/**
 * `JSON.parse` without losing numbers: one that a double does not give back as it was written becomes an `ExactNumber`, and
 * the members that `memberKey` names get their key. Throws what `JSON.parse` throws. The text is looked through once and
 * parsed by the engine; where it has nothing of that kind, which is nearly always, nothing is copied.
 */
export function parseExact(text: string): unknown {
  const replacements = findReplacements(text);
  if (replacements.length === 0) return JSON.parse(text);
  const pieces: string[] = [];
  let from = 0;
  for (const { start, end, text: replacement } of replacements) {
    pieces.push(text.slice(from, start), replacement);
    from = end;
  }
  pieces.push(text.slice(from));
  try {
    return JSON.parse(pieces.join(''));
  } catch {
    // Never valid where the replaced text is not; its message tells the places of the text as it came.
    return JSON.parse(text);
  }
}

/** Anything may come of a text that is no JSON: it is parsed, and refused, all the same. */
function findReplacements(text: string): Replacement[] {
  const found: Replacement[] = [];
  let index = 0;
  while (index < text.length) {
    const code = text.charCodeAt(index);
    const start = index;
    if (code === quote) {
      index = endOfString(text, index);
      if (mayBeReserved(text.charCodeAt(start + 1))) noteKey(text, start, index, found);
    } else if (code === minus || isDigit(code)) {
      index = endOfNumber(text, index);
      noteNumber(text, start, index, found);
    } else {
      index += 1;
    }
  }
  return found;
}

/** The index after the quote that ends the string beginning at `start`, or the end of the text. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end + 1;
}

function isEscaped(text: string, index: number): boolean {
  let first = index;
  while (text.charCodeAt(first - 1) === backslash) first -= 1;
  return (index - first) % 2 === 1;
}

/** A reserved name begins with `$` or `_`, and any letter of it may be written as an escape. */
function mayBeReserved(code: number): boolean {
  return code === 0x24 || code === 0x5f || code === backslash;
}

function noteKey(text: string, start: number, end: number, found: Replacement[]): void {
  const written = text.slice(start, end);
  colon.lastIndex = end;
  if (!colon.test(text)) return;
  const name = stringIn(written);
  const key = name === undefined ? '' : memberKey(name);
  if (key !== name && key !== '') found.push({ start, end, text: JSON.stringify(key) });
}

function stringIn(written: string): string | undefined {
  try {
    return JSON.parse(written) as string;
  } catch {
    return undefined;
  }
}

function endOfNumber(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length && isOfNumber(text.charCodeAt(index))) index += 1;
  return index;
}

/** A digit, a sign, a point or the letter of an exponent. */
function isOfNumber(code: number): boolean {
  return isDigit(code) || code === 0x2e || code === minus || code === 0x2b || code === 0x65 || code === 0x45;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function noteNumber(text: string, start: number, end: number, found: Replacement[]): void {
  if (end - start <= safeDigits && isWhole(text, start, end)) return;
  const written = text.slice(start, end);
  if (isPlain(written) || !isNumberText(written)) return;
  found.push({ start, end, text: `{"$number":"${written}"}` });
}

/** Digits only, which most numbers are. */
function isWhole(text: string, start: number, end: number): boolean {
  for (let index = start; index < end; index += 1) if (!isDigit(text.charCodeAt(index))) return false;
  return true;
}
