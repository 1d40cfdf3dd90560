import type { Element } from '../ast/elements.ts';
import { TemplateError, parseError } from '../errors/template-error.ts';
import { skipBlanks } from '../lexer/expression-tokens.ts';
import { T } from '../lexer/token.ts';
import type { Token, TokenKind } from '../lexer/token.ts';
import { parseDirective } from './directives/directive.ts';
import { parseHeader } from './header.ts';
import { lineEnd, restOfLine } from './indentation.ts';
import { parseInterpolation } from './interpolations.ts';
import { endsDefinitionAround } from './nested-definitions.ts';
import { FollowUp } from './parser.ts';
import type { Parser } from './parser.ts';
import { belongsToBlock } from './recovery.ts';
import type { Recovery } from './recovery.ts';
import { templateOffset } from '../source/source-text.ts';
import type { TemplateOffset } from '../source/source-text.ts';

/** Text, interpolations, and directives, up to a token that belongs to the enclosing block. */
export function parseMixedContent(p: Parser): Element[] {
  return p.nested(readElements);
}

function readElements(p: Parser): Element[] {
  const elements: Element[] = [];
  const { recovery } = p;
  const from = p.token.end;
  p.mixedNesting++;
  const along = p.along?.contents(elements);
  for (;;) {
    if (along?.takeOver() === true) continue;
    const element = recovery === undefined ? parseElement(p) : parseElementTolerantly(p, recovery, from);
    if (element === undefined) break;
    if (element !== 'dropped') elements.push(element);
    along?.elementRead();
  }
  along?.end();
  p.mixedNesting--;
  return elements;
}

/** The header; if tolerant parsing can't read it, it continues after it. */
export function parseHeaderTolerantly(p: Parser, recovery: Recovery): void {
  try {
    parseHeader(p);
  } catch (error) {
    if (!isReadOn(error)) throw error;
    const { kind, end: taken } = p.token;
    // What fails before a header is no header: the text is read from there, and fails again.
    let end = taken;
    if (kind !== T.EOF && kind !== T.TEXT) {
      p.errors.push(error);
      end = resumeOffset(p, 0, Math.max(error.start, taken));
      recovery.broke(0, end, undefined);
    }
    p.lexer.restartAt(end);
    p.token = { kind: T.EOF, start: end, end, image: '', next: undefined };
  }
}

/** Whether tolerant parsing continues after the error. */
function isReadOn(error: unknown): error is TemplateError {
  return error instanceof TemplateError && error.phase === 'parse' && error.code !== 'limit-nesting';
}

function parseElement(p: Parser): Element | 'dropped' | undefined {
  switch (p.peek().kind) {
    case T.TEXT:
      return parseText(p);
    case T.DOLLAR_OPEN:
    case T.HASH_OPEN:
    case T.BRACKET_OPEN:
      return parseInterpolation(p);
    default:
      return parseDirective(p);
  }
}

function parseText(p: Parser): Element | 'dropped' {
  const first = p.take();
  let { end, image } = first;
  while (p.peek().kind === T.TEXT) {
    const more = p.take();
    image += more.image;
    end = more.end;
  }
  if (p.stripText && p.mixedNesting === 1) return 'dropped';
  return {
    type: 'text',
    source: p.source,
    start: first.start,
    end,
    children: [],
    text: image,
    unparsed: false,
  };
}

/** Reads an element; where that fails, records the error and resumes after the broken tag. */
export function parseElementTolerantly(
  p: Parser,
  recovery: Recovery,
  from: number,
): Element | 'dropped' | undefined {
  const nesting = [p.mixedNesting, p.breakable, p.continuable, p.iterators.length] as const;
  const { depth } = recovery;
  let opening: Token | undefined;
  let stray: ReturnType<Recovery['stray']>;
  const before = p.token.end;
  const [errors, noted, takenOver] = [p.errors.length, recovery.noted, p.along?.count ?? 0];
  try {
    opening = p.peek();
    if (belongsToBlock(opening.kind)) {
      const met = recovery.meet(opening, from);
      if (met === 'taken') return undefined;
      if (met === 'stray') {
        stray = recovery.stray(opening, from);
        p.unexpected('text, an interpolation or a directive');
      }
      return skipTag(p, opening);
    }
    if (endsDefinitionAround(p, recovery, opening)) return undefined;
    recovery.enter(opening);
    const element = parseElement(p);
    recovery.leaveTo(depth);
    if (element !== undefined || p.mixedNesting > 1) return element;
    if (p.peek().kind === T.EOF) return undefined;
    recovery.dependsOnAll();
    return p.unexpected('text, an interpolation or a directive');
  } catch (error) {
    if (!isReadOn(error)) throw error;
    [p.mixedNesting, p.breakable, p.continuable] = nesting;
    p.iterators.length = Math.min(p.iterators.length, nesting[3]);
    const start = opening?.start ?? before;
    const { place, resume } = placeOfProblem(p, recovery, error, opening);
    const end = templateOffset(Math.max(resume, start + 1));
    if (p.token.end > end) {
      // Contents that were parsed already are parsed once more, as they are without the block.
      p.errors.length = errors;
      recovery.forgetSince(noted);
      p.along?.forgetSince(takenOver);
    }
    const located = stray ?? (place && { ...place, message: error.message });
    if (!(error instanceof FollowUp))
      p.errors.push(
        located === undefined ? error : parseError(located.message, p.range(located.start, located.end)),
      );
    recovery.leaveTo(depth);
    recovery.broke(tagStart(p, error, opening), end, opening);
    p.lexer.lookedUpTo(end);
    p.lexer.restartAt(end);
    p.token = { kind: T.EOF, start, end, image: '', next: recovery.meantEnd(end) };
    return { type: 'error', source: p.source, start, end, children: [], message: error.message };
  }
}

