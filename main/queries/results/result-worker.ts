import { parentPort } from 'node:worker_threads';
import { DeskFailure } from '../../../contract/desk-failure.ts';
import type { ResultFile } from './result-file.ts';
import { openResultFile, removeResultFile } from './result-file.ts';
import type { ThreadCallName, ThreadCalls, ThreadError, ToResultThread } from './thread-calls.ts';
import type { TablePiece } from './write-table.ts';
import { writeTable } from './write-table.ts';

/** The thread behind `result-thread.ts`: what reads, sorts and writes results takes its time here. */

/** Rows that are read at once for a file. */
const batchSize = 1000;
/** Files that stay open. */
const mostOpen = 8;

const files = new Map<string, ResultFile>();
const tables = new Map<number, AsyncGenerator<TablePiece>>();
let lastTable = 0;

function fileAt(path: string): ResultFile {
  const file = files.get(path) ?? openResultFile(path);
  // The one used last stands last.
  files.delete(path);
  files.set(path, file);
  const [oldest] = files.keys();
  if (files.size > mostOpen && oldest !== undefined && tables.size === 0) close(oldest);
  return file;
}

function close(path: string): void {
  files.get(path)?.close();
  files.delete(path);
}

const calls: {
  [Name in ThreadCallName]: (
    input: ThreadCalls[Name][0],
  ) => ThreadCalls[Name][1] | Promise<ThreadCalls[Name][1]>;
} = {
  append({ path, width, rows }) {
    const file = fileAt(path);
    file.widen(width);
    file.append(rows);
    return undefined;
  },
  window: ({ path, view, first, count }) => fileAt(path).window(view, first, count),
  cell: ({ path, view, row, column }) => fileAt(path).cell(view, row, column),
  remove({ path }) {
    close(path);
    removeResultFile(path);
    return undefined;
  },
  beginTable({ path, view, format, names }) {
    lastTable += 1;
    tables.set(lastTable, writeTable(format, names, fileAt(path).batches(view, batchSize)));
    return lastTable;
  },
  async nextPiece({ table }) {
    const next = await tables.get(table)?.next();
    return next === undefined || next.done === true ? undefined : next.value;
  },
  async endTable({ table }) {
    const ended = tables.get(table);
    tables.delete(table);
    await ended?.return(undefined);
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
  const answer = calls[name] as (input: unknown) => unknown;
  void (async () => answer(input))().then(
    (value) => parentPort?.postMessage({ call, ok: true, value }),
    (error: unknown) => parentPort?.postMessage({ call, ok: false, error: threadError(error) }),
  );
});
