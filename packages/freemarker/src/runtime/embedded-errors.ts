import { runtimeError } from '../errors/runtime-errors.ts';
import type { Blamed } from '../errors/runtime-errors.ts';
import { isLimit, TemplateError } from '../errors/template-error.ts';

/** An error of embedded code as one of the code around it; limits stay what they are. */
export function embedded(error: unknown, message: string, at: Blamed): unknown {
  if (!(error instanceof TemplateError) || error.phase === 'fatal' || isLimit(error)) return error;
  return runtimeError(
    error.code === 'missing-value' ? 'invalid-argument' : error.code,
    `${message}\n${error.message}`,
    at,
    error,
  );
}
