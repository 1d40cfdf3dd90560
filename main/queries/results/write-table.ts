import type { ResultFormat } from '../../../contract/queries/result-formats.ts';
import type { ResultCell } from '../../../contract/queries/results.ts';
import { failure } from '../../platform/errors/failure.ts';
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

/** What is known of the rows of a running query. */
export interface ArrivedTable {
  readonly names: readonly string[];
  /** All rows have arrived. */
  readonly isComplete: boolean;
}

type Batches = Iterable<readonly (readonly ResultCell[])[]>;

/**
 * Writes a table in one of the formats in pieces; batches are read as pieces are requested. `latestNames` are those of the columns
 * so far: throws `unexpected-response` for a column that comes after the header of a CSV or Markdown table.
 */
export async function* writeTable(
  format: ResultFormat,
  names: readonly string[],
  batches: Batches,
  latestNames: () => readonly string[] = () => names,
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
    const known = latestNames();
    if (known.length !== names.length && text.begin(known) !== text.begin(names)) {
      throw columnAfterHeader(known.slice(names.length));
    }
    const chunk = text.rows(batch, known, rows);
    rows += batch.length;
    yield { chunk, rows, cutCells: 0 };
  }
  yield { chunk: text.end(), rows, cutCells: 0 };
}

function columnAfterHeader(names: readonly string[]): Error {
  return failure(
    'unexpected-response',
    `The tenant sent the column ${names.map((name) => `“${name}”`).join(', ')} after the header was written. Save the rows to a file, or choose JSON.`,
    { retryable: false },
  );
}
