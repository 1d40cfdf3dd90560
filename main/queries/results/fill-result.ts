import { toDeskError } from '../../../contract/errors/desk-failure.ts';
import type { Emit } from '../../../contract/bridge/events.ts';
import type { CallContext } from '../../../contract/bridge/methods.ts';
import type { TypedParameter } from '../../../contract/queries/queries.ts';
import type { StoredResult, ResultPaging } from '../../../contract/queries/results.ts';
import type { BestEffort } from '../../platform/storage/best-effort.ts';
import { tablesShownBy } from '../console/query-schema.ts';
import type { QueryStore } from '../console/query-store.ts';
import { notedRun } from '../console/run-history.ts';
import type { ArrivedRows, PageParts } from './read-pages.ts';
import { readPages } from './read-pages.ts';
import type { StoredParts } from './stored-results.ts';
import { isSavedByUser, pathOfResult } from './stored-results.ts';

export interface FillParts extends Omit<PageParts, 'readPage'>, StoredParts {
  readonly queries: Pick<QueryStore, 'addRun' | 'learnColumns'>;
  readonly emit: Emit;
  /** For records that may be lost. */
  readonly tryTo: BestEffort;
}

export interface FillOptions {
  readonly paging: ResultPaging;
  /** For the history, where the user entered them. */
  readonly entered: readonly TypedParameter[];
}

/** Reads all rows of one run; `onChange` is called whenever there is more to show. Rejects when there never is anything. */
export async function fillResult(
  parts: FillParts,
  begun: StoredResult,
  { paging, entered }: FillOptions,
  call: CallContext,
  onChange: (result: StoredResult) => void,
): Promise<void> {
  const { store, thread, emit } = parts;
  const path = pathOfResult(parts.folder, begun.id);
  let result = begun;
  const isSeen = (): boolean => result !== begun;
  const see = (next: StoredResult): void => {
    result = next;
    parts.tryTo(() => store.keep(next));
    emit('results.changed', next);
    onChange(next);
  };
  const pages = { tenantId: begun.tenantId, text: begun.sentText, paging };
  try {
    for await (const arrived of readPages({ ...parts, readPage: thread.readPage }, pages, call)) {
      const { page, skipped, columns } = arrived;
      await thread.call('storePage', { path, page, skipped, names: columns.map(({ name }) => name) });
      if (!isSeen()) learn(parts, begun, arrived);
      see(withRows(result, arrived));
    }
    noteRun(parts, result, entered, null);
    see({ ...result, state: 'complete' });
  } catch (error) {
    const reason = toDeskError(error);
    if (!isSeen()) {
      noteRun(parts, { ...result, rowCount: null }, entered, reason.message);
      await thread.call('remove', { path }).catch(() => undefined);
      throw error;
    }
    const isStopped = call.signal.aborted;
    noteRun(parts, result, entered, isStopped ? null : reason.message);
    see(
      isStopped
        ? { ...result, state: 'stopped', failure: null }
        : { ...result, state: 'failed', failure: reason },
    );
  }
}

function noteRun(
  { queries, emit, newId }: FillParts,
  result: Omit<StoredResult, 'rowCount'> & { readonly rowCount: number | null },
  entered: readonly TypedParameter[],
  errorMessage: string | null,
): void {
  if (isSavedByUser(result)) return;
  const { tenantId, text, startedAt: ranAt, tenantMs: durationMs, rowCount } = result;
  const run = { id: newId(), text, ranAt, durationMs, rowCount, errorMessage };
  queries.addRun(tenantId, notedRun(run, entered));
  emit('queries.historyChanged', { tenantId });
}

function learn({ queries }: FillParts, { tenantId, text }: StoredResult, arrived: ArrivedRows): void {
  for (const { name, columns } of tablesShownBy(text, arrived.shown))
    queries.learnColumns(tenantId, name, columns);
}

function withRows(
  result: StoredResult,
  { columns, count, fullCount, tenantMs, warnings }: ArrivedRows,
): StoredResult {
  return {
    ...result,
    columns: columns.map(({ name, type }) => ({ name, type })),
    rowCount: result.rowCount + count,
    fullCount,
    tenantMs: result.tenantMs + tenantMs,
    warnings: [...new Set([...result.warnings, ...warnings])],
  };
}
