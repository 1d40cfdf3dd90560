import type { ResultFormat } from '../../../contract/queries/result-formats.ts';
import type { ResultCell } from '../../../contract/queries/results.ts';
import { excelRows } from './excel-rows.ts';
import { tableTexts } from './table-texts.ts';

/** The next piece of a file. */
export interface TablePiece {
  readonly chunk: string | Uint8Array;
  /** Written so far, including this piece. */
  readonly rows: number;
  /** Cells that the format had to truncate. */
  readonly cutCells: number;
}

type Batches = Iterable<readonly (readonly ResultCell[])[]>;

/** Writes a table in one of the formats in pieces; batches are read as pieces are requested. */
export async function* writeTable(
  format: ResultFormat,
  names: readonly string[],
  batches: Batches,
): AsyncGenerator<TablePiece> {
  if (format === 'excel') {
    const counts = { rows: 0, cutCells: 0 };
    for await (const chunk of excelRows(names, batches, counts)) yield { chunk, ...counts };
    return;
  }
  const text = tableTexts[format];
  let rows = 0;
  yield { chunk: text.begin(names), rows, cutCells: 0 };
  for (const batch of batches) {
    const chunk = text.rows(batch, names, rows);
    rows += batch.length;
    yield { chunk, rows, cutCells: 0 };
  }
  yield { chunk: text.end(), rows, cutCells: 0 };
}
