import type { ResultFormat } from '../../../contract/result-formats.ts';
import type { ResultCell, ResultView, ResultWindow } from '../../../contract/results.ts';
import type { TablePiece } from './write-table.ts';

/** What the thread behind the kept results does: each with what it takes and what it answers. A `path` names a result. */
export interface ThreadCalls {
  append: [{ path: string; width: number; rows: readonly (readonly ResultCell[])[] }, undefined];
  window: [{ path: string; view: ResultView; first: number; count: number }, ResultWindow];
  cell: [{ path: string; view: ResultView; row: number; column: number }, ResultCell | undefined];
  remove: [{ path: string }, undefined];
  /** Begins to write a table; its number is for the next two. */
  beginTable: [{ path: string; view: ResultView; format: ResultFormat; names: readonly string[] }, number];
  /** Undefined once all of it was given. */
  nextPiece: [{ table: number }, TablePiece | undefined];
  endTable: [{ table: number }, undefined];
  /** Closes all files; the thread ends then. */
  close: [undefined, undefined];
}

export type ThreadCallName = keyof ThreadCalls;

export interface ToResultThread {
  readonly call: number;
  readonly name: ThreadCallName;
  readonly input: unknown;
}

export type FromResultThread =
  | { readonly call: number; readonly ok: true; readonly value: unknown }
  | { readonly call: number; readonly ok: false; readonly error: ThreadError };

/** What of an error does not get lost between threads. */
export interface ThreadError {
  readonly message: string;
  /** SQLite's result code. */
  readonly errcode?: number | undefined;
  /** The file system's. */
  readonly code?: string | undefined;
  /** A failure with words of its own. */
  readonly failure?: unknown;
}
