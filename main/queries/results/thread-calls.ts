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
import type { TablePiece } from './write-table.ts';

/** What the thread behind the kept results does: each with what it takes and what it answers. A `path` names a result. */
export interface ThreadCalls {
  /** Reads an answer of a query. Its rows stay here, and what is known of them stands in their place. */
  readPage: [{ bytes: Uint8Array; limits: JsonLimits }, ParsedJson];
  /** Keeps the rows of a page that was read, after so many, with these of their members as columns; the page is gone then. */
  storePage: [{ path: string; page: number; skipped: number; names: readonly string[] }, undefined];
  window: [{ path: string; view: ResultView; first: number; count: number }, ResultWindow];
  cell: [{ path: string; view: ResultView; row: number; column: number }, ResultCell | undefined];
  groups: [{ path: string; view: ResultView; grouping: ResultGrouping }, ResultGroups];
  /** A copy at another path. */
  copy: [{ path: string; to: string }, undefined];
  /** Which of these columns tell rows of both files apart. */
  guessKey: [{ left: string; right: string; columns: readonly ComparedColumn[] }, readonly string[]];
  /** Begins a comparison; its number is for the next two. */
  beginComparison: [ComparisonRequest, number];
  /** Goes on with it for a moment. */
  nextComparison: [{ comparison: number }, ComparisonStep];
  /** Removes what it has worked with. */
  endComparison: [{ comparison: number }, undefined];
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
