import type { SourceText } from '../source/source-text.ts';

/**
 * Where a template failed: `parse` before any output, `runtime` while rendering, `other` in something beside the
 * template (a setting), `fatal` when a recursion limit stands in for the stack overflow of the original.
 */
export type ErrorPhase = 'parse' | 'runtime' | 'other' | 'fatal';

/** What kind of failure it was; stable, for programs. */
export type ErrorCode =
  | 'lexical'
  | 'syntax'
  | 'missing-value'
  | 'type-mismatch'
  | 'invalid-argument'
  | 'arithmetic'
  | 'format'
  | 'regex'
  | 'include'
  | 'stopped'
  | 'refused'
  | 'unsupported'
  | 'setting'
  | 'limit-steps'
  | 'limit-time'
  | 'limit-output'
  | 'limit-string'
  | 'limit-digits'
  | 'limit-depth'
  | 'limit-nesting'
  | 'limit-regex'
  | 'limit-size';

/** A range of one source, in offsets with an exclusive end. */
export interface SourceRange {
  readonly source: SourceText;
  readonly start: number;
  readonly end: number;
}

export interface ErrorPlace {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** The one error that parsing and rendering throw. Lines and columns are those that FreeMarker reports. */
export class TemplateError extends Error {
  readonly phase: ErrorPhase;
  readonly code: ErrorCode;
  readonly templateName: string;
  /** Offsets into the template, end exclusive; both 0 when the error has no place. */
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  /** The expression at fault as written in the template. */
  readonly blamed: string | undefined;

  constructor(
    phase: ErrorPhase,
    code: ErrorCode,
    message: string,
    range: SourceRange | undefined,
    options: { readonly place?: ErrorPlace; readonly blamed?: string; readonly cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'TemplateError';
    this.phase = phase;
    this.code = code;
    this.templateName = range?.source.name ?? '';
    this.start = range?.start ?? 0;
    this.end = range?.end ?? 0;
    const place = options.place ?? (range === undefined ? undefined : placeOf(range));
    this.line = place?.line ?? 0;
    this.column = place?.column ?? 0;
    this.endLine = place?.endLine ?? 0;
    this.endColumn = place?.endColumn ?? 0;
    this.blamed = options.blamed;
  }
}

/** Whether a limit ended the rendering. */
export function isLimit(error: unknown): boolean {
  return error instanceof TemplateError && error.code.startsWith('limit-');
}

/** Whether a template may go on after the error: not after one of a limit, or of something beside the template. */
export function isRecoverable(error: unknown): error is TemplateError {
  return error instanceof TemplateError && error.phase === 'runtime' && !isLimit(error);
}

/** First and last character of the range as lines and columns; an empty range is the character before it. */
export function placeOf({ source, start, end }: SourceRange): ErrorPlace {
  const from = source.position(start);
  const to = source.position(end > start ? end - 1 : start);
  return { line: from.line, column: from.column, endLine: to.line, endColumn: to.column };
}

/** Whether the engine ran out of stack: long chains such as `1+1+1+…` make trees that are as deep. */
export function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError && /call stack/i.test(error.message);
}

/** The error of a template that is too deep to be read or compiled. */
export function tooDeep(source: SourceText): TemplateError {
  const range = { source, start: 0, end: Math.min(1, source.text.length) };
  return new TemplateError('parse', 'limit-nesting', 'The template nests too deeply.', range);
}

export function parseError(message: string, range: SourceRange, place?: ErrorPlace): TemplateError {
  return new TemplateError('parse', 'syntax', message, range, place === undefined ? {} : { place });
}

export function lexicalError(message: string, range: SourceRange, place?: ErrorPlace): TemplateError {
  return new TemplateError('parse', 'lexical', message, range, place === undefined ? {} : { place });
}
