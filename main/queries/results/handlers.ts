import type { CallContext, HandlersOf } from '../../../contract/bridge/methods.ts';
import { comparisonPlaces, savedPlaces, resultFormats } from '../../../contract/queries/result-formats.ts';
import type { ResultFormat } from '../../../contract/queries/result-formats.ts';
import type { StoredResult, ResultView } from '../../../contract/queries/results.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { FileSink, Host } from '../../platform/host/host.ts';
import { columnsOfBoth, compareResults } from './compare-results.ts';
import type { ChartStore } from './chart-store.ts';
import type { ResultService } from './result-service.ts';
import type { ResultThread } from './result-thread.ts';
import { savePicture } from './save-picture.ts';

export interface ResultHandlersParts {
  readonly results: ResultService;
  readonly charts: ChartStore;
  readonly thread: ResultThread;
  readonly host: Pick<Host, 'saveFile' | 'emit'>;
  readonly newId: () => string;
}

export function createResultHandlers(parts: ResultHandlersParts): HandlersOf<'results'> {
  const { results, charts, thread } = parts;
  /** The file of a stored result, wherever it is shown. */
  const pathOf = (id: string): string => results.pathOf(results.get(id).id);
  return {
    'results.start': (request, call) => results.start(request, call),
    'results.stop': async ({ id }) => void results.stop(id),
    'results.at': async ({ tenantId, place }) => results.at(tenantId, place),
    'results.window': ({ id, ...request }) => thread.call('window', { path: pathOf(id), ...request }),
    'results.cell': async ({ id, ...request }) => {
      const value = await thread.call('cell', { path: pathOf(id), ...request });
      if (value === undefined) throw failure('not-found', 'This cell is no longer in the result.');
      return { value };
    },
    'results.groups': ({ id, ...request }) => thread.call('groups', { path: pathOf(id), ...request }),
    'results.saveUnderName': ({ id, name }) => results.saveUnderName(id, name),
    'results.comparables': async ({ tenantId }) => results.comparables(tenantId),
    'results.removeKept': async ({ id }) => void (await results.remove(id, savedPlaces)),
    'results.comparable': async ({ left, right }) => {
      const sides = { left: results.completed(left), right: results.completed(right) };
      const { common, ...others } = columnsOfBoth(sides);
      const guess = await thread.call('guessKey', {
        left: pathOf(left),
        right: pathOf(right),
        columns: common,
      });
      return { ...others, common: common.map(({ name }) => name), guess: [...guess] };
    },
    'results.compare': (request, call) => compareResults(parts, request, call),
    'results.endComparison': async ({ id }) => void (await results.remove(id, comparisonPlaces)),
    'results.chartAt': async ({ tenantId, place }) => charts.at(tenantId, place),
    'results.keepChart': async ({ tenantId, place, chart }) => void charts.keep(tenantId, place, chart),
    'results.savePicture': (request, call) => savePicture(parts.host, request, call.signal),
    'results.export': (request, call) => exportResult(parts, request, call),
  };
}

interface ExportRequest {
  readonly id: string;
  readonly view: ResultView;
  readonly format: ResultFormat;
  readonly suggestedName: string;
}

async function exportResult(
  parts: ResultHandlersParts,
  { id, view, format, suggestedName }: ExportRequest,
  call: CallContext,
): Promise<{ fileName: string; rowCount: number; cutCells: number } | undefined> {
  const result = parts.results.get(id);
  if (result.state === 'running') {
    throw failure(
      'invalid-input',
      'The query is still running. Wait for it to finish or stop it, then export.',
    );
  }
  const { extension } = resultFormats[format];
  let written = { rowCount: 0, cutCells: 0 };
  const saved = await parts.host.saveFile(
    {
      title: 'Export query result',
      suggestedName: `${suggestedName}${extension}`,
      extensions: [extension],
      // The first lines of a text file are useful; part of an archive isn't.
      savesBeginning: format !== 'excel',
    },
    async (sink) => {
      written = await writeResult(
        parts,
        { result, view, format, sink, fileName: `${suggestedName}${extension}` },
        call,
      );
    },
    call.signal,
  );
  return saved === undefined ? undefined : { fileName: saved.fileName, ...written };
}

interface Writing {
  readonly result: StoredResult;
  readonly view: ResultView;
  readonly format: ResultFormat;
  readonly sink: FileSink;
  readonly fileName: string;
}

/** Rows between two progress reports of an export. */
const progressRows = 1000;

async function writeResult(
  { results, thread, host }: ResultHandlersParts,
  { result, view, format, sink, fileName }: Writing,
  call: CallContext,
): Promise<{ rowCount: number; cutCells: number }> {
  const path = results.pathOf(result.id);
  const { rowCount: total } = await thread.call('window', { path, view, first: 0, count: 1 });
  const names = result.columns.map(({ name }) => name);
  const table = await thread.call('beginTable', { path, view, format, names });
  const written = { rowCount: 0, cutCells: 0 };
  let reported = 0;
  const report = (isRunning: boolean): void => {
    reported = written.rowCount;
    host.emit('results.exportProgress', { fileName, rows: written.rowCount, total, isRunning });
  };
  try {
    for (;;) {
      call.signal.throwIfAborted();
      const piece = await thread.call('nextPiece', { table });
      if (piece === undefined) return written;
      await sink(piece.chunk);
      Object.assign(written, { rowCount: piece.rows, cutCells: piece.cutCells });
      if (piece.rows >= reported + progressRows || (piece.rows === total && piece.rows > reported))
        report(true);
    }
  } finally {
    report(false);
    await thread.call('endTable', { table });
  }
}
