import { z } from 'zod';
import { toDeskError } from '../../../contract/errors/desk-failure.ts';
import type { CallContext } from '../../../contract/bridge/methods.ts';
import { maxRows } from '../../../contract/queries/queries.ts';
import type { ResultPaging } from '../../../contract/queries/results.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { ReadJson } from '../../platform/json/read-json.ts';
import type { TenantClient } from '../../tenants/client/tenant-client.ts';
import type { QueryPage, QueryPageAway } from '../../tenants/endpoints/query-call.ts';
import { queryPageAway } from '../../tenants/endpoints/query-call.ts';
import { formatNumber, plural } from '../../../languages/text/intl.ts';
import { createColumnsSeen } from './columns-seen.ts';
import type { SeenColumn } from './columns-seen.ts';
import type { PageRows } from './page-rows.ts';
import { headSize } from './page-rows.ts';

/** Rows that have arrived, with what is known about the result by then. */
export interface ArrivedRows {
  /** The thread's ID of the page. */
  readonly page: number;
  /** How many of its rows had arrived before. */
  readonly skipped: number;
  readonly count: number;
  readonly columns: readonly SeenColumn[];
  /** The page, for what it reveals about the tenant's tables. */
  readonly shown: Pick<QueryPage, 'columns' | 'rows'>;
  /** Null when the tenant doesn't count. */
  readonly fullCount: number | null;
  /** Milliseconds from sending the request to having read its answer. */
  readonly tenantMs: number;
  /** Warnings for this page; each is reported once. */
  readonly warnings: readonly string[];
}

export interface PageParts {
  readonly client: TenantClient;
  /** Stores the rows of a page, and returns `PageRows` in their place. */
  readonly readPage: ReadJson;
  /** Milliseconds of a monotonic clock, for durations. */
  readonly clock: () => number;
}

export interface PagesRequest {
  readonly tenantId: string;
  /** As it is sent. */
  readonly text: string;
  readonly paging: ResultPaging;
}

/** Made by our own thread; any other value means that the rows of the answer are invalid. */
const pageRowsSchema = z.strictObject({
  page: z.number().int(),
  count: z.number().int().nonnegative(),
  hash: z.string(),
  headHash: z.string(),
  isUniform: z.boolean(),
  names: z.array(z.string()),
  emptyCount: z.number().int().nonnegative(),
});

/** A small first page, so that there is something to see soon, and larger ones after it. */
const pageSizes = { first: headSize, next: 10_000 } as const;

const rowsText = (count: number): string =>
  `${formatNumber(count)} ${plural(count, { one: 'row', other: 'rows' })}`;

const changed = 'The data changed while loading: rows may be missing or duplicated. Run the query again.';

const noRows: PageRows = {
  ...{ page: 0, count: 0, hash: '', headHash: '', isUniform: true },
  ...{ names: [], emptyCount: 0 },
};

const emptyRows =
  'The tenant returned some rows without data. They are counted and shown empty. Ask the tenant’s admin.';

/**
 * All rows of a query, page by page. Ends early, with a warning, for a tenant that doesn't count, that returns all rows whatever
 * is requested, and that returns fewer than it counts. Throws `unexpected-response` when the tenant returns the same page again
 * and again: then no more rows are available.
 */
