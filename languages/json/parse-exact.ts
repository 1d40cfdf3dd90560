import { isNumberText, isPlain } from './exact-number.ts';
import { memberKey } from './member-names.ts';

/** A replacement of a part of the text before parsing. */
interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const quote = 0x22;
const backslash = 0x5c;
const minus = 0x2d;
/** Follows a string that is a key. */
const colon = /[ \t\r\n]*:/y;
/** Integers with up to this many digits are exact doubles. */
const safeDigits = 15;

/**
 * `JSON.parse` without losing numbers: a number that a double doesn't reproduce becomes an `ExactNumber`, and
 * the members named by `memberKey` get their key. Throws what `JSON.parse` throws. The text is scanned once
 * and parsed by the engine; nothing is copied in the usual case without such values.
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
    // Always invalid if the replaced text is; this error's positions are those of the original text.
    return JSON.parse(text);
  }
}

/** The result for invalid JSON doesn't matter: parsing rejects it anyway. */
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

/** The index after the closing quote of the string at `start`, or the end of the text. */
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

/** A reserved name begins with `$` or `_`, and any of its letters may be an escape. */
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

/** A digit, sign, decimal point or exponent letter. */
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

/** Digits only, like most numbers. */
function isWhole(text: string, start: number, end: number): boolean {
  for (let index = start; index < end; index += 1) if (!isDigit(text.charCodeAt(index))) return false;
  return true;
}
