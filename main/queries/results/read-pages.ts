import type { CallContext } from '../../../contract/methods.ts';
import { mostRows } from '../../../contract/queries.ts';
import type { ResultCell } from '../../../contract/results.ts';
import { toDeskError } from '../../../contract/desk-failure.ts';
import { failure } from '../../platform/failure.ts';
import type { TenantClient } from '../../tenants/client/tenant-client.ts';
import type { QueryPage } from '../../tenants/endpoints/query-call.ts';
import { caching, queryPage } from '../../tenants/endpoints/query-call.ts';
import { cellsOf } from '../query-table.ts';
import { createColumnsSeen } from './columns-seen.ts';
import type { ColumnsSeen } from './columns-seen.ts';

/** Rows that have arrived, with what is known of the whole then. */
export interface ArrivedRows {
  readonly page: QueryPage;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  /** In the order of `columns`. */
  readonly rows: readonly (readonly ResultCell[])[];
  readonly fullCount: number | null;
  /** Milliseconds from sending the request to its last byte. */
  readonly tenantMs: number;
  /** What this page gives reason to say; a sentence that was said before is not said again. */
  readonly warnings: readonly string[];
}

export interface PageParts {
  readonly client: TenantClient;
  /** Milliseconds since any moment, for durations. */
  readonly clock: () => number;
}

export interface PagesWanted {
  readonly tenantId: string;
  /** As it is sent. */
  readonly text: string;
}

/** Of the first page, so that there is something to see soon; and of the others, for there may be many. */
const pageSizes = { first: 1000, next: 10_000 } as const;

const words = (count: number): string => `${count.toLocaleString('en')} ${count === 1 ? 'row' : 'rows'}`;

const changed =
  'The data changed while it was read: rows may be missing, or there twice. Run the query again for one state of it.';

/**
 * All rows of a query, page by page. Ends with a tenant that does not count, that gives all rows whatever is asked for, and
 * that gives fewer than it counts, with a warning. Throws `unexpected-response` when the tenant gives the same page again
 * and again: then the rows so far are all that can be had of it.
 */
export async function* readPages(
  { client, clock }: PageParts,
  { tenantId, text }: PagesWanted,
  call: CallContext,
): AsyncGenerator<ArrivedRows> {
  const columns = createColumnsSeen();
  let given = 0;
  let pageSize: number = pageSizes.first;
  let largest: number = pageSizes.next;
  let counted: number | undefined;
  let last: { readonly pageSize: number; readonly content: string } | undefined;
  let first: readonly string[] = [];

  for (;;) {
    call.signal.throwIfAborted();
    // A page begins at a multiple of its size, so of one of another size the beginning may be there already.
    const pageNumber = Math.floor(given / pageSize) + 1;
    const skipped = given % pageSize;
    const startedAt = clock();
    const page = await askFor(client, { tenantId, text, pageNumber, pageSize }, call);
    if (page === undefined) {
      largest = pageSizes.first;
      pageSize = largest;
      continue;
    }
    const tenantMs = clock() - startedAt;
    const content = JSON.stringify(page.rows);
    if (last?.pageSize === pageSize && last.content === content && isRepeated(page, given)) {
      if (page.isCounted && given >= page.fullCount) return;
      throw sameRowsAgain(pageNumber, given);
    }
    last = { pageSize, content };

    const warnings = new Set<string>(columns.note(page));
    if (given === 0) {
      first = page.rows.map((row) => JSON.stringify(row));
    } else if (
      skipped === first.length &&
      first.some((row, at) => row !== JSON.stringify(page.rows[at] ?? null))
    ) {
      warnings.add(changed);
    }
    if (page.isCounted && counted !== undefined && page.fullCount !== counted) warnings.add(changed);
    if (page.isCounted) counted = page.fullCount;

    const fresh = page.rows.slice(skipped);
    given += fresh.length;
    const end = endOf(page, { given, pageSize, fresh: fresh.length });
    if (end.warning !== undefined) warnings.add(end.warning);
    yield arrived(page, fresh, columns, { tenantMs, warnings: [...warnings], fullCount: counted ?? null });
    if (end.isEnd) return;
    if (end.isShort) largest = pageSizes.first;
    pageSize = largest;
  }
}

function arrived(
  page: QueryPage,
  fresh: QueryPage['rows'],
  columns: ColumnsSeen,
  known: Pick<ArrivedRows, 'tenantMs' | 'warnings' | 'fullCount'>,
): ArrivedRows {
  const all = columns.all();
  return { page, columns: all, rows: fresh.map((row) => cellsOf(row, all)), ...known };
}

/** Undefined where the tenant would not give so many rows at once, and may give fewer. */
async function askFor(
  client: TenantClient,
  wanted: PagesWanted & { readonly pageNumber: number; readonly pageSize: number },
  call: CallContext,
): Promise<QueryPage | undefined> {
  try {
    return await queryPage(
      client,
      { ...wanted, limit: mostRows, caching: caching.liveThenCached, purpose: 'run the query' },
      call,
    );
  } catch (error) {
    const { code } = toDeskError(error);
    const isTooMuch = code === 'response-too-large' || code === 'refused-by-tenant';
    if (isTooMuch && wanted.pageSize > pageSizes.first) return undefined;
    throw error;
  }
}

interface PageEnd {
  readonly isEnd: boolean;
  /** The tenant gave fewer rows than it was asked for, and says that there are more. */
  readonly isShort: boolean;
  readonly warning?: string;
}

function endOf(
  page: QueryPage,
  { given, pageSize, fresh }: { readonly given: number; readonly pageSize: number; readonly fresh: number },
): PageEnd {
  const isShort = page.rows.length < pageSize;
  const isAll = !page.isCounted || given >= page.fullCount;
  // Who gives more rows than were asked for does not know pages, and has given what there is.
  if (page.rows.length > pageSize && isAll) return { isEnd: true, isShort: false };
  if (isShort && isAll) {
    const isMore = page.isCounted && given > page.fullCount;
    return {
      isEnd: true,
      isShort,
      ...(isMore && { warning: `The tenant counts ${words(page.fullCount)} and gave ${words(given)}.` }),
    };
  }
  if (given >= mostRows) {
    return { isEnd: true, isShort, warning: `There are more: after ${words(given)} no more were asked for.` };
  }
  // A tenant may give no more at once than it likes. What it gives nothing of any more is the end.
  if (isShort && (fresh === 0 || pageSize === pageSizes.first)) {
    return {
      isEnd: true,
      isShort,
      warning: `The tenant counts ${words(page.fullCount)} and gave ${words(given)}: some are missing here.`,
    };
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
function isRepeated({ rows: [first, ...others], isCounted, fullCount }: QueryPage, given: number): boolean {
  if (first === undefined) return false;
  const text = JSON.stringify(first);
  return !isCounted || given >= fullCount || others.some((row) => JSON.stringify(row) !== text);
}
