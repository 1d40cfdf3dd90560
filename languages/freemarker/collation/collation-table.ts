import { collationWeights } from '../locale-data/collation-weights.ts';

/** One collation element, its primary, secondary and tertiary weight packed as Java does: 16, 8 and 8 bits. */
export type Element = number;

/** The elements of characters, by code unit. */
export type CollationTable = ReadonlyMap<number, readonly Element[]>;

let table: CollationTable | undefined;

/** The elements that hold for all languages. */
export function rootTable(): CollationTable {
  return (table ??= readTable());
}

function readTable(): CollationTable {
  const out = new Map<number, readonly Element[]>();
  for (const entry of collationWeights.split(' ')) {
    const [code = '', elements = ''] = entry.split(':');
    out.set(parseInt(code, 16), elements.split(',').map(readElement));
  }
  return out;
}

function readElement(text: string): Element {
  const [primary = 0, secondary = 0, tertiary = 0] = text.split('.').map((part) => parseInt(part, 16));
  return primary * 65_536 + secondary * 256 + tertiary;
}
