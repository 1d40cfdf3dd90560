import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { toDeskError } from '../../../contract/errors/desk-failure.ts';
import type { Emit } from '../../../contract/bridge/events.ts';
import type { CallContext } from '../../../contract/bridge/methods.ts';
import type { QueryParameter, TypedParameter } from '../../../contract/queries/queries.ts';
import {
  comparisonPlaces,
  keptPlaces,
  pinPlaces,
  placeOfKept,
  tabPlaces,
} from '../../../contract/queries/result-formats.ts';
import type { KeptResult, ResultPaging } from '../../../contract/queries/results.ts';
import { mostKept } from '../../../contract/queries/results.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { BestEffort } from '../../platform/storage/best-effort.ts';
import { bindQuery } from '../bind-query.ts';
import { tablesShownBy } from '../query-schema.ts';
import type { QueryStore } from '../query-store.ts';
import { enteredOf, notedRun } from '../run-history.ts';
import type { ArrivedRows, PageParts } from './read-pages.ts';
import { readPages } from './read-pages.ts';
import type { ResultStore } from './result-store.ts';
import type { ResultThread } from './result-thread.ts';
import { removeResultFile } from './result-file.ts';

export interface KeptResultsParts extends Omit<PageParts, 'readPage'> {
  readonly store: ResultStore;
  readonly queries: Pick<QueryStore, 'addRun' | 'learnColumns'>;
  readonly thread: ResultThread;
  /** In the profile; made when it is needed. */
  readonly folder: string;
  readonly emit: Emit;
  /** For what is only remembered. */
  readonly tryTo: BestEffort;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly newId: () => string;
  readonly stopped: AbortSignal;
}

export interface ResultRequest {
  readonly tenantId: string;
  readonly place: string;
  readonly text: string;
  readonly parameters: Readonly<Record<string, QueryParameter>>;
  /** For the history, where a person entered them. */
  readonly entered?: readonly TypedParameter[];
  readonly paging: ResultPaging;
}

/** Results of queries, all of whose rows are kept on the disk, so that they can be looked through, sorted and written whole. */
export interface KeptResults {
  /** Answers when the first rows are there. */
  start(request: ResultRequest, call: CallContext): Promise<KeptResult>;
  stop(id: string): void;
  at(tenantId: string, place: string): KeptResult | undefined;
  /** Throws `not-found`. */
  get(id: string): KeptResult;
  pathOf(id: string): string;
  /** As `get`, of one whose rows are all there; throws `invalid-input` for another. */
  settled(id: string): KeptResult;
  /** Keeps a copy under a name. Throws `invalid-input` where too much is kept so. */
  keepAs(id: string, name: string): Promise<KeptResult>;
  /** Those under a name, of all tenants, and those of the open queries of this one. */
  comparables(tenantId: string): KeptResult[];
  /** One whose file was made by somebody else. */
  add(result: KeptResult): void;
  /** Removes one at a place that begins so; another one stays. */
  remove(id: string, beginning: string): Promise<void>;
  /** For the start: removes what nobody can come back to, of tenants that are gone, and what a crash has left. */
  sweep(tenantIds: readonly string[]): void;
  /** Removes the results of tenants that are not among these. */
  keepOf(tenantIds: readonly string[]): void;
  /** Of the results at places of the tenant that begin so, removes those that are at none of these. */
  keepPlaces(tenantId: string, beginning: string, places: readonly string[]): void;
  /** Stops what is arriving and closes the files. */
  end(): Promise<void>;
}

/** How much is kept, the latest results first. */
const most = { results: 40, bytes: 4_000_000_000 } as const;

/** Somebody keeps it on purpose: it goes with what it is kept for, and is not in the history of what was asked. */
const isKeptOnPurpose = ({ place }: Pick<KeptResult, 'place'>): boolean =>
  place.startsWith(pinPlaces) || place.startsWith(keptPlaces);

