import { cellText } from '../../languages/order/cell-text.ts';
import type { ResultCell } from '../../contract/queries/results.ts';
import { formatExact } from '../../languages/json/format-exact.ts';
import { parseExact } from '../../languages/json/parse-exact.ts';
import { isNumber } from '../../languages/json/exact-number.ts';

/** A cell shown in detail. */
interface InspectedCell {
  readonly kind: 'null' | 'text' | 'number' | 'boolean' | 'moment' | 'JSON';
  /** As it is copied; JSON formatted. */
  readonly text: string;
  /** Milliseconds since the epoch. */
  readonly time?: number;
}

export function inspectedCell(value: ResultCell): InspectedCell {
  if (value === null) return { kind: 'null', text: '' };
  if (isNumber(value)) return { kind: 'number', text: cellText(value) };
  if (typeof value === 'boolean') return { kind: 'boolean', text: cellText(value) };
  const time = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/.test(value) ? Date.parse(value) : Number.NaN;
  if (!Number.isNaN(time)) return { kind: 'moment', text: value, time };
  const laidOut = laidOutJson(value);
  return laidOut === undefined ? { kind: 'text', text: value } : { kind: 'JSON', text: laidOut };
}

/** For lists and objects only: a number in a text stays a text. */
function laidOutJson(text: string): string | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return formatExact(parseExact(text), 2);
  } catch {
    return undefined;
  }
}
