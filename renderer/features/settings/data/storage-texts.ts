import type { ClearableKind, DataKind } from '../../../../contract/local-data/data-kinds.ts';
import { clearableKinds, dataKinds } from '../../../../contract/local-data/data-kinds.ts';
import type { LocalDataUsage, TenantUsage } from '../../../../contract/local-data/local-data.ts';
import { counted, formatBytes, formatList } from '../../../../languages/text/intl.ts';

interface KindText {
  readonly label: string;
  readonly hint: (count: number) => string;
}

const texts: Readonly<Record<DataKind, KindText>> = {
  caches: { label: 'Cached lists', hint: (count) => counted(count, 'list') },
  results: { label: 'Query results', hint: (count) => counted(count, 'result') },
  savedResults: { label: 'Saved results', hint: () => 'snapshots and pinned charts' },
  history: { label: 'History and versions', hint: () => 'needed for Undo' },
  drafts: { label: 'Drafts', hint: () => 'never cleared' },
  backups: { label: 'Backups', hint: () => 'before updates and restores' },
  crashReports: { label: 'Crash reports', hint: (count) => counted(count, 'file') },
  logs: { label: 'Log', hint: () => 'no secrets' },
  sandbox: { label: 'Sandboxes', hint: () => 'embedded tenants' },
  other: { label: 'Other', hint: () => 'queries, samples, indexes, free pages' },
};

const colors = [1, 2, 3, 4, 5, 6].map((series) => `var(--color-series-${series})`);

export interface UsedRow {
  readonly kind: DataKind;
  readonly label: string;
  readonly hint: string;
  readonly bytes: number;
  readonly color: string;
  readonly clearable: ClearableKind | undefined;
}

/** In a fixed order, without what takes nothing. */
export const usedRows = ({ kinds }: LocalDataUsage): UsedRow[] =>
  dataKinds
    .filter((kind) => kinds[kind].bytes > 0)
    .map((kind, index) => ({
      ...{ kind, label: texts[kind].label, hint: texts[kind].hint(kinds[kind].count) },
      bytes: kinds[kind].bytes,
      color: kind === 'other' ? 'var(--color-series-other)' : (colors[index % colors.length] ?? ''),
      // The current log stays.
      clearable: clearableKinds.find((each) => each === kind && (kind !== 'logs' || kinds.logs.count > 1)),
    }));

export const tenantNameOf = ({ name }: TenantUsage): string => name ?? 'a removed tenant';

/** “Lists 12 MB, results 4 MB and history 1 MB”. */
export function tenantText({ caches, results, history }: TenantUsage): string {
  const parts = [
    ['lists', caches.bytes],
    ['results', results.bytes],
    ['history', history.bytes],
  ] as const;
  return formatList(
    parts.filter(([, bytes]) => bytes > 0).map(([what, bytes]) => `${what} ${formatBytes(bytes)}`),
  );
}
