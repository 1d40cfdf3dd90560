import { OperationError } from '../../errors/runtime-errors.ts';
import { compare, isWhole, toInt, toLong } from '../../values/arithmetic.ts';
import {
  Decimal,
  divideRounded,
  fromDecimal,
  powerOfTen,
  toDecimal,
  toDouble,
} from '../../values/decimal.ts';
import type { Numeric } from '../../values/decimal.ts';
import { DateValue } from '../../values/value.ts';
import { toNumber } from '../../runtime/coercion.ts';
import { onNumber } from '../built-in.ts';
import type { BuiltIn } from '../built-in.ts';

/** Built-ins that turn numbers into other types of numbers, into dates or into letters. */
export const numberConversions = {
  int: onNumber((value) => toInt(value)),
  long: {
    prepare: (value, _env, node) => (value instanceof DateValue ? value.time : toNumber(value, node.target)),
    evaluate: (value) => fromDecimal(new Decimal(toLong(value), 0)),
  } satisfies BuiltIn<Numeric>,
  short: onNumber((value) => (toInt(value) << 16) >> 16),
  byte: onNumber((value) => (toInt(value) << 24) >> 24),
  double: onNumber((value) => toDouble(value)),
  float: onNumber((value) => Math.fround(toDouble(value))),
  is_nan: onNumber((value) => typeof value === 'number' && Number.isNaN(value)),
  is_infinite: onNumber((value) => value === Infinity || value === -Infinity),
  number_to_date: onNumber((value) => new DateValue(toEpoch(value), 'date')),
  number_to_time: onNumber((value) => new DateValue(toEpoch(value), 'time')),
  number_to_datetime: onNumber((value) => new DateValue(toEpoch(value), 'datetime')),
  lower_abc: abc(97),
  upper_abc: abc(65),
};

const LONG_MAX = new Decimal(2n ** 63n - 1n, 0);
const LONG_MIN = new Decimal(-(2n ** 63n), 0);

/** Epoch milliseconds, halves rounded away from zero. */
function toEpoch(value: Numeric): number {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  if (compare(value, LONG_MAX) > 0 || compare(value, LONG_MIN) < 0) {
    throw new OperationError('arithmetic', "Number doesn't fit into a 64 bit signed integer (long)");
  }
  const { unscaled, scale } = toDecimal(value);
  return Number(
    scale <= 0 ? unscaled * powerOfTen(-scale) : divideRounded(unscaled, powerOfTen(scale), 'half-up'),
  );
}

function abc(firstLetter: number): BuiltIn<Numeric> {
  return onNumber((value, env, node) => {
    if (!isWhole(value) || compare(value, 2147483647) > 0) {
      throw env.failure('invalid-argument', `?${node.name} needs a whole number.`);
    }
    let n = toInt(value);
    if (n <= 0) throw env.failure('invalid-argument', `?${node.name} needs a number of at least 1.`);
    let letters = '';
    while (n > 0) {
      n--;
      letters = String.fromCharCode(firstLetter + (n % 26)) + letters;
      n = Math.floor(n / 26);
    }
    return letters;
  });
}
