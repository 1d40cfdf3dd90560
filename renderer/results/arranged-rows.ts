import type { CellValue, GridRows } from '../ui/index.ts';

type Row = readonly CellValue[];

/**
 * Rows with only some of their cells, in this order. The same row is the same array every time, so that it is not
 * rendered again.
 */
export function arrangedRows(rows: GridRows, columns: readonly number[]): GridRows {
  const known = new WeakMap<Row, Row>();
  const arranged = (row: Row): Row => {
    const made = known.get(row) ?? columns.map((column) => row[column]);
    known.set(row, made);
    return made;
  };
  // Column widths are measured again for another sample.
  let sampled: { readonly of: readonly Row[]; readonly sample: readonly Row[] } | undefined;
  return {
    get count() {
      return rows.count;
    },
    get sample() {
      const of = rows.sample;
      if (sampled?.of !== of) sampled = { of, sample: of.map(arranged) };
      return sampled.sample;
    },
    row(index) {
      const row = rows.row(index);
      return row === undefined ? undefined : arranged(row);
    },
  };
}
