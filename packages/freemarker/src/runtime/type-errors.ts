import { blamedText, missingValue, runtimeError } from '../errors/runtime-errors.ts';
import type { Blamed } from '../errors/runtime-errors.ts';
import type { TemplateError } from '../errors/template-error.ts';
import type { Value } from '../values/value.ts';
import { describeType } from './describe-type.ts';

/** A value of the wrong type; missing values are reported as missing. */
export function wrongType(at: Blamed, value: Value, expected: string, tip?: string): TemplateError {
  if (value == null) return missingValue(at);
  const hint = tip === undefined ? '' : `\nTip: ${tip}`;
  return runtimeError(
    'type-mismatch',
    `Expected a ${expected}, but this has evaluated to a ${describeType(value)}:\n==> ${blamedText(at)}${hint}`,
    at,
  );
}
