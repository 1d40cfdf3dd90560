import { z } from 'zod';
import type { CallContext } from '../../../contract/bridge/methods.ts';
import type { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { ReadJson } from '../../platform/json/read-json.ts';
import type { TenantClient } from '../client/tenant-client.ts';
import { isNumber, numberText } from '../../../languages/json/exact-number.ts';
import { formatNumber } from '../../../languages/text/intl.ts';

/** `Caching` of `/redrock/query`. Source: compatibility notes, "query". */
export const caching = { uncached: -2, liveThenCached: -1, tenantDefault: 0 } as const;

export interface QueryCall {
  readonly tenantId: string;
  readonly text: string;
  readonly pageNumber: number;
  readonly pageSize: number;
  readonly limit: number;
  /** Comma-separated columns; empty: the query's order. */
  readonly sortBy?: string;
  readonly ascending?: boolean;
  readonly caching: number;
  readonly purpose: string;
}

const columnSchema = z.looseObject({
  Name: z.string(),
  Type: z.union([z.string(), z.number()]).nullish(),
  IsHidden: z.boolean().nullish(),
  TableName: z.string().nullish(),
});

const pageMembers = {
  FullCount: z.number().int().nonnegative().nullish(),
  Columns: z.array(columnSchema).nullish(),
};
const queryPageSchema = z.looseObject({
  ...pageMembers,
  Results: z.array(z.looseObject({ Row: z.record(z.string(), z.unknown()) })).nullish(),
});

export interface QueryColumn {
  readonly name: string;
  /** Empty if the tenant doesn't report it; also `table`. */
  readonly type: string;
  readonly table: string;
}

export type QueryRow = Readonly<Record<string, unknown>>;

export interface QueryPage {
  /** Total rows as counted by the tenant, or the rows of the page if it doesn't count. */
  readonly fullCount: number;
  readonly isCounted: boolean;
  /** Undefined if the tenant doesn't name them. */
  readonly columns: readonly QueryColumn[] | undefined;
  readonly rows: readonly QueryRow[];
}

/** Sends one page of a query. Source: platform specification, "Query and job endpoints". */
export async function queryPage(
  client: TenantClient,
  query: QueryCall,
  call: CallContext,
): Promise<QueryPage> {
  const page = await client.manage({ ...requestOf(query), result: queryPageSchema }, call);
  const rows = (page.Results ?? []).map(({ Row }) => Row);
  return {
    fullCount: page.FullCount ?? rows.length,
    isCounted: page.FullCount != null,
    columns: namedColumns(page.Columns ?? undefined),
    rows,
  };
}

/** A page whose rows stay in the parser's thread; `Rows` represents them. */
export interface QueryPageAway<Rows> {
  /** Null if the tenant doesn't count. */
  readonly fullCount: number | null;
  /** Undefined if the tenant doesn't name them. */
  readonly columns: readonly QueryColumn[] | undefined;
  /** Columns that the tenant marks as hidden. */
  readonly hidden: readonly string[];
  /** Undefined if the response has none. */
  readonly rows: Rows | undefined;
}

/** Like `queryPage`, but the rows don't come to this thread: `readJson` replaces them with a value of schema `rows`. */
export async function queryPageAway<Rows>(
  client: TenantClient,
  query: QueryCall,
  away: { readonly readJson: ReadJson; readonly rows: z.ZodType<Rows> },
  call: CallContext,
): Promise<QueryPageAway<Rows>> {
  const result = z.looseObject({ ...pageMembers, Results: away.rows.nullish() });
  const page = await client.manage({ ...requestOf(query), result, readJson: away.readJson }, call);
  return {
    fullCount: page.FullCount ?? null,
    columns: namedColumns(page.Columns ?? undefined),
    hidden: (page.Columns ?? []).filter(({ IsHidden }) => IsHidden === true).map(({ Name }) => Name),
    rows: page.Results ?? undefined,
  };
}

function requestOf(query: QueryCall) {
  return {
    tenantId: query.tenantId,
    path: '/redrock/query',
    body: {
      Script: query.text,
      Args: {
        PageNumber: query.pageNumber,
        PageSize: query.pageSize,
        Limit: query.limit,
        SortBy: query.sortBy ?? '',
        direction: String(query.ascending ?? true),
        Caching: query.caching,
      },
    },
    purpose: query.purpose,
  };
}

function namedColumns(columns: z.infer<typeof columnSchema>[] | undefined): QueryColumn[] | undefined {
  return columns
    ?.filter(({ IsHidden }) => IsHidden !== true)
    .map(({ Name, Type, TableName }) => ({
      name: Name,
      type: Type == null ? '' : String(Type),
      table: TableName ?? '',
    }));
}

/** Large enough that lists need only one request, except for the largest tenants. */
const listPageSize = 10_000;
const maxListRows = 1_000_000;

/** An internal query whose rows have an `ID`. */
export type ListQuery = Pick<QueryCall, 'tenantId' | 'text' | 'purpose'> & { readonly caching?: number };

/**
 * All rows of an internal query, page by page. Also terminates if the tenant ignores the page number. Throws `unexpected-response` if
 * the tenant returns fewer rows than it counts, or the same page again (an incomplete list must not be treated as complete), and
 * `response-too-large` for more than a million rows.
 */
export async function queryAllRows(
  client: TenantClient,
  query: ListQuery,
  call: CallContext,
): Promise<QueryRow[]> {
  const rows: QueryRow[] = [];
  const seen = new Set<string>();
  let ignoresPageSize = false;
  for (let pageNumber = 1; ; pageNumber += 1) {
    const page = await queryPage(
      client,
      {
        ...query,
        pageNumber,
        pageSize: listPageSize,
        limit: maxListRows,
        caching: query.caching ?? caching.liveThenCached,
      },
      call,
    );
    if (page.isCounted && page.fullCount > maxListRows) throw tooManyRows(query, page.fullCount);
    const known = seen.size;
    for (const row of page.rows) seen.add(textOf(row, 'ID'));
    if (pageNumber > 1 && page.rows.length > 0 && seen.size === known) {
      // A tenant that ignores paging has returned all rows the first time.
      if (page.isCounted ? rows.length >= page.fullCount : ignoresPageSize) return rows;
      throw sameRowsAgain(query, pageNumber, rows.length, page);
    }
    for (const row of page.rows) rows.push(row);
    ignoresPageSize = page.rows.length > listPageSize;
    const isShort = page.rows.length < listPageSize;
    if (page.isCounted && rows.length >= page.fullCount && (isShort || ignoresPageSize)) return rows;
    if (rows.length >= maxListRows) throw tooManyRows(query, rows.length);
    if (!isShort) continue;
    if (page.isCounted) throw tooFewRows(query, rows.length, page);
    return rows;
  }
}

function tooFewRows({ purpose }: ListQuery, given: number, { fullCount }: QueryPage): DeskFailure {
  return failure(
    'unexpected-response',
    `Couldn’t ${purpose}: the tenant counts ${fullCount} rows but returned ${given}. Try again.`,
  );
}

function sameRowsAgain(
  { purpose }: ListQuery,
  pageNumber: number,
  given: number,
  { isCounted, fullCount }: QueryPage,
): DeskFailure {
  const counted = isCounted ? `of ${fullCount}` : 'rows';
  return failure(
    'unexpected-response',
    `Couldn’t ${purpose}: the tenant returned the same rows for page ${pageNumber}, so only ${given} ${counted} can be read. Contact the tenant’s admin.`,
    { retryable: false },
  );
}

function tooManyRows({ purpose }: ListQuery, count: number): DeskFailure {
  const [max, given] = [maxListRows, count].map((rows) => formatNumber(rows));
  return failure(
    'response-too-large',
    `Couldn’t ${purpose}: the tenant has ${given} rows; the limit is ${max}.`,
  );
}

/** A text column of a row; empty where it is absent or null. */
export function textOf(row: QueryRow, column: string): string {
  const value = row[column];
  if (typeof value === 'string') return value;
  return isNumber(value) ? numberText(value) : '';
}
