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

/** V8's setting for the number of stack frames that errors record. */
const STACKS = Error as typeof Error & { stackTraceLimit?: number | undefined };

/**
 * The one error that parsing and rendering throw. Lines and columns are those that FreeMarker reports. It carries no
 * stack of the engine's own functions: its place is one in a template, and templates that count on errors
 * (`(a.b)!`, `#attempt`) make thousands of them.
 */
export class TemplateError extends Error {
  readonly phase: ErrorPhase;
  readonly code: ErrorCode;
  readonly templateName: string;
  /** Offsets into the template, end exclusive; both 0 when the error has no place. */
  readonly start: number;
  readonly end: number;
  /** The expression at fault as written in the template. */
  readonly blamed: string | undefined;
  readonly #range: SourceRange | undefined;
  #place: ErrorPlace | undefined;

  constructor(
    phase: ErrorPhase,
    code: ErrorCode,
    message: string,
    range: SourceRange | undefined,
    options: { readonly place?: ErrorPlace; readonly blamed?: string; readonly cause?: unknown } = {},
  ) {
    const frames = STACKS.stackTraceLimit;
    STACKS.stackTraceLimit = 0;
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    STACKS.stackTraceLimit = frames;
    this.name = 'TemplateError';
    this.phase = phase;
    this.code = code;
    this.templateName = range?.source.name ?? '';
    this.start = range?.start ?? 0;
    this.end = range?.end ?? 0;
    this.blamed = options.blamed;
    this.#range = range;
    this.#place = options.place;
  }

  /** What the offsets are counted in; undefined when the error has no place. */
  get source(): SourceText | undefined {
    return this.#range?.source.outermost;
  }

  get line(): number {
    return this.#placed.line;
  }

  get column(): number {
    return this.#placed.column;
  }

  get endLine(): number {
    return this.#placed.endLine;
  }

  get endColumn(): number {
    return this.#placed.endColumn;
  }

  /** Counted only on request: most errors of templates are tolerated. */
  get #placed(): ErrorPlace {
    return (this.#place ??= this.#range === undefined ? NOWHERE : placeOf(this.#range));
  }
}

const NOWHERE: ErrorPlace = { line: 0, column: 0, endLine: 0, endColumn: 0 };

/** Whether a limit ended the rendering. */
export function isLimit(error: unknown): boolean {
  return error instanceof TemplateError && error.code.startsWith('limit-');
}

/** Whether a template may continue after the error: not after a limit, or a failure outside of the template. */
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
