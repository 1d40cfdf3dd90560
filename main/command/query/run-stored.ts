import { randomUUID } from 'node:crypto';
import { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import { placeOfComparison } from '../../../contract/queries/result-formats.ts';
import type { QueryParameter } from '../../../contract/queries/queries.ts';
import type { StoredResult } from '../../../contract/queries/results.ts';
import { failure } from '../../platform/errors/failure.ts';
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

/**
 * Runs a query, stores its rows on disk as they arrive, gives them to `work`, and removes them: memory use doesn't depend on the
 * number of rows. Throws why a query failed or stopped.
 */
export async function withStoredResult<Answer>(
  context: Context,
  { tenantId, text, parameters, limit }: StoredQuery,
  work: (result: StoredResult) => Promise<Answer>,
): Promise<Answer> {
  const { call, on } = await context.desk();
  // Results at these places aren't shown in the window, and can be removed.
  const place = placeOfComparison(`command ${randomUUID()}`);
  const finished = new Map<string, StoredResult>();
  let notify = (): void => undefined;
  const stopListening = on('results.changed', (result) => {
    if (result.place !== place) return;
    if (result.rowCount > 0) context.output.detail(`${result.rowCount} rows`);
    if (result.state === 'running') return;
    finished.set(result.id, result);
    notify();
  });
  let id: string | undefined;
  try {
    const started = await call('results.start', {
      ...{ tenantId, place, text, parameters: { ...parameters } },
      ...(limit === undefined ? {} : { paging: { pageSize: limit, page: 1 } }),
    });
    id = started.id;
    const result = started.state === 'running' ? await ended(started) : started;
    reportProblems(context, result);
    return await work(result);
  } finally {
    stopListening();
    if (id !== undefined) {
      const never = { signal: new AbortController().signal };
      await call('results.endComparison', { id }, never).catch(() => undefined);
    }
  }

  async function ended({ id: ofResult }: StoredResult): Promise<StoredResult> {
    const { signal } = context;
    return await new Promise<StoredResult>((resolve, reject) => {
      const stop = (): void => {
        call('results.stop', { id: ofResult }, { signal: new AbortController().signal }).catch(
          () => undefined,
        );
        reject(failure('canceled', 'The query was stopped. Rows that had arrived were discarded.'));
      };
      notify = () => {
        const result = finished.get(ofResult);
        if (result === undefined) return;
        signal.removeEventListener('abort', stop);
        resolve(result);
      };
      if (signal.aborted) return stop();
      signal.addEventListener('abort', stop, { once: true });
      notify();
    });
  }
}

function reportProblems({ output }: Context, { state, failure: failed, warnings }: StoredResult): void {
  if (failed !== null) throw new DeskFailure(failed);
  if (state === 'stopped') throw failure('canceled', 'The query was stopped in the window.');
  for (const warning of warnings) output.warn(warning);
}
