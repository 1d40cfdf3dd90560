import { closeSync, existsSync, openSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import type { ResultCell } from '../../../contract/queries/results.ts';
import { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import { failure } from '../../platform/errors/failure.ts';
import { parseJson } from '../../platform/json/parse-json.ts';
import type { QueryRow } from '../../tenants/endpoints/query-call.ts';
import type { Cell, TableColumn } from '../console/query-table.ts';
import { cellsOf } from '../console/query-table.ts';
import { beginComparison } from './compare-files.ts';
import type { Comparison } from './compare-files.ts';
import { guessKey } from './guess-key.ts';
import { describeRows, rowsOfEnvelope } from './page-rows.ts';
import type { ResultFile } from './result-file.ts';
import { openResultFile, removeResultFile } from './result-file.ts';
import type { ThreadCallName, ThreadCalls, ThreadError, ToResultThread } from './thread-calls.ts';
import type { ArrivedTable, TablePiece } from './write-table.ts';
import { writeTable } from './write-table.ts';

/** The thread behind `result-thread.ts`: reading, sorting and writing results takes long. */

/** Rows that are read at once for a file. */
const batchSize = 200;
/** Maximum open files. */
const maxOpen = 8;

/** Pages that were read but not yet stored: one for each running query, and a canceled query leaves one. */
const maxPages = 100;

const pages = new Map<number, readonly QueryRow[]>();
let lastPage = 0;
const files = new Map<string, ResultFile>();
const tables = new Map<number, WrittenTable>();
let lastTable = 0;

interface WrittenTable {
  readonly pieces: AsyncGenerator<TablePiece>;
  arrived: ArrivedTable;
}

function fileAt(path: string): ResultFile {
  const file = files.get(path) ?? openResultFile(path);
  // Most recently used files come last.
  files.delete(path);
  files.set(path, file);
  const [oldest] = files.keys();
  if (files.size > maxOpen && oldest !== undefined && tables.size === 0 && comparisons.size === 0) {
    close(oldest);
  }
  return file;
}

function* fresh(
  rows: readonly QueryRow[],
  skipped: number,
  columns: readonly TableColumn[],
): Generator<Cell[]> {
  for (let at = skipped; at < rows.length; at += 1) yield cellsOf(rows[at] ?? {}, columns);
}

/** Rows in the order of arrival; an empty batch if no more have arrived yet. */
function* arriving(file: ResultFile, isComplete: () => boolean): Generator<ResultCell[][]> {
  for (let first = 0; first < file.rowCount || !isComplete();) {
    const rows = file.rows(first, batchSize);
    yield rows;
    first += rows.length;
  }
}

function close(path: string): void {
  files.get(path)?.close();
  files.delete(path);
}

/** An existing file: a removed result must not be created again as an empty one. */
function knownFile(path: string): ResultFile {
  if (!existsSync(path)) {
    throw failure('not-found', 'A compared result has expired. Run its query again.');
  }
  return fileAt(path);
}

const comparisons = new Map<number, Comparison>();
let lastComparison = 0;

const calls: {
  [Name in ThreadCallName]: (
    input: ThreadCalls[Name][0],
  ) => ThreadCalls[Name][1] | Promise<ThreadCalls[Name][1]>;
} = {
  readPage({ bytes, limits }) {
    const parsed = parseJson(bytes, limits);
    // Frees its memory at once instead of at the next garbage collection.
    (bytes.buffer as ArrayBuffer).transfer(0);
    if (!parsed.ok) return parsed;
    const rows = rowsOfEnvelope(parsed.value);
    if (rows === undefined) return parsed;
    lastPage += 1;
    pages.set(lastPage, rows);
    pages.delete(lastPage - maxPages);
    const envelope = parsed.value as { Result: object };
    const Results = describeRows(lastPage, rows);
    return { ok: true, value: { ...envelope, Result: { ...envelope.Result, Results } } };
  },
  storePage({ path, page, skipped, names }) {
    const rows = pages.get(page) ?? [];
    pages.delete(page);
    const columns = names.map((name) => ({ name, type: '' }));
    const file = fileAt(path);
    file.widen(names.length);
    file.append(fresh(rows, skipped, columns));
    return undefined;
  },
  window: ({ path, view, first, count }) => fileAt(path).window(view, first, count),
  cell: ({ path, view, row, column }) => fileAt(path).cell(view, row, column),
  groups: ({ path, view, grouping }) => fileAt(path).groups(view, grouping),
  copy({ path, to }) {
    closeSync(openSync(to, 'wx', 0o600));
    try {
      knownFile(path).copyTo(to);
    } catch (error) {
      removeResultFile(to);
      throw error;
    }
    return undefined;
  },
  guessKey: ({ left, right, columns }) => guessKey(knownFile(left), knownFile(right), columns),
  beginComparison(request) {
    // Creates only this one.
    fileAt(request.into);
    lastComparison += 1;
    comparisons.set(lastComparison, beginComparison(request, knownFile));
    return lastComparison;
  },
  nextComparison({ comparison }) {
    const next = comparisons.get(comparison)?.steps.next();
    if (next === undefined) throw new Error('There is no such comparison.');
    return next.value;
  },
  endComparison({ comparison }) {
    comparisons.get(comparison)?.end();
    comparisons.delete(comparison);
    return undefined;
  },
  remove({ path }) {
    close(path);
    removeResultFile(path);
    return undefined;
  },
  beginTable({ path, view, format, names, follows = false }) {
    lastTable += 1;
    const file = fileAt(path);
    const table: WrittenTable = {
      arrived: { names, isComplete: false },
      pieces: writeTable(
        format,
        names,
        follows ? arriving(file, () => table.arrived.isComplete) : file.batches(view, batchSize),
        () => table.arrived.names,
      ),
    };
    tables.set(lastTable, table);
    return lastTable;
  },
  async nextPiece({ table, arrived }) {
    const written = tables.get(table);
    if (written !== undefined && arrived !== undefined) written.arrived = arrived;
    const next = await written?.pieces.next();
    return next === undefined || next.done === true ? undefined : next.value;
  },
  async endTable({ table }) {
    const ended = tables.get(table);
    tables.delete(table);
    await ended?.pieces.return(undefined);
    return undefined;
  },
  close() {
    for (const path of [...files.keys()]) close(path);
    return undefined;
  },
};

function threadError(error: unknown): ThreadError {
  if (error instanceof DeskFailure) return { message: error.message, failure: error.error };
  if (!(error instanceof Error)) return { message: String(error) };
  return {
    message: error.message,
    errcode: 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : undefined,
    code: 'code' in error && typeof error.code === 'string' ? error.code : undefined,
  };
}

parentPort?.on('message', ({ call, name, input }: ToResultThread) => {
  const handler = calls[name] as (input: unknown) => unknown;
  void (async () => handler(input))().then(
    (value) => parentPort?.postMessage({ call, ok: true, value }),
    (error: unknown) => parentPort?.postMessage({ call, ok: false, error: threadError(error) }),
  );
});
