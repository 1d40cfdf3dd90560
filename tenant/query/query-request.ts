import type { ExactNumber } from '../../languages/json/exact-number.ts';

/**
 * What a statement may read: the tables that everyone may read, those and the servers, all queryable tables,
 * or, for the tenant's own procedures, everything but secrets.
 */
export type QueryScope = 'everybody' | 'servers' | 'public' | 'procedure';

/** A request to the query process. Plain data: it crosses a process boundary. */
export interface QueryRequest {
  readonly id: number;
  readonly scope: QueryScope;
  readonly sql: string;
  readonly parameters: Readonly<Record<string, QueryParameter>>;
  readonly page: QueryPage;
}

export type QueryParameter = string | number | ExactNumber | null;

export interface QueryPage {
  /**
   * Absent: all rows, up to the row limit. `number` is 1-based; `limit` is the maximum rows of this response.
   */
  readonly paging?: { readonly number: number; readonly size: number; readonly limit?: number };
  readonly sortBy: readonly string[];
  readonly ascending: boolean;
  readonly filter?: { readonly columns: readonly string[]; readonly value: string };
}

export type QueryReply =
  | { readonly id: number; readonly ok: true; readonly json: string }
  | { readonly id: number; readonly ok: false; readonly errorId: string; readonly message: string };
