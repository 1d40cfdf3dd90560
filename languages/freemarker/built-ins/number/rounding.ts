import { negate, sign } from '../../values/arithmetic.ts';
import { fromDecimal, Decimal, toDouble } from '../../values/decimal.ts';
import type { Numeric } from '../../values/decimal.ts';
import { onNumber } from '../built-in.ts';

/**
 * Built-ins that round. As in the original they first go to a double, so digits that no double can hold are lost.
 */
export const numbers = {
  abs: onNumber((value) =>
    typeof value === 'number' ? Math.abs(value) : sign(value) < 0 ? negate(value) : value,
  ),
  round: onNumber((value) => {
    const double = finite(value);
    const below = Math.floor(double);
    return whole(double - below >= 0.5 ? below + 1 : below);
  }),
  floor: onNumber((value) => whole(Math.floor(finite(value)))),
  ceiling: onNumber((value) => whole(Math.ceil(finite(value)))),
};

function finite(value: Numeric): number {
  const double = toDouble(value);
  if (!Number.isFinite(double)) throw new RangeError('Infinite or NaN');
  return double;
}

/** A whole double as the exact integer that it is. */
function whole(value: number): Numeric {
  if (Number.isSafeInteger(value)) return value === 0 ? 0 : value;
  return fromDecimal(new Decimal(BigInt(value), 0));
}
