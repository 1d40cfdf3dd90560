import type { ArgumentProblem, Entered } from '../../../contract/procedures/library-values.ts';
import type { ResultPaging } from '../../../contract/queries/results.ts';
import { formatNumber } from '../../../languages/text/intl.ts';

type PagingRead =
  | { readonly ok: true; readonly paging: ResultPaging }
  | { readonly ok: false; readonly problems: readonly ArgumentProblem[] };

/** Default paging. */
export const wholePaging: ResultPaging = {
  ...{ pageSize: null, page: null, sortBy: '', ascending: true, caching: -1 },
};

/** Source: compatibility notes, "query". */
export const cachingOptions = [
  { value: '-1', label: 'Live, then cached' },
  { value: '-2', label: 'Live, not cached' },
  { value: '0', label: 'Tenant default' },
  { value: '5', label: 'Up to 5 minutes old' },
  { value: '60', label: 'Up to an hour old' },
] as const;

const max = { pageSize: 10_000, page: 100_000_000 } as const;

/** The entered paging and order. */
export function readPaging(entered: Entered): PagingRead {
  const problems: ArgumentProblem[] = [];
  const whole = (name: 'pageSize' | 'page'): number | null => {
    const typed = (entered[name] ?? '').trim();
    if (typed === '') return null;
    const value = Number(typed);
    if (/^\d+$/.test(typed) && value >= 1 && value <= max[name]) return value;
    const upTo = formatNumber(max[name]);
    problems.push({ name, message: `Enter a whole number from 1 to ${upTo}, or leave it empty.` });
    return null;
  };
  const paging = {
    pageSize: whole('pageSize'),
    page: whole('page'),
    sortBy: (entered['sortBy'] ?? '')
      .split(',')
      .map((column) => column.trim())
      .filter((column) => column !== '')
      .join(','),
    ascending: entered['order'] !== 'descending',
    caching: Number(cachingOptions.find(({ value }) => value === entered['caching'])?.value ?? '-1'),
  };
  // Page numbers need a page size.
  if (paging.page !== null && paging.pageSize === null && problems.length === 0) {
    problems.push({ name: 'pageSize', message: 'Enter the page size.' });
  }
  return problems.length === 0 ? { ok: true, paging } : { ok: false, problems };
}

/** Changed members of `Args`; empty if all are default. Source: platform specification, "Query and job endpoints". */
export function pagingText({ pageSize, page, sortBy, ascending, caching }: ResultPaging): string {
  const chosen = [
    ...(page === null ? [] : [`PageNumber: ${page}`]),
    ...(pageSize === null ? [] : [`PageSize: ${pageSize}`]),
    ...(sortBy === '' ? [] : [`SortBy: "${sortBy}"`, `direction: "${ascending}"`]),
    ...(caching === wholePaging.caching ? [] : [`Caching: ${caching}`]),
  ];
  return chosen.length === 0 ? '' : `Args: {${chosen.join(', ')}}`;
}
