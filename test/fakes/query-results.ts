import type { FaultProxy } from './fault-proxy.ts';

export interface RequestedPage {
  readonly PageNumber: number;
  readonly PageSize: number;
}

/**
 * Makes a tenant respond to each page of a query with the result of `page` (the `Result` of the envelope),
 * or reject it with a message if that is a string. `requestNumber` is 1-based. With `only`, other queries are passed
 * to the tenant.
 */
export function respondToQueries(
  network: Pick<FaultProxy, 'setFaults'>,
  page: (args: RequestedPage, requestNumber: number) => object | string,
  only?: RegExp,
): void {
  let requestNumber = 0;
  network.setFaults(({ path, body }) => {
    if (!/\/redrock\/query/i.test(path)) return { kind: 'pass' };
    const { Script, Args } = JSON.parse(body) as { Script: string; Args: RequestedPage };
    if (only?.test(Script) === false) return { kind: 'pass' };
    requestNumber += 1;
    const made = page(Args, requestNumber);
    const response =
      typeof made === 'string' ? { success: false, Message: made } : { success: true, Result: made };
    return { kind: 'answer', status: 200, body: JSON.stringify(response) };
  });
}

/** The rows of a page, out of `count` rows, each created from its 1-based number. */
export function pageOf(
  { PageNumber, PageSize }: RequestedPage,
  count: number,
  row: (number: number) => object,
): { Row: object }[] {
  const first = (PageNumber - 1) * PageSize;
  const length = Math.max(0, Math.min(PageSize, count - first));
  return Array.from({ length }, (_, index) => ({ Row: row(first + index + 1) }));
}