/** Where the broken tag begins, which may have been met while reading the text before it. */
function tagStart(p: Parser, error: TemplateError, opening: Token | undefined): number {
  if (opening !== undefined && opening.kind !== T.TEXT) return opening.start;
  const { text } = p.source;
  return '<['.includes(text.charAt(error.start - 1)) ? error.start - 1 : error.start;
}

/** The clause or end tag of a block that could not be read. */
function skipTag(p: Parser, { start, kind }: Token): Element {
  let { end } = p.take();
  if (p.lexer.mode !== 'default') {
    end = resumeOffset(p, start, end);
    p.lexer.lookedUpTo(end);
    p.lexer.restartAt(end);
    p.token = { kind, start, end, image: '', next: undefined };
  }
  return { type: 'error', source: p.source, start, end, children: [], message: '' };
}

/**
 * Where an error was probably made, if not where parsing failed, and where parsing continues. An unclosed block
 * covers everything that follows, up to the end of the template or to a place that looks like its end.
 */
function placeOfProblem(
  p: Parser,
  recovery: Recovery,
  error: TemplateError,
  opening: Token | undefined,
): { readonly place?: { readonly start: number; readonly end: number }; readonly resume: number } {
  const start = opening?.start ?? error.start;
  if (opening !== undefined && isUnparsed(opening.kind)) {
    const { resume, ...place } = recovery.unclosedUnparsed(opening);
    p.lexer.lookedUpTo(p.source.text.length);
    return { place, resume };
  }
  const string = openString(p, error) ?? recovery.stringOverLines(opening, error.start);
  if (string !== undefined) return { place: string, resume: resumeOffset(p, start, string.end) };
  return { resume: resumeOffset(p, start, Math.max(error.start, start + 1)) };
}

function isUnparsed(kind: TokenKind): boolean {
  return kind === T.COMMENT || kind === T.TERSE_COMMENT || kind === T.NO_PARSE;
}

/** The line of a string literal that is never closed, when that is why the lexer failed at a later line. */
function openString(p: Parser, error: TemplateError): { start: number; end: number } | undefined {
  if (error.code !== 'lexical' || p.lexer.mode === 'default') return undefined;
  const { text } = p.source;
  const start = skipBlanks(text, p.lexer.position, text.length);
  p.lexer.lookedUpTo(lineEnd(text, start) + 1);
  const quote = text.charAt(start) === 'r' ? start + 1 : start;
  if (!`"'`.includes(text.charAt(quote)) || error.start <= lineEnd(text, start)) return undefined;
  return restOfLine(text, start);
}

/** Where parsing continues: after the tag's closer, or before the next apparent start of a tag. */
function resumeOffset(p: Parser, start: number, errorAt: number): TemplateOffset {
  const { text } = p.source;
  const interpolation = text[start] === '$' || (text[start] === '#' && text[start + 1] === '{');
  for (let i = Math.min(errorAt, text.length); i < text.length; i++) {
    const c = text[i];
    if (interpolation ? c === '}' : c === '>' || (c === ']' && text[start] === '['))
      return templateOffset(i + 1);
    if (c === '\n' && interpolation) return templateOffset(i);
    if (i > start + 1 && (c === '<' || c === '[') && /^(?:#|\/#|@|\/@)/.test(text.slice(i + 1, i + 3)))
      return templateOffset(i);
    if (i > start + 1 && c === '$' && text[i + 1] === '{') return templateOffset(i);
  }
  return templateOffset(text.length);
}
