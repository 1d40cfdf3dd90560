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
import { idsWithoutRoom, saveCopy, pathOfResult, sweepResults } from './stored-results.ts';

export type ResultServiceParts = RunningParts;

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
export interface ResultService {
  /** Answers when the first rows are there. */
  start(request: ResultRequest, call: CallContext): Promise<StoredResult>;
  stop(id: string): void;
  at(tenantId: string, place: string): StoredResult | undefined;
  /** Throws `not-found`. */
  get(id: string): StoredResult;
  pathOf(id: string): string;
  /** As `get`, of one whose rows are all there; throws `invalid-input` for another. */
  settled(id: string): StoredResult;
  /** Keeps a copy under a name. Throws `invalid-input` where too much is kept so. */
  saveUnderName(id: string, name: string): Promise<StoredResult>;
  /** Those under a name, of all tenants, and those of the open queries of this one. */
  comparables(tenantId: string): StoredResult[];
  /** One whose file was made by somebody else. */
  add(result: StoredResult): void;
  /** Removes one at a place that begins so; another one stays. */
  remove(id: string, beginning: string): Promise<void>;
  /** For the start: removes what nobody can come back to, of tenants that are gone, and what a crash has left. */
  sweep(tenantIds: readonly string[]): void;
  /** Removes the results of tenants that are not among these. */
  deleteExcept(tenantIds: readonly string[]): void;
  /** Of the results at places of the tenant that begin so, removes those that are at none of these. */
  limitPlaces(tenantId: string, beginning: string, places: readonly string[]): void;
  /** Stops what is arriving and closes the files. */
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
  const trim = (): void => tryToRemove(() => idsWithoutRoom(parts).filter((id) => !running.has(id)));

  function get(id: string): StoredResult {
    const result = store.get(id);
    if (result === undefined) throw failure('not-found', 'This result has expired. Run the query again.');
    return result;
  }

  function settled(id: string): StoredResult {
    const result = get(id);
    if (result.state !== 'running') return result;
    throw failure(
      'invalid-input',
      'Rows are still arriving. Wait for the last one, or stop the query, then try again.',
    );
  }

  return {
    settled,
    saveUnderName: async (id, name) => await saveCopy(parts, settled(id), name),
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
    async end() {
      await running.endAll();
      await thread.end();
    },
  };
}
