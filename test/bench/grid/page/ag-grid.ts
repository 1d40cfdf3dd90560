import {
  CellStyleModule,
  ClientSideRowModelModule,
  createGrid,
  ModuleRegistry,
  themeQuartz,
  type ColDef,
} from 'ag-grid-community';
import { gutter, headHeight, rowHeight, type SampleTable } from './sample-table.ts';

type Row = SampleTable['rows'][number];

/**
 * AG Grid Community as its documentation recommends for large tables ("Scrolling Performance", "Row Height",
 * "Modules"): only the required modules, one height for all rows, virtual columns, no animation, no cell
 * renderers, fields instead of functions, declared data types.
 */
export function showAgGrid(target: HTMLElement, { columns, rows }: SampleTable): void {
  const place = document.createElement('div');
  place.style.cssText = 'width: 100%; height: 100%';
  target.append(place);
  ModuleRegistry.registerModules([ClientSideRowModelModule, CellStyleModule]);
  const rowNumber: ColDef<Row> = {
    ...{ colId: 'row', headerName: '', pinned: 'left', sortable: false, width: gutter },
    valueGetter: ({ node }) => (node?.rowIndex ?? 0) + 1,
  };
  createGrid<Row>(place, {
    theme: themeQuartz.withParams({
      ...{ rowHeight, headerHeight: headHeight - 1, fontSize: 12, cellHorizontalPadding: 10 },
      ...{ wrapperBorder: false, wrapperBorderRadius: 0 },
    }),
    columnDefs: [
      rowNumber,
      ...columns.map(({ title, width }, index) => ({
        ...{ field: String(index), headerName: title, width, resizable: true },
        cellDataType: index % 2 === 0 ? 'text' : 'number',
        valueFormatter: ({ value }: { readonly value: unknown }) => String(value),
      })),
    ] as ColDef<Row>[],
    rowData: rows,
    // The line below the titles is not part of their height.
    ...{ rowHeight, headerHeight: headHeight - 1 },
    ...{ animateRows: false, suppressColumnMoveAnimation: true },
  });
}
