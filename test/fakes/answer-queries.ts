import type { FaultProxy } from './fault-proxy.ts';

export interface AskedPage {
  readonly PageNumber: number;
  readonly PageSize: number;
}

/**
 * Makes a tenant respond to each page of a query with the result of `answer` (the `Result` of the envelope),
 * or reject it with a message if that is a string. `asked` is 1-based. With `only`, other queries are passed
 * to the tenant.
 */
export function answerQueries(
  network: Pick<FaultProxy, 'setFaults'>,
  page: (args: AskedPage, asked: number) => object | string,
  only?: RegExp,
): void {
  let asked = 0;
  network.setFaults(({ path, body }) => {
    if (!/\/redrock\/query/i.test(path)) return { kind: 'pass' };
    const { Script, Args } = JSON.parse(body) as { Script: string; Args: AskedPage };
    if (only?.test(Script) === false) return { kind: 'pass' };
    asked += 1;
    const made = page(Args, asked);
    const answer =
      typeof made === 'string' ? { success: false, Message: made } : { success: true, Result: made };
    return { kind: 'answer', status: 200, body: JSON.stringify(answer) };
  });
}

/** The rows of a page, out of `count` rows, each created from its 1-based number. */
export function pageOf(
  { PageNumber, PageSize }: AskedPage,
  count: number,
  row: (number: number) => object,
): { Row: object }[] {
  const first = (PageNumber - 1) * PageSize;
  const length = Math.max(0, Math.min(PageSize, count - first));
  return Array.from({ length }, (_, index) => ({ Row: row(first + index + 1) }));
}
