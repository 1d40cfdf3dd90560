import type { ExactNumber } from './exact-number.ts';
import { approximate, isExactNumber, isNumber, numberOf, numberText } from './exact-number.ts';
import { compareNumbers, normalizedNumber } from './number-order.ts';

type SomeNumber = number | ExactNumber;

/**
 * The digits of every number that no double represents, by its path, such as `CreatedTicks` or `Rows.0.ID`.
 */
export function longNumbers(value: unknown): Readonly<Record<string, string>> {
  const long = numbersIn(value).filter(([, number]) => isExactNumber(normalizedNumber(number)));
  return Object.fromEntries(long.map(([path, number]) => [path, numberText(number)]));
}

/** Paths of numbers that now equal the double of these digits, so digits were lost when they were stored. */
export function roundedSince(digits: Readonly<Record<string, string>>, now: unknown): string[] {
  const numbers = new Map(numbersIn(now));
  return Object.keys(digits).filter((path) => {
    const number = numbers.get(path);
    return number !== undefined && isRounded(numberOf(digits[path] ?? ''), number);
  });
}

function isRounded(sent: SomeNumber, now: SomeNumber): boolean {
  const double = approximate(sent);
  if (!Number.isFinite(double) || compareNumbers(sent, now) === 0) return false;
  // The spelling of JavaScript, and of languages that convert to a whole number first.
  const spellings = [String(double), ...(Number.isInteger(double) ? [BigInt(double).toString()] : [])];
  return spellings.some((text) => compareNumbers(numberOf(text), now) === 0);
}

function numbersIn(value: unknown, path: readonly string[] = []): (readonly [string, SomeNumber])[] {
  if (isNumber(value)) return [[path.join('.'), value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => numbersIn(each, [...path, name]));
}
