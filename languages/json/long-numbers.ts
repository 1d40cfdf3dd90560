import type { ExactNumber } from './exact-number.ts';
import { approximate, isExactNumber, isNumber, numberOf, numberText } from './exact-number.ts';
import { compareNumbers, plainest } from './number-order.ts';

type SomeNumber = number | ExactNumber;

/** The digits of every number that no double holds, by its path, such as `CreatedTicks` or `Rows.0.ID`. */
export function longNumbers(value: unknown): Readonly<Record<string, string>> {
  const long = numbersIn(value).filter(([, number]) => isExactNumber(plainest(number)));
  return Object.fromEntries(long.map(([path, number]) => [path, numberText(number)]));
}

/** The paths of the numbers that are what a double makes of these digits: whoever stored them has lost some. */
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
  // As JavaScript writes a double, and as languages do that convert it to a whole number first.
  const spellings = [String(double), ...(Number.isInteger(double) ? [BigInt(double).toString()] : [])];
  return spellings.some((text) => compareNumbers(numberOf(text), now) === 0);
}

function numbersIn(value: unknown, path: readonly string[] = []): (readonly [string, SomeNumber])[] {
  if (isNumber(value)) return [[path.join('.'), value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => numbersIn(each, [...path, name]));
}
