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
import { counted } from '../../../languages/text/intl.ts';
import { createColumnsSeen } from './columns-seen.ts';
import type { SeenColumn } from './columns-seen.ts';
import type { PageRows } from './page-rows.ts';
import { headSize } from './page-rows.ts';

/** Rows that have arrived, with what is known of the whole then. */
export interface ArrivedRows {
  /** By which the thread that has read them knows the page. */
  readonly page: number;
  /** Of its rows, those that had come before. */
  readonly skipped: number;
  readonly count: number;
  readonly columns: readonly SeenColumn[];
  /** The page, for what it says of the tenant's tables. */
  readonly shown: Pick<QueryPage, 'columns' | 'rows'>;
  /** Null where the tenant does not count. */
  readonly fullCount: number | null;
  /** Milliseconds from sending the request to having read its answer. */
  readonly tenantMs: number;
  /** What this page gives reason to say; a sentence that was said before is not said again. */
  readonly warnings: readonly string[];
}

export interface PageParts {
  readonly client: TenantClient;
  /** Keeps the rows of a page, and answers `PageRows` in their place. */
  readonly readPage: ReadJson;
  /** Milliseconds since any moment, for durations. */
  readonly clock: () => number;
}

export interface PagesWanted {
  readonly tenantId: string;
  /** As it is sent. */
  readonly text: string;
  readonly paging: ResultPaging;
}

/** Made by our own thread; anything else stands where the rows of an answer should be. */
const pageRowsSchema = z.strictObject({
  page: z.number().int(),
  count: z.number().int().nonnegative(),
  hash: z.string(),
  headHash: z.string(),
  isUniform: z.boolean(),
  names: z.array(z.string()),
  emptyCount: z.number().int().nonnegative(),
});

/** Of the first page, so that there is something to see soon; and of the others, for there may be many. */
const pageSizes = { first: headSize, next: 10_000 } as const;

const words = (count: number): string => counted(count, 'row');

const changed =
  'The data changed while it was read: rows may be missing, or there twice. Run the query again for one state of it.';

const noRows: PageRows = {
  ...{ page: 0, count: 0, hash: '', headHash: '', isUniform: true },
  ...{ names: [], emptyCount: 0 },
};

const emptyRows =
  'In the place of some rows the tenant gave nothing. They are counted, and empty here: ask whoever runs the tenant.';

/**
 * All rows of a query, page by page. Ends with a tenant that does not count, that gives all rows whatever is asked for, and
 * that gives fewer than it counts, with a warning. Throws `unexpected-response` when the tenant gives the same page again
 * and again: then the rows so far are all that can be had of it.
 */
export async function* readPages(
  parts: PageParts,
  { tenantId, text, paging }: PagesWanted,
  call: CallContext,
): AsyncGenerator<ArrivedRows> {
  const columns = createColumnsSeen();
  let given = 0;
  let pageSize: number = paging.pageSize ?? pageSizes.first;
  let largest: number = paging.pageSize ?? pageSizes.next;
  let counted: number | null = null;
  let last: { readonly pageSize: number; readonly hash: string } | undefined;
  let first: PageRows | undefined;

  for (;;) {
    call.signal.throwIfAborted();
    // A page begins at a multiple of its size, so of one of another size the beginning may be there already.
    const pageNumber = paging.page ?? Math.floor(given / pageSize) + 1;
    const skipped = given % pageSize;
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
    if (last?.pageSize === pageSize && last.hash === rows.hash && isRepeated(rows, given, fullCount)) {
      if (fullCount !== null && given >= fullCount) return;
      throw sameRowsAgain(pageNumber, given);
    }
    last = { pageSize, hash: rows.hash };

    const warnings = new Set<string>(columns.note({ ...page, names: rows.names }));
    const isOther = first !== undefined && skipped === headSize && rows.headHash !== first.hash;
    if (isOther || (fullCount !== null && counted !== null && fullCount !== counted)) warnings.add(changed);
    if (rows.emptyCount > 0) warnings.add(emptyRows);
    first ??= rows;
    counted = fullCount ?? counted;

    const fresh = Math.max(0, rows.count - skipped);
    given += fresh;
    const end = endOf({ count: rows.count, fullCount, given, pageSize, fresh });
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

/** Undefined where the tenant would not give so many rows at once, and may give fewer. */
async function askFor(
  { client, readPage }: PageParts,
  { paging, ...wanted }: PagesWanted & { readonly pageNumber: number; readonly pageSize: number },
  call: CallContext,
): Promise<QueryPageAway<PageRows> | undefined> {
  try {
    return await queryPageAway(
      client,
      {
        ...wanted,
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
    if (isTooMuch && paging.pageSize === null && wanted.pageSize > pageSizes.first) return undefined;
    throw error;
  }
}

interface PageEnd {
  readonly isEnd: boolean;
  /** The tenant gave fewer rows than it was asked for, and says that there are more. */
  readonly isShort: boolean;
  readonly warning?: string;
}

interface Given {
  /** Rows of the page. */
  readonly count: number;
  readonly fullCount: number | null;
  /** Rows in all. */
  readonly given: number;
  readonly pageSize: number;
  /** Rows of the page that had not come before. */
  readonly fresh: number;
}

function endOf({ count, fullCount, given, pageSize, fresh }: Given): PageEnd {
  const isShort = count < pageSize;
  const isAll = fullCount === null || given >= fullCount;
  // Who gives more rows than were asked for does not know pages, and has given what there is.
  if (isAll && count > pageSize) return { isEnd: true, isShort: false };
  if (isAll && isShort) {
    const isMore = fullCount !== null && given > fullCount;
    const warning = isMore ? `The tenant counts ${words(fullCount)} and gave ${words(given)}.` : undefined;
    return { isEnd: true, isShort, ...(warning !== undefined && { warning }) };
  }
  if (given >= maxRows) {
    return { isEnd: true, isShort, warning: `There are more: after ${words(given)} no more were asked for.` };
  }
  // A tenant may give no more at once than it likes. What it gives nothing of any more is the end.
  if (isShort && (fresh === 0 || pageSize === pageSizes.first)) {
    const warning = `The tenant counts ${words(fullCount ?? 0)} and gave ${words(given)}: some are missing here.`;
    return { isEnd: true, isShort, warning };
  }
  return { isEnd: false, isShort };
}

function sameRowsAgain(pageNumber: number, given: number): Error {
  return failure(
    'unexpected-response',
    `Asked for page ${pageNumber}, the tenant gave the same rows again. These are the first ${words(given)}; narrow the query down until its result is no larger.`,
    { retryable: false },
  );
}

/** True for a page that cannot be the next although it equals the last: rows that are all alike may well go on. */
function isRepeated({ count, isUniform }: PageRows, given: number, fullCount: number | null): boolean {
  return count > 0 && (fullCount === null || given >= fullCount || !isUniform);
}
