interface SampleColumn {
  readonly key: string;
  readonly title: string;
  /** Pixels; said, so that every grid has the same columns in sight. */
  readonly width: number;
}

/** Text and numbers in turn, in no order and with gaps, the same at every run. */
export function sampleTable(
  rowCount: number,
  columnCount: number,
): { columns: SampleColumn[]; rows: (string | number | null)[][] } {
  const columns = Array.from({ length: columnCount }, (_, index) => ({
    key: `column${index}`,
    title: `Column ${index}`,
    width: 112,
  }));
  let seed = 42;
  const next = (): number => (seed = (seed * 16_807) % 2_147_483_647);
  const rows = Array.from({ length: rowCount }, () =>
    columns.map((_, column) => {
      const number = next();
      if (number % 23 === 0) return null;
      return column % 2 === 0 ? `Item ${number % 1_000_000}` : number % 10_000_000;
    }),
  );
  return { columns, rows };
}
