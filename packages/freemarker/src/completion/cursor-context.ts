import { PassedPlaces } from '../document/passed-places.ts';

/** The text before the cursor, reduced to what completion needs. */
export type CursorContext =
  | { readonly place: 'text' }
  /** After `<#` or `</#`. */
  | { readonly place: 'directive'; readonly from: number; readonly isEnd: boolean }
  /** After `<@`. */
  | { readonly place: 'macro'; readonly from: number }
  /** After `?` on an expression that starts at `targetStart`. */
  | {
      readonly place: 'built-in';
      readonly from: number;
      readonly targetStart: number;
      readonly targetEnd: number;
    }
  /** After `a.b.`; `path` are the names before. */
  | { readonly place: 'member'; readonly from: number; readonly path: readonly string[] }
  /** After a single dot that begins a special variable. */
  | { readonly place: 'special'; readonly from: number }
  /** Where an expression or the rest of a name may stand. */
  | { readonly place: 'expression'; readonly from: number };

const QUOTE = 34;
const APOSTROPHE = 39;
const OPEN_PAREN = 40;
const CLOSE_PAREN = 41;
const OPEN_BRACKET = 91;
const BACKSLASH = 92;
const CLOSE_BRACKET = 93;
const OPEN_CURLY = 123;
const CLOSE_CURLY = 125;

const NAME = /[\p{L}\p{N}_$@]/u;

/**
 * Looks at the text before `offset`; it need not be a complete or correct template. `passed` is what was passed when it was
 * looked at the time before.
 */
export function cursorContext(source: string, offset: number, passed = new PassedPlaces()): CursorContext {
  const inside = enclosing(source, offset, passed);
  if (inside === undefined) return { place: 'text' };
  if (inside.kind === 'directive-name') {
    return { place: 'directive', from: inside.start, isEnd: source.charAt(inside.start - 2) === '/' };
  }
  if (inside.kind === 'macro-name') return { place: 'macro', from: inside.start };
  const from = nameStart(source, offset);
  const before = lastNonBlank(source, from, inside.start);
  const mark = source.charAt(before);
  if (mark === '?' && before >= inside.start && source.charAt(before - 1) !== '?') {
    const targetEnd = lastNonBlank(source, before, inside.start) + 1;
    return { place: 'built-in', from, targetStart: operandStart(source, targetEnd, inside.start), targetEnd };
  }
  if (mark === '.' && before >= inside.start && source.charAt(before - 1) !== '.') {
    const targetEnd = lastNonBlank(source, before, inside.start) + 1;
    const targetStart = operandStart(source, targetEnd, inside.start);
    if (targetStart === targetEnd) return { place: 'special', from };
    return { place: 'member', from, path: pathOf(source.slice(targetStart, targetEnd)) };
  }
  return { place: 'expression', from };
}

type Enclosing =
  | { readonly kind: 'directive-name' | 'macro-name'; readonly start: number }
  | { readonly kind: 'expression'; readonly start: number };

/** The innermost tag or interpolation around the offset, with the start of its content; undefined in plain text. */
function enclosing(source: string, offset: number, passed: PassedPlaces): Enclosing | undefined {
  let at = passed.lastBefore(offset, source);
  const opening = /<#--|<\/?#[a-zA-Z]*|<@|[$#]\{/g;
  for (; at < offset; passed.add(at)) {
    opening.lastIndex = at;
    const match = opening.exec(source);
    if (match === null || match.index >= offset) return undefined;
    const [mark] = match;
    const start = match.index + mark.length;
    if (mark === '<#--') {
      const end = source.indexOf('-->', start);
      if (end < 0 || end + 3 > offset) return undefined;
      at = end + 3;
      continue;
    }
    if (mark.startsWith('<#') || mark.startsWith('</#')) {
      const nameAt = match.index + mark.indexOf('#') + 1;
      if (offset < nameAt) return undefined;
      if (offset <= start) return { kind: 'directive-name', start: nameAt };
    }
    if (mark === '<@' && offset >= start) {
      const nameEnd = start + (/^[\w.]*/.exec(source.slice(start))?.[0].length ?? 0);
      if (offset <= nameEnd) return { kind: 'macro-name', start };
    }
    const end = expressionEnd(source, start, offset, mark.endsWith('{') ? '}' : '>');
    if (end === undefined) return { kind: 'expression', start };
    at = end;
  }
  return undefined;
}

/** Where the tag or interpolation ends, if that is before the offset; string literals are passed over. */
function expressionEnd(source: string, start: number, offset: number, closer: string): number | undefined {
  const closing = closer.charCodeAt(0);
  let depth = 0;
  for (let at = start; at < offset; at++) {
    const code = source.charCodeAt(at);
    if (code === QUOTE || code === APOSTROPHE) {
      const end = stringEnd(source, at, offset);
      // A quote that is never closed is more likely unfinished than a literal.
      if (end === undefined) return undefined;
      at = end - 1;
    } else if (code === OPEN_PAREN || code === OPEN_BRACKET || code === OPEN_CURLY) depth++;
    else if (code === CLOSE_PAREN || code === CLOSE_BRACKET || (code === CLOSE_CURLY && depth > 0)) depth--;
    else if (code === closing && depth <= 0) return at + 1;
  }
  return undefined;
}

/** Where the string literal ends, if that is not behind the offset. */
function stringEnd(source: string, start: number, offset: number): number | undefined {
  const quote = source.charCodeAt(start);
  for (let at = start + 1; at < offset; at++) {
    const code = source.charCodeAt(at);
    if (code === BACKSLASH) at++;
    else if (code === quote) return at + 1;
  }
  return undefined;
}

function nameStart(source: string, offset: number): number {
  let at = offset;
  while (at > 0 && NAME.test(source.charAt(at - 1))) at--;
  return at;
}

function lastNonBlank(source: string, before: number, limit: number): number {
  let at = before - 1;
  while (at >= limit && /\s/.test(source.charAt(at))) at--;
  return at;
}

/** Walks back over names, dots, built-ins, calls, indexes and literals to where the operand begins. */
function operandStart(source: string, end: number, limit: number): number {
  let at = end;
  for (;;) {
    const before = at;
    const ch = source.charAt(at - 1);
    if (at <= limit) return limit;
    if (NAME.test(ch)) at = Math.max(nameStart(source, at), limit);
    else if (ch === ')' || ch === ']' || ch === '}') at = matchingOpen(source, at - 1, limit);
    else if (ch === '"' || ch === "'") at = Math.max(source.lastIndexOf(ch, at - 2), limit);
    else if ((ch === '.' || ch === '?' || ch === '!') && source.charAt(at) !== '') at--;
    if (at === before || at < limit) return Math.max(at, limit);
  }
}

function matchingOpen(source: string, close: number, limit: number): number {
  let depth = 0;
  for (let at = close; at >= limit; at--) {
    const ch = source.charAt(at);
    if (')]}'.includes(ch)) depth++;
    else if ('([{'.includes(ch) && --depth === 0) return at;
  }
  return limit;
}

function pathOf(text: string): readonly string[] {
  return /^[\p{L}_$][\p{L}\p{N}_$]*(?:\.[\p{L}_$][\p{L}\p{N}_$]*)*$/u.test(text) ? text.split('.') : [];
}
