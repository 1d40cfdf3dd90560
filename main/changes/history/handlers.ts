import type { HistoryEntry } from '../../../contract/changes/history.ts';
import type { HandlersOf } from '../../../contract/bridge/methods.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { Host } from '../../platform/host/host.ts';
import type { ChangeService } from '../service/change-service.ts';
import type { HistoryRecord } from '../record/history-record.ts';
import type { PlanStore } from '../record/plan-store.ts';
import { exportLines } from './export-lines.ts';

export interface HistoryParts {
  readonly store: PlanStore;
  readonly changes: ChangeService;
  readonly host: Pick<Host, 'saveFile'>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** An upper limit that no real profile reaches. */
const maxExported = 1_000_000;

export function createHistoryHandlers({ store, changes, host, now }: HistoryParts): HandlersOf<'history'> {
  const entryOf = async (record: HistoryRecord): Promise<HistoryEntry> =>
    record.isReadable ? { isReadable: true, plan: await changes.get(record.plan.id) } : record;

  return {
    async 'history.list'(filter) {
      const entries: HistoryEntry[] = [];
      for (const record of store.history(filter)) entries.push(await entryOf(record));
      return entries;
    },
    'history.deleted': async ({ tenantId, kind }) => store.deleted(tenantId, kind),
    'history.export': async ({ tenantId, id }, call) => {
      const records = store
        .history({ tenantId, limit: maxExported })
        .filter((record) => id === undefined || idOf(record) === id);
      let count = 0;
      const saved = await host.saveFile(
        {
          title: 'Export history',
          suggestedName: `history-${new Date(now()).toISOString().slice(0, 10)}.jsonl`,
          extensions: ['.jsonl'],
        },
        async (sink) => {
          for (const line of exportLines(store, changes, records)) {
            call.signal.throwIfAborted();
            count += 1;
            await sink(`${line}\n`);
          }
        },
        call.signal,
      );
      return saved === undefined ? undefined : { fileName: saved.fileName, count };
    },
    'history.remove': async ({ id }) => {
      const record = store.history({ limit: maxExported }).find((each) => idOf(each) === id);
      if (record === undefined) throw failure('not-found', 'This entry no longer exists.');
      if (record.isReadable) {
        throw failure('invalid-input', 'History can’t be edited: only unreadable entries can be removed.');
      }
      store.removePlan(id);
      return undefined;
    },
  };
}

function idOf(record: HistoryRecord): string {
  return record.isReadable ? record.plan.id : record.id;
}
