import { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import type { CallContext } from '../../../contract/bridge/methods.ts';
import type { ResultFormat } from '../../../contract/queries/result-formats.ts';
import { resultFormats } from '../../../contract/queries/result-formats.ts';
import type { ResultView, StoredResult } from '../../../contract/queries/results.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { FileSink, Host } from '../../platform/host/host.ts';
import { orAborted } from '../../platform/timing/waiting.ts';
import type { ResultService } from './result-service.ts';
import type { ResultThread } from './result-thread.ts';
import type { TablePiece } from './write-table.ts';

export interface ExportParts {
  readonly results: Pick<ResultService, 'get' | 'completed' | 'nextChange' | 'pathOf'>;
  readonly thread: ResultThread;
  readonly host: Pick<Host, 'saveFile' | 'emit'>;
}

export interface ExportRequest {
  readonly id: string;
  readonly view: ResultView;
  readonly format: ResultFormat;
  readonly suggestedName: string;
  readonly follows: boolean;
}

interface Written {
  readonly rowCount: number;
  readonly cutCells: number;
}

/** Exports a result to a file; of a running query the rows that have arrived, and then each as it arrives. */
export async function exportResult(
  parts: ExportParts,
  request: ExportRequest,
  call: CallContext,
): Promise<(Written & { readonly fileName: string }) | undefined> {
  const { id, format, suggestedName, follows } = request;
  if (!follows) parts.results.completed(id);
  const { extension } = resultFormats[format];
  const fileName = `${suggestedName}${extension}`;
  let written: Written = { rowCount: 0, cutCells: 0 };
  const saved = await parts.host.saveFile(
    {
      title: 'Export query result',
      suggestedName: fileName,
      extensions: [extension],
      // The first lines of a text file are useful; part of an archive isn't.
      savesBeginning: format !== 'excel',
    },
    async (sink) => {
      written = await writeResult(parts, { ...request, sink, fileName }, call);
    },
    call.signal,
  );
  return saved === undefined ? undefined : { fileName: saved.fileName, ...written };
}

interface Writing extends ExportRequest {
  readonly sink: FileSink;
  readonly fileName: string;
}

/** Rows between two progress reports of an export. */
const progressRows = 1000;

async function writeResult(parts: ExportParts, writing: Writing, call: CallContext): Promise<Written> {
  const { results, thread, host } = parts;
  const { id, view, format, follows, fileName, sink } = writing;
  const isArriving = follows && canFollow(writing) && results.nextChange(id) !== undefined;
  if (follows && !isArriving) rejectIncomplete(await ended(parts, id, call));
  const { columns, rowCount, fullCount } = results.get(id);
  const path = results.pathOf(id);
  const total = isArriving
    ? (fullCount ?? rowCount)
    : (await thread.call('window', { path, view, first: 0, count: 1 })).rowCount;
  const names = columns.map(({ name }) => name);
  const table = await thread.call('beginTable', { path, view, format, names, follows: isArriving });
  let written: Written = { rowCount: 0, cutCells: 0 };
  let reported = 0;
  const report = (isRunning: boolean): void => {
    const { rowCount: rows } = written;
    reported = rows;
    host.emit('results.exportProgress', { fileName, rows, total: Math.max(rows, total), isRunning });
  };
  try {
    const pieces = isArriving ? arrivingPieces(parts, { id, table }, call) : allPieces(parts, table, call);
    for await (const { chunk, rows, cutCells } of pieces) {
      await sink(chunk);
      written = { rowCount: rows, cutCells };
      if (rows >= reported + progressRows || (rows === total && rows > reported)) report(true);
    }
    return written;
  } finally {
    report(false);
    await thread.call('endTable', { table });
  }
}

/** A workbook needs all rows at its beginning, and so does a sort order. */
const canFollow = ({ format, view }: ExportRequest): boolean =>
  format !== 'excel' && view.sort === null && view.filters.length === 0;

async function* allPieces(
  { thread }: ExportParts,
  table: number,
  call: CallContext,
): AsyncGenerator<TablePiece> {
  for (;;) {
    call.signal.throwIfAborted();
    const piece = await thread.call('nextPiece', { table });
    if (piece === undefined) return;
    yield piece;
  }
}

/** The pieces of a running query. Throws why its rows are incomplete, after all that have arrived and before the end of the table. */
async function* arrivingPieces(
  { results, thread }: ExportParts,
  { id, table }: { readonly id: string; readonly table: number },
  call: CallContext,
): AsyncGenerator<TablePiece> {
  for (;;) {
    // Asked for before the rows are: a change between the two isn't missed.
    const change = results.nextChange(id);
    const result = results.get(id);
    const isComplete = change === undefined && result.state === 'complete';
    const arrived = { names: result.columns.map(({ name }) => name), isComplete };
    for (let rows = -1; isComplete || rows < result.rowCount;) {
      call.signal.throwIfAborted();
      const piece = await thread.call('nextPiece', { table, arrived });
      if (piece === undefined) return;
      yield piece;
      ({ rows } = piece);
    }
    if (change === undefined) return rejectIncomplete(result);
    await orAborted(change, call.signal);
  }
}

/** The result when all of its rows have arrived. */
async function ended({ results }: ExportParts, id: string, call: CallContext): Promise<StoredResult> {
  for (;;) {
    const change = results.nextChange(id);
    if (change === undefined) return results.get(id);
    await orAborted(change, call.signal);
  }
}

function rejectIncomplete({ state, failure: failed }: StoredResult): void {
  if (failed !== null) throw new DeskFailure(failed);
  if (state !== 'complete') throw failure('canceled', 'The query was stopped before all rows arrived.');
}
