import { OperationError } from '../../errors/runtime-errors.ts';
import { toNumber } from '../../runtime/coercion.ts';
import { compare, isWhole, toInt, toLong } from '../../values/arithmetic.ts';
import {
  Binary,
  binary,
  Decimal,
  divideRounded,
  fromDecimal,
  powerOfTen,
  toDecimal,
  toDouble,
} from '../../values/decimal.ts';
import type { Numeric } from '../../values/decimal.ts';
import { DateValue } from '../../values/value.ts';
import { builtIn } from '../built-in.ts';
import type { Environment } from '../../runtime/environment.ts';
import type { BuiltIn, BuiltInFacts } from '../definition.ts';
import { numbers, target } from '../targets.ts';

/** Built-ins that turn numbers into other types of numbers, into dates or into letters. */
export const numberConversions = [
  builtIn({
    name: 'int',
    doc: 'The number cut to 32 bits.',
    example: { template: '${2.9?int} ${4294967297?int}', output: '2 1' },
    on: numbers,
    gives: 'number',
    evaluate: (value) => toInt(value),
  }),
  builtIn({
    name: 'long',
    doc: 'The number cut to 64 bits; for a date its epoch milliseconds.',
    example: { template: '${2.9?long} ${"1970-01-02"?date.iso?long?c}', output: '2 86400000' },
    on: target(['number', 'date'], (value, _env, node) =>
      value instanceof DateValue ? epochOf(value) : toNumber(value, node.target),
    ),
    gives: 'number',
    evaluate: (value) =>
      Number.isSafeInteger(value) ? (value as number) + 0 : fromDecimal(new Decimal(toLong(value), 0)),
  }),
  builtIn({
    name: 'short',
    doc: 'The number cut to 16 bits.',
    example: { template: '${65537?short}', output: '1' },
    on: numbers,
    gives: 'number',
    evaluate: (value) => (toInt(value) << 16) >> 16,
  }),
  builtIn({
    name: 'byte',
    doc: 'The number cut to 8 bits.',
    example: { template: '${257?byte}', output: '1' },
    on: numbers,
    gives: 'number',
    evaluate: (value) => (toInt(value) << 24) >> 24,
  }),
  builtIn({
    name: 'double',
    doc: 'The number as a double.',
    example: { template: '${0.5?double}', output: '0.5' },
    on: numbers,
    gives: 'number',
    evaluate: (value) => binary(toDouble(value)),
  }),
  builtIn({
    name: 'float',
    doc: 'The number as a float.',
    example: { template: '${0.5?float}', output: '0.5' },
    on: numbers,
    gives: 'number',
    evaluate: (value) => binary(toDouble(value), true),
  }),
  builtIn({
    name: 'is_nan',
    doc: 'Whether it is not a number.',
    example: { template: '${"NaN"?number?is_nan?c}', output: 'true' },
    since: '2.3.20',
    on: numbers,
    gives: 'boolean',
    evaluate: (value) => typeof value === 'number' && Number.isNaN(value),
  }),
  builtIn({
    name: 'is_infinite',
    doc: 'Whether it is an infinity.',
    example: { template: '${"INF"?number?is_infinite?c}', output: 'true' },
    since: '2.3.20',
    on: numbers,
    gives: 'boolean',
    evaluate: (value) => value === Infinity || value === -Infinity,
  }),
  builtIn({
    name: 'number_to_date',
    doc: 'Epoch milliseconds as a date.',
    example: { template: '${1700000000123?number_to_date?string.iso}', output: '2023-11-14' },
    since: '2.3.4',
    on: numbers,
    gives: 'date',
    evaluate: (value) => new DateValue(toEpoch(value), 'date'),
  }),
  builtIn({
    name: 'number_to_time',
    doc: 'Epoch milliseconds as a time.',
    example: { template: '${1700000000123?number_to_time?string("HH:mm")}', output: '22:13' },
    since: '2.3.4',
    on: numbers,
    gives: 'date',
    evaluate: (value) => new DateValue(toEpoch(value), 'time'),
  }),
  builtIn({
    name: 'number_to_datetime',
    doc: 'Epoch milliseconds as a date-time.',
    example: { template: '${1700000000123?number_to_datetime?iso_utc}', output: '2023-11-14T22:13:20Z' },
    since: '2.3.4',
    on: numbers,
    gives: 'date',
    isCommon: true,
    evaluate: (value) => new DateValue(toEpoch(value), 'datetime'),
  }),
  abc('a', {
    name: 'lower_abc',
    doc: '1 is a, 2 is b, 27 is aa.',
    example: { template: '${2?lower_abc} ${27?lower_abc}', output: 'b aa' },
  }),
  abc('A', {
    name: 'upper_abc',
    doc: '1 is A, 2 is B, 27 is AA.',
    example: { template: '${2?upper_abc} ${27?upper_abc}', output: 'B AA' },
  }),
];

