import { absolute } from '../../values/arithmetic.ts';
import { Decimal, exactPower, fromDecimal, toDouble } from '../../values/decimal.ts';
import type { Numeric } from '../../values/decimal.ts';
import { builtIn } from '../built-in.ts';
import { numbers } from '../targets.ts';

/**
 * Built-ins that round. As in the original they first go to a double, so digits that no double can hold are lost.
 */
export const rounding = [
  builtIn({
    name: 'abs',
    doc: 'The absolute value.',
    example: { template: '${(-2.5)?abs}', output: '2.5' },
    since: '2.3.20',
    on: numbers,
    gives: 'number',
    evaluate: absolute,
  }),
  builtIn({
    name: 'round',
    doc: 'Rounded to the nearest whole number, halves up.',
    example: { template: '${2.5?round} ${(-2.5)?round}', output: '3 -2' },
    since: '2.3.13',
    on: numbers,
    gives: 'number',
    evaluate: (value) => {
      const double = finite(value);
      const below = Math.floor(double);
      return whole(double - below >= 0.5 ? below + 1 : below);
    },
  }),
  builtIn({
    name: 'floor',
    doc: 'Rounded down to a whole number.',
    example: { template: '${2.9?floor} ${(-2.1)?floor}', output: '2 -3' },
    since: '2.3.13',
    on: numbers,
    gives: 'number',
    evaluate: (value) => whole(Math.floor(finite(value))),
  }),
  builtIn({
    name: 'ceiling',
    doc: 'Rounded up to a whole number.',
    example: { template: '${2.1?ceiling} ${(-2.9)?ceiling}', output: '3 -2' },
    since: '2.3.13',
    on: numbers,
    gives: 'number',
    evaluate: (value) => whole(Math.ceil(finite(value))),
  }),
];

function finite(value: Numeric): number {
  const near = nearDouble(value);
  if (near !== undefined) return near;
  const double = toDouble(value);
  if (!Number.isFinite(double)) throw new RangeError('Infinite or NaN');
  return double;
}

/**
 * A double close enough to the number to round to the same value, for numbers of many digits that are clearly between integers and
 * halves: finding the nearest double would need the text of the number.
 */
function nearDouble(value: Numeric): number | undefined {
  if (!(value instanceof Decimal) || !Number.isNaN(value.small)) return undefined;
  const double = Number(value.unscaled) / exactPower(value.scale);
  if (!(double < 1e10 && double > -1e10)) return undefined;
  const halves = (double - Math.floor(double)) * 2;
  return Math.abs(halves - Math.round(halves)) > 0.01 ? double : undefined;
}

/** A whole double as the exact integer that it is. */
function whole(value: number): Numeric {
  if (Number.isSafeInteger(value)) return value === 0 ? 0 : value;
  return fromDecimal(new Decimal(BigInt(value), 0));
}
