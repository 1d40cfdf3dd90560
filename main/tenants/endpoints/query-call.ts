import { z } from 'zod';
import type { CallContext } from '../../../contract/methods.ts';
import { failure } from '../../platform/failure.ts';
import type { TenantClient } from '../client/tenant-client.ts';

/** `Caching` of `/redrock/query`. Source: compatibility notes, "query". */
export const caching = { uncached: -2, liveThenCached: -1, tenantDefault: 0 } as const;

export interface QueryCall {
  readonly tenantId: string;
  readonly text: string;
  readonly pageNumber: number;
  readonly pageSize: number;
  readonly limit: number;
  /** Comma-separated columns; empty for the order of the query. */
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

const queryPageSchema = z.looseObject({
  FullCount: z.number().int().nonnegative().nullish(),
  Columns: z.array(columnSchema).nullish(),
  Results: z.array(z.looseObject({ Row: z.record(z.string(), z.unknown()) })).nullish(),
});

export interface QueryColumn {
  readonly name: string;
  /** Empty where the tenant does not tell it, as the table. */
  readonly type: string;
  readonly table: string;
}

export type QueryRow = Readonly<Record<string, unknown>>;

export interface QueryPage {
  /** Rows the query has in all, as the tenant counts them. */
  readonly fullCount: number;
  /** Undefined where the tenant does not name them. */
  readonly columns: readonly QueryColumn[] | undefined;
  readonly rows: readonly QueryRow[];
}

/** Sends one page of a query. Source: platform specification, "Query and job endpoints". */
export async function queryPage(
  client: TenantClient,
  query: QueryCall,
  call: CallContext,
): Promise<QueryPage> {
  const page = await client.manage(
    {
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
      result: queryPageSchema,
      purpose: query.purpose,
    },
    call,
  );
  const rows = (page.Results ?? []).map(({ Row }) => Row);
  return {
    fullCount: page.FullCount ?? rows.length,
    columns: page.Columns?.filter(({ IsHidden }) => IsHidden !== true).map(({ Name, Type, TableName }) => ({
      name: Name,
      type: Type == null ? '' : String(Type),
      table: TableName ?? '',
    })),
    rows,
  };
}

/** Large enough that the lists of the desk take one request in all but the largest tenants. */
const listPageSize = 10_000;
const mostListRows = 1_000_000;

/**
 * All rows of a query of the desk's own, in as few requests as there are pages. Throws `unexpected-response`
 * when the tenant gives fewer rows than it counts: a list with a hole must not pass for the whole.
 */
export async function queryAllRows(
  client: TenantClient,
  query: Pick<QueryCall, 'tenantId' | 'text' | 'purpose'> & { readonly caching?: number },
  call: CallContext,
): Promise<QueryRow[]> {
  const rows: QueryRow[] = [];
  for (let pageNumber = 1; ; pageNumber += 1) {
    const page = await queryPage(
      client,
      {
        ...query,
        pageNumber,
        pageSize: listPageSize,
        limit: mostListRows,
        caching: query.caching ?? caching.liveThenCached,
      },
      call,
    );
    rows.push(...page.rows);
    if (page.rows.length >= listPageSize) continue;
    if (rows.length < page.fullCount) {
      throw failure(
        'unexpected-response',
        `Could not ${query.purpose}: the tenant counts ${page.fullCount} rows but gave ${rows.length}. Try again.`,
      );
    }
    return rows;
  }
}

/** A text column of a row; empty where it is absent or null. */
export function textOf(row: QueryRow, column: string): string {
  const value = row[column];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
