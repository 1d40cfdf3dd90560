import { randomUUID } from 'node:crypto';
import { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import { placeOfComparison } from '../../../contract/queries/result-formats.ts';
import type { QueryParameter } from '../../../contract/queries/queries.ts';
import type { StoredResult } from '../../../contract/queries/results.ts';
import { failure } from '../../platform/errors/failure.ts';
import { orAborted } from '../../platform/timing/waiting.ts';
import type { Context } from '../context.ts';

export interface StoredQuery {
  readonly tenantId: string;
  readonly text: string;
  readonly parameters: Readonly<Record<string, QueryParameter>>;
  /** Rows to read; undefined for all. At most `maxLimit`. */
  readonly limit: number | undefined;
}

/** Rows of one page: as many as a limit can be. */
export const maxLimit = 10_000;

/** A query whose rows arrive. */
export interface RunningQuery {
  /** Of the result. */
  readonly id: string;
  /**
   * The result as soon as it is as wanted, or all rows have arrived. Throws why the query failed, and `canceled` where it was
   * stopped, here or in the window.
   */
  until(isWanted: (result: StoredResult) => boolean): Promise<StoredResult>;
}

export const allRows = (): boolean => false;

/**
 * Runs a query, stores its rows on disk as they arrive, and lets `work` print them; then stops it, and removes the rows. Memory use
 * doesn't depend on their number.
 */
export async function withQuery(
  context: Context,
  { tenantId, text, parameters, limit }: StoredQuery,
  work: (query: RunningQuery, first: StoredResult) => Promise<void>,
): Promise<void> {
  const { call, on } = await context.desk();
  // Results at these places aren't shown in the window, and can be removed.
  const place = placeOfComparison(`command ${randomUUID()}`);
  let latest: StoredResult | undefined;
  let notify = (): void => undefined;
  const stopListening = on('results.changed', (result) => {
    if (result.place !== place) return;
    if (result.rowCount > 0) context.output.detail(`${result.rowCount} rows`);
    latest = result;
    notify();
  });
  let id: string | undefined;
  try {
    const first = await call('results.start', {
      ...{ tenantId, place, text, parameters: { ...parameters } },
      ...(limit === undefined ? {} : { paging: { pageSize: limit, page: 1 } }),
    });
    ({ id } = first);
    await work({ id, until }, first);

    async function until(isWanted: (result: StoredResult) => boolean): Promise<StoredResult> {
      for (;;) {
        context.signal.throwIfAborted();
        const result = latest ?? first;
        if (result.state !== 'running') return completed(context, result);
        if (isWanted(result)) return result;
        const changed = new Promise<void>((resolve) => (notify = resolve));
        await orAborted(changed, context.signal);
      }
    }
  } finally {
    stopListening();
    if (id !== undefined) {
      const never = { signal: new AbortController().signal };
      await call('results.endComparison', { id }, never).catch(() => undefined);
    }
  }
}

function completed({ output }: Context, result: StoredResult): StoredResult {
  const { state, failure: failed, warnings } = result;
  if (failed !== null) throw new DeskFailure(failed);
  if (state === 'stopped') throw failure('canceled', 'The query was stopped in the window.');
  for (const warning of warnings) output.warn(warning);
  return result;
}
