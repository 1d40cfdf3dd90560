import { OperationError } from '../errors/runtime-errors.ts';
import type { DecimalDigits } from './decimal-digits.ts';

export const roundingModes = [
  'up',
  'down',
  'ceiling',
  'floor',
  'halfDown',
  'halfEven',
  'halfUp',
  'unnecessary',
] as const;

/** The rounding modes of java.math.RoundingMode, by the names of FreeMarker's format parameters. */
export type RoundingMode = (typeof roundingModes)[number];

/** Rounding was needed although the format says that it never is. */
export class RoundingNecessaryError extends OperationError {
  constructor() {
    super('format', 'Rounding needed with the rounding mode being set to "unnecessary".');
  }
}

export interface RoundingContext {
  readonly mode: RoundingMode;
  readonly isNegative: boolean;
  /** How the digits compare with the true value, asked only for a tie: 1 above, -1 below, 0 equal. */
  readonly digitsAgainstTruth?: () => -1 | 0 | 1;
}

/**
 * The value with at most `keep` significant digits.
 * @throws RoundingNecessaryError in mode `unnecessary` if digits would be lost
 */
export function roundToDigits(value: DecimalDigits, keep: number, context: RoundingContext): DecimalDigits {
  const { digits, decimalAt } = value;
  // Java drops a magnitude that is more than one place below the last remaining digit, whatever the mode.
  if (keep < 0) return { digits: '', decimalAt: 0 };
  if (keep >= digits.length) return value;
  if (!roundsAway(digits, keep, context)) return trimmed(digits.slice(0, keep), decimalAt);
  let last = keep - 1;
  while (last >= 0 && digits.charCodeAt(last) === 57) last--;
  if (last < 0) return { digits: '1', decimalAt: decimalAt + 1 };
  return { digits: digits.slice(0, last) + String.fromCharCode(digits.charCodeAt(last) + 1), decimalAt };
}

function trimmed(digits: string, decimalAt: number): DecimalDigits {
  let end = digits.length;
  while (end > 0 && digits.charCodeAt(end - 1) === 48) end--;
  return end === 0 ? { digits: '', decimalAt: 0 } : { digits: digits.slice(0, end), decimalAt };
}

function roundsAway(digits: string, keep: number, context: RoundingContext): boolean {
  switch (context.mode) {
    case 'up':
      return true;
    case 'down':
      return false;
    case 'ceiling':
      return !context.isNegative;
    case 'floor':
      return context.isNegative;
    case 'unnecessary':
      throw new RoundingNecessaryError();
    case 'halfUp':
    case 'halfDown':
    case 'halfEven':
      return roundsHalfAway(digits, keep, context);
  }
}

function roundsHalfAway(digits: string, keep: number, context: RoundingContext): boolean {
  const first = digits.charCodeAt(keep) - 48;
  if (first !== 5) return first > 5;
  // Digits never end in zero, so anything after the five puts the value above the half.
  if (keep + 1 < digits.length) return true;
  const side = context.digitsAgainstTruth?.() ?? 0;
  if (side !== 0) return side < 0;
  if (context.mode === 'halfUp') return true;
  if (context.mode === 'halfDown') return false;
  return keep > 0 && (digits.charCodeAt(keep - 1) - 48) % 2 === 1;
}