export async function* readPages(
  parts: PageParts,
  { tenantId, text, paging }: PagesRequest,
  call: CallContext,
): AsyncGenerator<ArrivedRows> {
  const columns = createColumnsSeen();
  let received = 0;
  let pageSize: number = paging.pageSize ?? pageSizes.first;
  let largest: number = paging.pageSize ?? pageSizes.next;
  let counted: number | null = null;
  let last: { readonly pageSize: number; readonly hash: string } | undefined;
  let first: PageRows | undefined;

  for (;;) {
    call.signal.throwIfAborted();
    // A page starts at a multiple of its size, so the beginning of a page with another size may have arrived already.
    const pageNumber = paging.page ?? Math.floor(received / pageSize) + 1;
    const skipped = received % pageSize;
    const startedAt = parts.clock();
    const page = await askFor(parts, { tenantId, text, paging, pageNumber, pageSize }, call);
    if (page === undefined) {
      largest = pageSizes.first;
      pageSize = largest;
      continue;
    }
    const tenantMs = parts.clock() - startedAt;
    const { fullCount } = page;
    const rows = page.rows ?? noRows;
    if (last?.pageSize === pageSize && last.hash === rows.hash && isRepeated(rows, received, fullCount)) {
      if (fullCount !== null && received >= fullCount) return;
      throw sameRowsAgain(pageNumber, received);
    }
    last = { pageSize, hash: rows.hash };

    const warnings = new Set<string>(columns.note({ ...page, names: rows.names }));
    const isOther = first !== undefined && skipped === headSize && rows.headHash !== first.hash;
    if (isOther || (fullCount !== null && counted !== null && fullCount !== counted)) warnings.add(changed);
    if (rows.emptyCount > 0) warnings.add(emptyRows);
    first ??= rows;
    counted = fullCount ?? counted;

    const fresh = Math.max(0, rows.count - skipped);
    received += fresh;
    const end = endOf({ count: rows.count, fullCount, received, pageSize, fresh });
    if (end.warning !== undefined && paging.page === null) warnings.add(end.warning);
    yield {
      ...{ page: rows.page, skipped, count: fresh, columns: columns.all() },
      shown: { columns: page.columns ?? columns.all().map((column) => ({ ...column, table: '' })), rows: [] },
      ...{ fullCount: counted, tenantMs, warnings: [...warnings] },
    };
    if (end.isEnd || paging.page !== null) return;
    if (end.isShort) largest = pageSizes.first;
    pageSize = largest;
  }
}

/** Undefined when the tenant rejects so many rows at once, and may return fewer. */
async function askFor(
  { client, readPage }: PageParts,
  { paging, ...request }: PagesRequest & { readonly pageNumber: number; readonly pageSize: number },
  call: CallContext,
): Promise<QueryPageAway<PageRows> | undefined> {
  try {
    return await queryPageAway(
      client,
      {
        ...request,
        limit: maxRows,
        sortBy: paging.sortBy,
        ascending: paging.ascending,
        caching: paging.caching,
        purpose: 'run the query',
      },
      { readJson: readPage, rows: pageRowsSchema },
      call,
    );
  } catch (error) {
    const { code } = toDeskError(error);
    const isTooMuch = code === 'response-too-large' || code === 'refused-by-tenant';
    if (isTooMuch && paging.pageSize === null && request.pageSize > pageSizes.first) return undefined;
    throw error;
  }
}

interface PageEnd {
  readonly isEnd: boolean;
  /** The tenant returned fewer rows than requested, and says that there are more. */
  readonly isShort: boolean;
  readonly warning?: string;
}

interface PageCounts {
  /** Rows of the page. */
  readonly count: number;
  readonly fullCount: number | null;
  /** Rows in total. */
  readonly received: number;
  readonly pageSize: number;
  /** Rows of the page that had not arrived before. */
  readonly fresh: number;
}

function endOf({ count, fullCount, received, pageSize, fresh }: PageCounts): PageEnd {
  const isShort = count < pageSize;
  const isAll = fullCount === null || received >= fullCount;
  // A tenant that returns more rows than requested ignores paging, and has returned everything.
  if (isAll && count > pageSize) return { isEnd: true, isShort: false };
  if (isAll && isShort) {
    const isMore = fullCount !== null && received > fullCount;
    const warning = isMore
      ? `The tenant counts ${rowsText(fullCount)} but returned ${rowsText(received)}.`
      : undefined;
    return { isEnd: true, isShort, ...(warning !== undefined && { warning }) };
  }
  if (received >= maxRows) {
    return { isEnd: true, isShort, warning: `Stopped after ${rowsText(received)}: there are more.` };
  }
  // A tenant may limit the size of its answers. An empty answer is the end.
  if (isShort && (fresh === 0 || pageSize === pageSizes.first)) {
    const warning = `The tenant counts ${rowsText(fullCount ?? 0)} but returned ${rowsText(received)}: some are missing.`;
    return { isEnd: true, isShort, warning };
  }
  return { isEnd: false, isShort };
}

function sameRowsAgain(pageNumber: number, received: number): Error {
  return failure(
    'unexpected-response',
    `The tenant returned the same rows again for page ${pageNumber}. Showing the first ${rowsText(received)}; narrow the query to get the rest.`,
    { retryable: false },
  );
}

/** True for a repeated page; pages of equal rows may legitimately repeat. */
function isRepeated({ count, isUniform }: PageRows, received: number, fullCount: number | null): boolean {
  return count > 0 && (fullCount === null || received >= fullCount || !isUniform);
}