/** Exactly, for times that are no safe integers. */
function epochOf({ time }: DateValue): Numeric {
  return Number.isSafeInteger(time) || !Number.isFinite(time)
    ? time
    : new Decimal(BigInt(Math.trunc(time)), 0);
}

const LONG_MAX = new Decimal(2n ** 63n - 1n, 0);
const LONG_MIN = new Decimal(-(2n ** 63n), 0);

function roundBinary({ value, isFloat }: Binary): number {
  const limit = isFloat ? 2 ** 31 : 2 ** 63;
  return Math.min(Math.max(Math.floor(value + 0.5), -limit), limit - 1);
}

/** Epoch milliseconds, halves rounded away from zero. */
function toEpoch(value: Numeric): number {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  // Java rounds a double into the range of a long, a float into that of an int, and NaN to 0; only decimals are too large.
  if (value instanceof Binary) return roundBinary(value);
  if (typeof value === 'number' && !Number.isFinite(value)) return Number(toLong(value));
  if (compare(value, LONG_MAX) > 0 || compare(value, LONG_MIN) < 0) {
    throw new OperationError('arithmetic', "Number doesn't fit into a 64 bit signed integer (long)");
  }
  const { unscaled, scale } = toDecimal(value);
  return Number(
    scale <= 0 ? unscaled * powerOfTen(-scale) : divideRounded(unscaled, powerOfTen(scale), 'half-up'),
  );
}

/**
 * The letters that count to `n`, in the original's 32 bits: from 321,272,407 on, its powers of 26 overflow, so that most
 * letters are wrong there, and some numbers never end.
 */
function toLetters(n: number, firstLetter: number, env: Environment): string {
  let reached = 1;
  let weight = 1;
  for (let power = 1; n >= reached;) {
    env.step();
    power = Math.imul(power, 26);
    const next = (reached + power) | 0;
    if (next > n) break;
    weight = power;
    reached = next;
  }
  let letters = '';
  for (; weight !== 0; weight = Math.trunc(weight / 26)) {
    const increase = Math.trunc((n - reached) / weight);
    letters += String.fromCharCode(firstLetter + increase);
    reached = (reached + Math.imul(increase, weight)) | 0;
  }
  return letters;
}

function abc(firstLetter: string, facts: BuiltInFacts): BuiltIn {
  return builtIn({
    since: '2.3.22',
    ...facts,
    on: numbers,
    gives: 'string',
    json: { inString: 'safe' },
    evaluate: (value, env, node) => {
      if (!isWhole(value) || compare(value, 2147483647) > 0 || compare(value, -2147483648) < 0) {
        throw env.failure('invalid-argument', `?${node.name} needs a whole number.`);
      }
      const n = toInt(value);
      if (n <= 0) throw env.failure('invalid-argument', `?${node.name} needs a number of at least 1.`);
      return toLetters(n, firstLetter.charCodeAt(0), env);
    },
  });
}
