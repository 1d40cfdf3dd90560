import { OperationError } from '../errors/runtime-errors.ts';
import { MarkupValue } from '../values/value.ts';
import { escapeFor } from './escaping.ts';

/** The value as markup: escaped now if it is still plain text. */
export function markupOf(value: MarkupValue): string {
  return value.markup ?? escapeFor(value.format, value.plain ?? '');
}

export function fromPlainText(format: string, text: string): MarkupValue {
  return new MarkupValue(format, text, undefined);
}

export function fromMarkup(format: string, markup: string): MarkupValue {
  return new MarkupValue(format, undefined, markup);
}

function concatSame(left: MarkupValue, right: MarkupValue): MarkupValue {
  if (left.plain !== undefined && right.plain !== undefined) {
    return fromPlainText(left.format, left.plain + right.plain);
  }
  return fromMarkup(left.format, markupOf(left) + markupOf(right));
}

/** Joins markup; of different formats only if one of them is still plain text. Throws OperationError otherwise. */
export function concatMarkup(left: MarkupValue, right: MarkupValue): MarkupValue {
  if (left.format === right.format) return concatSame(left, right);
  if (right.plain !== undefined) return concatSame(left, fromPlainText(left.format, right.plain));
  if (left.plain !== undefined) return concatSame(fromPlainText(right.format, left.plain), right);
  throw new OperationError(
    'type-mismatch',
    `Concatenation left hand operand is in ${left.format} format, while the right hand operand is in ` +
      `${right.format}. Conversion to common format wasn't possible.`,
  );
}

export function isEmptyMarkup(value: MarkupValue): boolean {
  return value.plain !== undefined ? value.plain === '' : value.markup === '';
}