export function createKeptResults(parts: KeptResultsParts): KeptResults {
  const { store, queries, thread, folder, emit, tryTo, now, newId, stopped } = parts;
  const running = new Map<string, { readonly abort: AbortController; readonly done: Promise<unknown> }>();
  const pathOf = (id: string): string => join(folder, `${id}.sqlite`);

  function tell(result: KeptResult): void {
    tryTo(() => store.keep(result));
    emit('results.changed', result);
  }

  async function remove(id: string): Promise<void> {
    running.get(id)?.abort.abort();
    await running.get(id)?.done;
    tryTo(() => store.remove(id));
    await thread.call('remove', { path: pathOf(id) });
  }

  /** All of one run: `onfirst` is told when there is something to see. Rejects where there never is. */
  async function fill(
    begun: KeptResult,
    { paging, entered }: { readonly paging: ResultPaging; readonly entered: readonly TypedParameter[] },
    call: CallContext,
    onfirst: (result: KeptResult) => void,
  ): Promise<void> {
    let result = begun;
    const isSeen = (): boolean => result !== begun;
    const note = (rowCount: number | null, errorMessage: string | null): void => {
      if (isKeptOnPurpose(result)) return;
      queries.addRun(
        result.tenantId,
        notedRun(
          {
            ...{ id: newId(), text: result.text, ranAt: result.startedAt, durationMs: result.tenantMs },
            ...{ rowCount, errorMessage },
          },
          entered,
        ),
      );
      emit('queries.historyChanged', { tenantId: result.tenantId });
    };
    const see = (next: KeptResult): void => {
      const isFirst = !isSeen();
      result = next;
      tell(result);
      if (isFirst) onfirst(result);
    };
    try {
      for await (const arrived of readPages(
        { ...parts, readPage: thread.readPage },
        { ...begun, text: begun.sentText, paging },
        call,
      )) {
        const { page, skipped, columns } = arrived;
        const names = columns.map(({ name }) => name);
        await thread.call('keepPage', { path: pathOf(result.id), page, skipped, names });
        if (!isSeen()) learn(begun, arrived);
        see(withRows(result, arrived));
      }
      note(result.rowCount, null);
      see({ ...result, state: 'complete' });
    } catch (error) {
      const { message } = toDeskError(error);
      if (!isSeen()) {
        note(null, message);
        await thread.call('remove', { path: pathOf(result.id) }).catch(() => undefined);
        throw error;
      }
      const isStopped = call.signal.aborted;
      note(result.rowCount, isStopped ? null : message);
      see({
        ...result,
        state: isStopped ? 'stopped' : 'failed',
        failure: isStopped ? null : toDeskError(error),
      });
    }
  }

  function learn({ tenantId, text }: KeptResult, arrived: ArrivedRows): void {
    for (const { name, columns } of tablesShownBy(text, arrived.shown))
      queries.learnColumns(tenantId, name, columns);
  }

  /** Keeps as many results as there is room for; the newest always. */
  function trim(): void {
    let bytes = 0;
    const passing = store.all().filter((result) => !isKeptOnPurpose(result));
    passing.forEach(({ id }, at) => {
      bytes += statSync(pathOf(id), { throwIfNoEntry: false })?.size ?? 0;
      const isTooMuch = at >= most.results || (at > 0 && bytes > most.bytes);
      if (isTooMuch && !running.has(id)) void remove(id).catch(() => undefined);
    });
  }

  function get(id: string): KeptResult {
    const result = store.get(id);
    if (result === undefined)
      throw failure('not-found', 'This result is kept no longer. Run the query again.');
    return result;
  }

  function settled(id: string): KeptResult {
    const result = get(id);
    if (result.state !== 'running') return result;
    throw failure(
      'invalid-input',
      'Rows are still arriving. Wait for the last one, or stop the query, then try again.',
    );
  }

  /** Throws where there is no room for one more. Nothing that somebody keeps is removed for it. */
  function refuseTooMuch(id: string): void {
    const kept = store.all().filter(({ place }) => place.startsWith(keptPlaces));
    const sizeOf = (one: string): number => statSync(pathOf(one), { throwIfNoEntry: false })?.size ?? 0;
    const bytes = kept.reduce((sum, one) => sum + sizeOf(one.id), sizeOf(id));
    if (kept.length < mostKept.results && bytes <= mostKept.bytes) return;
    throw failure(
      'invalid-input',
      kept.length >= mostKept.results
        ? `${mostKept.results} results are kept already. Remove one of them first.`
        : `Kept results have at most ${mostKept.bytes / 1e9} GB in all. Remove one of them first, or keep fewer rows.`,
    );
  }

  return {
    settled,
    async keepAs(id, name) {
      const result = settled(id);
      refuseTooMuch(id);
      const copyId = newId();
      await thread.call('copy', { path: pathOf(id), to: pathOf(copyId) });
      const copy: KeptResult = { ...result, id: copyId, place: placeOfKept(copyId), name };
      try {
        // Others may have been kept while this one was copied.
        refuseTooMuch(id);
        store.keep(copy);
      } catch (error) {
        await thread.call('remove', { path: pathOf(copyId) }).catch(() => undefined);
        throw error;
      }
      return copy;
    },
    comparables: (tenantId) =>
      store
        .all()
        .filter(
          ({ place, ...result }) =>
            place.startsWith(keptPlaces) || (result.tenantId === tenantId && place.startsWith(tabPlaces)),
        ),
    add: (result) => store.keep(result),
    async remove(id, beginning) {
      if (store.get(id)?.place.startsWith(beginning) === true) await remove(id);
    },
    async start({ tenantId, place, text, parameters, entered, paging }, call) {
      const sentText = bindQuery(text, parameters);
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const before = store.at(tenantId, place);
      if (before !== undefined) running.get(before.id)?.abort.abort();
      const begun: KeptResult = {
        ...{ id: newId(), tenantId, place, text, sentText, startedAt: now(), state: 'running' },
        ...{ columns: [], rowCount: 0, fullCount: null, tenantMs: 0, warnings: [], failure: null },
      };
      const abort = new AbortController();
      const signal = AbortSignal.any([abort.signal, stopped]);
      // Whoever asked may give it up until there is something to see; then it goes on without them.
      const giveUp = (): void => abort.abort(call.signal.reason);
      call.signal.addEventListener('abort', giveUp, { once: true });
      if (call.signal.aborted) giveUp();
      const first = Promise.withResolvers<KeptResult>();
      const noted = entered ?? enteredOf(parameters);
      const done = fill(begun, { paging, entered: noted }, { ...call, signal }, first.resolve)
        .catch(first.reject)
        .finally(() => {
          running.delete(begun.id);
          tryTo(trim);
        });
      running.set(begun.id, { abort, done });
      try {
        const result = await first.promise;
        if (before !== undefined) await remove(before.id);
        return result;
      } finally {
        call.signal.removeEventListener('abort', giveUp);
      }
    },
    stop: (id) => running.get(id)?.abort.abort(),
    at: (tenantId, place) => store.at(tenantId, place),
    get,
    pathOf,
    sweep(tenantIds) {
      const kept = new Set<string>();
      for (const result of store.all()) {
        const isThere = statSync(pathOf(result.id), { throwIfNoEntry: false }) !== undefined;
        const isOfBefore = result.place.startsWith(comparisonPlaces);
        if (!isThere || isOfBefore || !tenantIds.includes(result.tenantId)) continue;
        kept.add(result.id);
        if (result.state === 'running') store.keep(cutShort(result));
      }
      store.retain([...kept]);
      const names = statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(folder) : [];
      const left = new Set(names.map((name) => name.replace(/\.sqlite.*$/, '')));
      for (const id of left) if (!kept.has(id)) removeResultFile(pathOf(id));
    },
    keepOf(tenantIds) {
      tryTo(() => {
        for (const id of store.idsOfOthers(tenantIds)) remove(id).catch(() => undefined);
      });
    },
    keepPlaces(tenantId, beginning, places) {
      tryTo(() => {
        for (const result of store.all()) {
          const isMeant = result.tenantId === tenantId && result.place.startsWith(beginning);
          if (isMeant && !places.includes(result.place)) remove(result.id).catch(() => undefined);
        }
      });
    },
    async end() {
      for (const { abort } of running.values()) abort.abort();
      await Promise.allSettled([...running.values()].map(({ done }) => done));
      await thread.end();
    },
  };
}

function withRows(
  result: KeptResult,
  { columns, count, fullCount, tenantMs, warnings }: ArrivedRows,
): KeptResult {
  return {
    ...result,
    columns: columns.map(({ name, type }) => ({ name, type })),
    rowCount: result.rowCount + count,
    fullCount,
    tenantMs: result.tenantMs + tenantMs,
    warnings: [...new Set([...result.warnings, ...warnings])],
  };
}

function cutShort(result: KeptResult): KeptResult {
  const warning = 'Tenant Desk was closed before all rows had come.';
  return { ...result, state: 'stopped', warnings: [...result.warnings, warning] };
}
