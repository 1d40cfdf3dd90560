export interface SampleColumn {
  readonly key: string;
  readonly title: string;
  /**
   * Pixels; explicit, so that every grid shows the same columns. These are the widths that a query result
   * measures for this data.
   */
  readonly width: number;
}

export interface SampleTable {
  readonly columns: SampleColumn[];
  readonly rows: (string | number | null)[][];
}

/** Pixels that all grids have in common. */
export const rowHeight = 28;
export const headHeight = 30;
/** The column with the row numbers. */
export const gutter = 65;

const texts = Array.from({ length: 100_000 }, (_, at) => `Item ${at}`);

export function sampleColumns(count: number): SampleColumn[] {
  return Array.from({ length: count }, (_, index) => ({
    key: `column${index}`,
    title: `Column ${String(index).padStart(3, '0')}`,
    width: 116,
  }));
}

/** Alternating text and numbers, unordered and with gaps, the same in every run. */
export function sampleTable(rowCount: number, columnCount: number): SampleTable {
  const columns = sampleColumns(columnCount);
  let seed = 42;
  const next = (): number => (seed = (seed * 16_807) % 2_147_483_647);
  const rows = Array.from({ length: rowCount }, () =>
    columns.map((_, column) => {
      const number = next();
      if (number % 23 === 0) return null;
      return column % 2 === 0 ? (texts[number % texts.length] ?? null) : number % 10_000_000;
    }),
  );
  return { columns, rows };
}
