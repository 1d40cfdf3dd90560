import { SvelteMap } from 'svelte/reactivity';
import { inferType, type CellValue, type ColumnType, type GridColumn } from './cell-value.ts';
import { fittingWidth, narrowestColumn } from './column-width.ts';

/** A rendered column; pixels from the left edge of the grid's content. */
export interface PlacedColumn {
  readonly index: number;
  readonly column: GridColumn;
  readonly start: number;
  readonly size: number;
  readonly type: ColumnType;
  readonly isMono: boolean;
}

interface ColumnLayout {
  readonly columns: readonly PlacedColumn[];
  /** Never narrower than the minimum of a column. */
  resize(column: PlacedColumn, size: number): void;
  fit(column: PlacedColumn): void;
}

/**
 * Follows the table (read reactively); its columns begin at `start`. A width that the user set stays with its column.
 */
export function createColumnLayout(
  table: () => {
    readonly columns: readonly GridColumn[];
    /** Some of the rows. */
    readonly sample: readonly (readonly CellValue[])[];
    readonly start: number;
  },
): ColumnLayout {
  const chosenSizes = new SvelteMap<string, number>();
  const given = $derived(table().columns);
  // Rows arrive while scrolling, but the sample is the same: so are its measured widths.
  const sample = $derived(table().sample);
  const start = $derived(table().start);
  const measured = $derived(
    given.map((column, index) => {
      const values = sample.map((row) => row[index]);
      const type = column.type ?? inferType(values);
      const isMono = column.mono ?? (type === 'date' || type === 'number');
      return { column, values, type, isMono, size: column.width ?? fittingWidth(column, values, isMono) };
    }),
  );
  const all = $derived.by(() => {
    let end = start;
    return measured.map(({ column, type, isMono, size: fitting }, index): PlacedColumn => {
      const size = chosenSizes.get(column.key) ?? fitting;
      const start = end;
      end += size;
      return { index, column, start, size, type, isMono };
    });
  });

  function resize({ column }: PlacedColumn, size: number): void {
    chosenSizes.set(column.key, Math.round(Math.max(narrowestColumn, size)));
  }

  return {
    get columns() {
      return all;
    },
    resize,
    fit(placed) {
      resize(placed, fittingWidth(placed.column, measured[placed.index]?.values ?? [], placed.isMono));
    },
  };
}
