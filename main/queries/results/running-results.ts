import type { CallContext } from '../../../contract/bridge/methods.ts';
import type { StoredResult } from '../../../contract/queries/results.ts';
import type { FillOptions, FillParts } from './fill-result.ts';
import { fillResult } from './fill-result.ts';
import type { StoredParts } from './stored-results.ts';

export interface RunningParts extends FillParts, StoredParts {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly stopped: AbortSignal;
}

/** Results whose rows are still arriving. */
export interface RunningResults {
  has(id: string): boolean;
  /** Resolves when rows arrive or the last have arrived; undefined for a result whose rows don't. */
  nextChange(id: string): Promise<void> | undefined;
  /** Resolves when there is something to show, and `on.first` is done. */
  start(
    query: Pick<StoredResult, 'tenantId' | 'place' | 'text' | 'sentText'>,
    options: FillOptions,
    call: CallContext,
    on: { readonly first: () => Promise<void>; readonly end: () => void },
  ): Promise<StoredResult>;
  stop(id: string): void;
  /** Stops it, and resolves when no more rows arrive. */
  end(id: string): Promise<void>;
  endAll(): Promise<void>;
}

interface RunningResult {
  readonly abort: AbortController;
  readonly done: Promise<unknown>;
  change: PromiseWithResolvers<void>;
}

export function createRunningResults(parts: RunningParts): RunningResults {
  const running = new Map<string, RunningResult>();
  const stop = (id: string): void => running.get(id)?.abort.abort();
  return {
    has: (id) => running.has(id),
    nextChange: (id) => running.get(id)?.change.promise,
    stop,
    async start(query, options, call, on) {
      const begun: StoredResult = {
        ...{ id: parts.newId(), ...query, startedAt: parts.now(), state: 'running' },
        ...{ columns: [], rowCount: 0, fullCount: null, tenantMs: 0, warnings: [], failure: null },
      };
      const abort = new AbortController();
      const signal = AbortSignal.any([abort.signal, parts.stopped]);
      // The caller may cancel until there is something to show; then the query continues without it.
      const giveUp = (): void => abort.abort(call.signal.reason);
      call.signal.addEventListener('abort', giveUp, { once: true });
      if (call.signal.aborted) giveUp();
      const first = Promise.withResolvers<StoredResult>();
      const changed = (result: StoredResult): void => {
        first.resolve(result);
        const own = running.get(begun.id);
        own?.change.resolve();
        if (own !== undefined) own.change = Promise.withResolvers();
      };
      const done = fillResult(parts, begun, options, { ...call, signal }, changed)
        .catch(first.reject)
        .finally(() => {
          running.get(begun.id)?.change.resolve();
          running.delete(begun.id);
          on.end();
        });
      running.set(begun.id, { abort, done, change: Promise.withResolvers() });
      try {
        const result = await first.promise;
        await on.first();
        return result;
      } finally {
        call.signal.removeEventListener('abort', giveUp);
      }
    },
    async end(id) {
      stop(id);
      await running.get(id)?.done;
    },
    async endAll() {
      for (const id of running.keys()) stop(id);
      await Promise.allSettled([...running.values()].map(({ done }) => done));
    },
  };
}
