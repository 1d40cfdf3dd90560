import type { ResultFormat } from '../../../contract/queries/result-formats.ts';
import type {
  ResultCell,
  ResultGrouping,
  ResultGroups,
  ResultView,
  ResultWindow,
} from '../../../contract/queries/results.ts';
import type { ParsedJson } from '../../platform/json/parse-json.ts';
import type { JsonLimits } from '../../platform/json/scan-json.ts';
import type { ComparedColumn, ComparisonRequest, ComparisonStep } from './compare-files.ts';
import type { ArrivedTable, TablePiece } from './write-table.ts';

/** The calls of the result thread, each with its parameters and result. A `path` identifies a result. */
export interface ThreadCalls {
  /** Reads an answer of a query. Its rows stay in the thread and are replaced by a summary. */
  readPage: [{ bytes: Uint8Array; limits: JsonLimits }, ParsedJson];
  /** Stores the rows of a page after skipping some, with these members as columns; the page is released then. */
  storePage: [{ path: string; page: number; skipped: number; names: readonly string[] }, undefined];
  window: [{ path: string; view: ResultView; first: number; count: number }, ResultWindow];
  cell: [{ path: string; view: ResultView; row: number; column: number }, ResultCell | undefined];
  groups: [{ path: string; view: ResultView; grouping: ResultGrouping }, ResultGroups];
  /** Copies a file to another path. */
  copy: [{ path: string; to: string }, undefined];
  /** Suggests columns whose values are unique in both files. */
  guessKey: [{ left: string; right: string; columns: readonly ComparedColumn[] }, readonly string[]];
  /** Starts a comparison; its number is for the next two. */
  beginComparison: [ComparisonRequest, number];
  /** Continues it for a moment. */
  nextComparison: [{ comparison: number }, ComparisonStep];
  /** Removes its working tables. */
  endComparison: [{ comparison: number }, undefined];
  remove: [{ path: string }, undefined];
  /** Starts writing a table; its number is for the next two. `follows`: rows still arrive, and are written in that order. */
  beginTable: [
    { path: string; view: ResultView; format: ResultFormat; names: readonly string[]; follows?: boolean },
    number,
  ];
  /** Undefined when it is complete. Empty if no more rows of a table that follows have arrived; `arrived` says what is known of them. */
  nextPiece: [{ table: number; arrived?: ArrivedTable }, TablePiece | undefined];
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

/** The members of an error that are transferred between threads. */
export interface ThreadError {
  readonly message: string;
  /** SQLite's result code. */
  readonly errcode?: number | undefined;
  /** The file system's. */
  readonly code?: string | undefined;
  /** A failure with a message for the user. */
  readonly failure?: unknown;
}
