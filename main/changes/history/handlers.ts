import type { HandlersOf } from '../../../contract/methods.ts';
import type { ChangeService } from '../change-service.ts';
import type { Entry, Journal } from '../journal.ts';
import { undoIntents } from '../undo-intents.ts';
import { failure } from '../../platform/failure.ts';
import type { Host } from '../../platform/host/host.ts';
import { describeEntry, summariseEntry } from './history-entry.ts';

export interface HistoryParts {
  readonly journal: Journal;
  readonly changes: ChangeService;
  readonly host: Pick<Host, 'saveFile'>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** More entries than any installation has; a bound all the same. */
const mostExported = 1_000_000;

export function createHistoryHandlers({ journal, changes, host, now }: HistoryParts): HandlersOf<'history'> {
  function entry(id: string): Entry {
    const found = journal.entry(id);
    if (found === undefined) throw failure('not-found', 'This history entry is no longer there.');
    return found;
  }

  return {
    'history.list': async (filter) => journal.entries(filter).map(summariseEntry),
    'history.get': async ({ id }) => describeEntry(entry(id)),
    'history.planUndo': async ({ id }, call) => {
      const { run, item } = entry(id);
      const { tenantId } = run;
      const intents = undoIntents(item, (targetId) => journal.currentId(tenantId, targetId));
      return await changes.plan({ tenantId, intents, undoes: id }, call);
    },
    'history.export': async ({ tenantId }, call) => {
      const entries = journal.entries({ tenantId, limit: mostExported });
      const saved = await host.saveFile(
        {
          title: 'Export history',
          suggestedName: `history-${new Date(now()).toISOString().slice(0, 10)}.jsonl`,
          extensions: ['.jsonl'],
        },
        async (sink) => {
          for (const each of entries) {
            call.signal.throwIfAborted();
            const { appliedAt, ...rest } = describeEntry(each);
            await sink(`${JSON.stringify({ appliedAt: new Date(appliedAt).toISOString(), ...rest })}\n`);
          }
        },
        call.signal,
      );
      return saved === undefined ? undefined : { fileName: saved.fileName, count: entries.length };
    },
  };
}
