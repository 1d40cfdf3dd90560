import { TemplateError } from './template-error.ts';
import type { ErrorCode, SourceRange } from './template-error.ts';

/** An expression or element that an error is blamed on. */
export type Blamed = SourceRange;

/** The expression at fault as written in the template. */
export function blamedText(blamed: Blamed): string {
  return blamed.source.textOf(blamed);
}

/** An error blamed on an expression. */
export function runtimeError(code: ErrorCode, message: string, at: Blamed, cause?: unknown): TemplateError {
  const options = { blamed: blamedText(at), ...(cause === undefined ? {} : { cause }) };
  return new TemplateError('runtime', code, message, at, options);
}

export function missingValue(at: Blamed): TemplateError {
  return runtimeError(
    'missing-value',
    `The following has evaluated to null or missing:\n==> ${blamedText(at)}\nTip: If it is legally missing sometimes, ` +
      'specify a default like myOptionalVar!myDefault, or use <#if myOptionalVar??>when-present<#else>when-missing' +
      '</#if>.',
    at,
  );
}

/** Whether an error means that something was missing, which `(…)!` and `(…)??` forgive. */
export function isMissingValue(error: unknown): error is TemplateError {
  return error instanceof TemplateError && error.code === 'missing-value';
}

/** A problem found by a function that knows no positions; the caller adds the place. */
export class OperationError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string) {
    super(message);
    this.name = 'OperationError';
    this.code = code;
  }
}

/** A failure that the original's Java code does not expect: it is blamed on the expression as a whole. */
export class UncheckedError extends OperationError {}
