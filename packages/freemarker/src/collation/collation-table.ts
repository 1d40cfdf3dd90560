import { collationTailorings, collationWeights } from '../locale-data/collation-weights.ts';
import type { CollationRow } from '../locale-data/rows.ts';

/** One collation element, its primary, secondary and tertiary weight packed as Java does: 16, 8 and 8 bits. */
export type Element = number;

/** Several characters that are sorted as one, such as `ch` in Czech. */
export interface Contraction {
  readonly text: string;
  readonly elements: readonly Element[];
}

export interface CollationTable {
  /** The elements of characters, by code unit. */
  readonly elements: ReadonlyMap<number, readonly Element[]>;
  /** By their first code unit, the longest first. */
  readonly contractions: ReadonlyMap<number, readonly Contraction[]>;
  /** Code units that contractions have behind the first. */
  readonly continuing: ReadonlySet<number>;
  /** Accents are compared from the end. */
  readonly isFrench: boolean;
}

let root: CollationTable | undefined;
const tables = new Map<CollationRow, CollationTable>();
let rows: ReadonlyMap<string, CollationRow> | undefined;

/** The table of a locale (`cs_CZ`), or of its language, or the one that holds for all others. */
export function collationTable(locale: string): CollationTable {
  root ??= { ...NO_CONTRACTIONS, elements: readElements(collationWeights), isFrench: false };
  rows ??= new Map(
    Object.entries(collationTailorings).flatMap(([names, row]) =>
      names.split(' ').map((name) => [name, row]),
    ),
  );
  const [language = '', country = ''] = locale.replaceAll('-', '_').split('_');
  const row = rows.get(`${language}_${country}`) ?? rows.get(language);
  if (row === undefined) return root;
  let table = tables.get(row);
  if (table === undefined) {
    table = tailored(root, row);
    tables.set(row, table);
  }
  return table;
}

const NO_CONTRACTIONS = { contractions: new Map<number, Contraction[]>(), continuing: new Set<number>() };

function tailored(base: CollationTable, row: CollationRow): CollationTable {
  const primaries = readShifts(row.primaries);
  const secondaries = readShifts(row.secondaries);
  const moved = (element: Element): Element => {
    const primary = Math.floor(element / 65_536);
    if (primary > 0) return element + shiftAt(primaries, primary) * 65_536;
    return element + shiftAt(secondaries, Math.floor(element / 256)) * 256;
  };
  const elements = new Map([...base.elements].map(([code, known]) => [code, known.map(moved)]));
  for (const run of split(row.runs)) {
    const at = run.indexOf(':');
    const first = parseInt(run.slice(0, at), 16);
    for (let i = at + 1; i < run.length; i++) {
      elements.set(run.charCodeAt(i), [(first + i - at - 1) * 65_536]);
    }
  }
  for (const [code, own] of readElements(row.elements)) elements.set(code, [...own]);
  return { elements, ...readContractions(row.contractions), isFrench: row.isFrench ?? false };
}

const split = (text: string | undefined): readonly string[] =>
  text === undefined || text === '' ? [] : text.split(' ');

function readElements(text: string | undefined): Map<number, readonly Element[]> {
  return new Map(
    split(text).map((entry) => {
      const [code = '', elements = ''] = entry.split(':');
      return [parseInt(code, 16), elements.split(',').map(readElement)];
    }),
  );
}

function readElement(text: string): Element {
  const [primary = 0, secondary = 0, tertiary = 0] = text.split('.').map((part) => parseInt(part, 16));
  return primary * 65_536 + secondary * 256 + tertiary;
}

interface Shift {
  readonly from: number;
  readonly by: number;
}

function readShifts(text: string | undefined): readonly Shift[] {
  return split(text).map((entry) => {
    const [from = '', by = ''] = entry.split(':');
    return { from: parseInt(from, 16), by: parseInt(by, 16) };
  });
}

function shiftAt(shifts: readonly Shift[], weight: number): number {
  return shifts.findLast(({ from }) => weight !== 0 && from <= weight)?.by ?? 0;
}

function readContractions(text: string | undefined): Pick<CollationTable, 'contractions' | 'continuing'> {
  const contractions = new Map<number, Contraction[]>();
  const continuing = new Set<number>();
  for (const entry of split(text)) {
    const [codes = '', elements = ''] = entry.split(':');
    const units = codes.split('.').map((code) => parseInt(code, 16));
    for (const unit of units.slice(1)) continuing.add(unit);
    const first = units[0] ?? 0;
    const known = contractions.get(first) ?? [];
    known.push({ text: String.fromCharCode(...units), elements: elements.split(',').map(readElement) });
    known.sort((a, b) => b.text.length - a.text.length);
    contractions.set(first, known);
  }
  return { contractions, continuing };
}
