import { mkdirSync } from 'node:fs';
import type { CallContext } from '../../../contract/bridge/methods.ts';
import type { QueryParameter, TypedParameter } from '../../../contract/queries/queries.ts';
import { savedPlaces, tabPlaces } from '../../../contract/queries/result-formats.ts';
import type { StoredResult, ResultPaging } from '../../../contract/queries/results.ts';
import { failure } from '../../platform/errors/failure.ts';
import { bindQuery } from '../console/bind-query.ts';
import { enteredOf } from '../console/run-history.ts';
import type { RunningParts } from './running-results.ts';
import { createRunningResults } from './running-results.ts';
import type { ResultSize } from './stored-results.ts';
import {
  idsOverLimit,
  passingIds,
  pathOfResult,
  saveCopy,
  sizesOfResults,
  sweepResults,
} from './stored-results.ts';

export type ResultServiceParts = RunningParts;

export interface ResultRequest {
  readonly tenantId: string;
  readonly place: string;
  readonly text: string;
  readonly parameters: Readonly<Record<string, QueryParameter>>;
  /** For the history, where the user entered them. */
  readonly entered?: readonly TypedParameter[];
  readonly paging: ResultPaging;
}

/** Results of queries, stored on the disk with all rows, so that they can be browsed, sorted and exported. */
export interface ResultService {
  /** Resolves when the first rows are available. */
  start(request: ResultRequest, call: CallContext): Promise<StoredResult>;
  stop(id: string): void;
  /** Resolves when rows of a running result arrive, or the last have arrived; undefined for a result whose rows are complete. */
  nextChange(id: string): Promise<void> | undefined;
  at(tenantId: string, place: string): StoredResult | undefined;
  /** Throws `not-found`. */
  get(id: string): StoredResult;
  pathOf(id: string): string;
  /** As `get`, for a result whose rows are complete; throws `invalid-input` for a running one. */
  completed(id: string): StoredResult;
  /** Saves a copy under a name. Throws `invalid-input` when too much is saved. */
  saveUnderName(id: string, name: string): Promise<StoredResult>;
  /** Saved results of all tenants, and those of the open queries of this one. */
  comparables(tenantId: string): StoredResult[];
  /** Adds one whose file was created elsewhere. */
  add(result: StoredResult): void;
  /** Removes one at a place that begins with this prefix; others stay. */
  remove(id: string, beginning: string): Promise<void>;
  /** On startup: removes results that are no longer reachable, of deleted tenants, and leftovers of a crash. */
  sweep(tenantIds: readonly string[]): void;
  /** Removes the results of tenants that aren't in the list. */
  deleteExcept(tenantIds: readonly string[]): void;
  /** Of the results at places of the tenant that begin with this prefix, removes all that are at none of these. */
  limitPlaces(tenantId: string, beginning: string, places: readonly string[]): void;
  /** Sizes of the files of all stored results. */
  sizes(): readonly ResultSize[];
  /** Removes those that are complete and that no one saved; of one tenant, or of all. */
  clear(tenantId?: string): Promise<void>;
  /** Stops running queries and closes the files. */
  end(): Promise<void>;
}

export function createResultService(parts: ResultServiceParts): ResultService {
  const { store, thread, folder, tryTo } = parts;
  const running = createRunningResults(parts);
  const pathOf = (id: string): string => pathOfResult(folder, id);

  async function remove(id: string): Promise<void> {
    await running.end(id);
    tryTo(() => store.remove(id));
    await thread.call('remove', { path: pathOf(id) });
  }

  const tryToRemove = (ids: () => readonly string[]): void =>
    tryTo(() => {
      for (const id of ids()) remove(id).catch(() => undefined);
    });
  const trim = (): void => tryToRemove(() => idsOverLimit(parts).filter((id) => !running.has(id)));

  function get(id: string): StoredResult {
    const result = store.get(id);
    if (result === undefined) throw failure('not-found', 'This result has expired. Run the query again.');
    return result;
  }

  function completed(id: string): StoredResult {
    const result = get(id);
    if (result.state !== 'running') return result;
    throw failure(
      'invalid-input',
      'The query is still running. Wait for it to finish or stop it, then try again.',
    );
  }

  return {
    completed,
    saveUnderName: async (id, name) => await saveCopy(parts, completed(id), name),
    comparables: (tenantId) =>
      store
        .all()
        .filter(
          ({ place, ...result }) =>
            place.startsWith(savedPlaces) || (result.tenantId === tenantId && place.startsWith(tabPlaces)),
        ),
    add: (result) => store.keep(result),
    async remove(id, beginning) {
      if (store.get(id)?.place.startsWith(beginning) === true) await remove(id);
    },
    async start({ tenantId, place, text, parameters, paging, entered = enteredOf(parameters) }, call) {
      const sentText = bindQuery(text, parameters);
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const before = store.at(tenantId, place);
      if (before !== undefined) running.stop(before.id);
      const begun = { tenantId, place, text, sentText };
      const first = async (): Promise<void> => {
        if (before !== undefined) await remove(before.id);
      };
      return await running.start(begun, { paging, entered }, call, { first, end: trim });
    },
    stop: (id) => running.stop(id),
    nextChange: (id) => running.nextChange(id),
    at: (tenantId, place) => store.at(tenantId, place),
    get,
    pathOf,
    sweep: (tenantIds) => sweepResults(parts, tenantIds),
    deleteExcept: (tenantIds) => tryToRemove(() => store.idsOfOthers(tenantIds)),
    limitPlaces: (tenantId, beginning, places) =>
      tryToRemove(() =>
        store
          .all()
          .filter((one) => one.tenantId === tenantId && one.place.startsWith(beginning))
          .flatMap(({ id, place }) => (places.includes(place) ? [] : [id])),
      ),
    sizes: () => sizesOfResults(parts),
    async clear(tenantId) {
      for (const id of passingIds(parts, tenantId)) if (!running.has(id)) await remove(id);
    },
    async end() {
      await running.endAll();
      await thread.end();
    },
  };
}
