import type { FaultProxy } from './fault-proxy.ts';

export interface AskedPage {
  readonly PageNumber: number;
  readonly PageSize: number;
}

/**
 * Has a tenant answer each page of a query with what is made of its arguments, the `Result` of the envelope; or, of a text, refuse
 * it in these words. `asked` counts from 1. Queries of another text go on to the tenant where `only` is given.
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

/** `count` rows of a whole, each made of its number in it, which begins at 1; as a page of it holds them. */
export function pageOf(
  { PageNumber, PageSize }: AskedPage,
  count: number,
  row: (number: number) => object,
): { Row: object }[] {
  const first = (PageNumber - 1) * PageSize;
  const length = Math.max(0, Math.min(PageSize, count - first));
  return Array.from({ length }, (_, index) => ({ Row: row(first + index + 1) }));
}
