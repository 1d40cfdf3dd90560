import { formatExact } from '../json/format-exact.ts';
import { isExactNumber, numberText } from '../json/exact-number.ts';

/** The text of a cell as shown and copied; empty for null and undefined. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint')
    return String(value);
  if (isExactNumber(value)) return numberText(value);
  return formatExact(value);
}
