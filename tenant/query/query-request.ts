import type { ExactNumber } from '../../languages/json/exact-number.ts';

/**
 * What a statement may read: the tables that everybody may, those and the servers, all queryable tables, or, for the tenant's
 * own procedures, everything but secrets.
 */
export type QueryScope = 'everybody' | 'servers' | 'public' | 'procedure';

/** What the query process is asked to do. Plain data: it crosses a process border. */
export interface QueryRequest {
  readonly id: number;
  readonly scope: QueryScope;
  readonly sql: string;
  readonly parameters: Readonly<Record<string, QueryParameter>>;
  readonly page: QueryPage;
}

export type QueryParameter = string | number | ExactNumber | null;

export interface QueryPage {
  /** Absent: all rows, up to the row limit. `number` counts from 1; `limit` is the most rows that this answer may have. */
  readonly paging?: { readonly number: number; readonly size: number; readonly limit?: number };
  readonly sortBy: readonly string[];
  readonly ascending: boolean;
  readonly filter?: { readonly columns: readonly string[]; readonly value: string };
}

export type QueryReply =
  | { readonly id: number; readonly ok: true; readonly json: string }
  | { readonly id: number; readonly ok: false; readonly errorId: string; readonly message: string };
