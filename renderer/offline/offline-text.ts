import { offlineKinds } from '../../contract/offline/offline-kinds.ts';
import { capitalized } from '../ui/text/capitalized.ts';
import type { OfflineStatus, OfflineKind, OfflineKindState } from '../../contract/offline/offline.ts';
import { formatNumber, plural } from '../../languages/text/intl.ts';

const nouns: Readonly<Record<OfflineKind, { readonly one: string; readonly many: string }>> = {
  applications: { one: 'list of applications', many: 'lists of applications' },
  catalog: { one: 'catalog', many: 'catalogs' },
  roles: { one: 'list of roles', many: 'lists of roles' },
  configuration: { one: 'configuration', many: 'configurations' },
  origins: { one: 'list of origins', many: 'lists of origins' },
  webhooks: { one: 'list of webhooks', many: 'lists of webhooks and variables' },
  'role-applications': { one: 'role’s applications', many: 'roles’ applications' },
  'role-members': { one: 'role’s members', many: 'roles’ members' },
  records: { one: 'application record', many: 'application records' },
  scripts: { one: 'script', many: 'scripts' },
  certificates: { one: 'certificate', many: 'certificates' },
  icons: { one: 'icon', many: 'icons' },
};

export function kindName(kind: OfflineKind, count: number): string {
  return plural(count, { one: nouns[kind].one, other: nouns[kind].many });
}

/** `Application records`, as a table heading. */
export function kindTitle(kind: OfflineKind): string {
  return capitalized(nouns[kind].many);
}

/** In the order of syncing. */
export function inOrder(kinds: readonly OfflineKindState[]): readonly OfflineKindState[] {
  return offlineKinds.flatMap((kind) => kinds.filter((state) => state.kind === kind));
}

/** The kind being synced; undefined if none is. */
export function runningKind({ isRunning, kinds }: OfflineStatus): OfflineKindState | undefined {
  return isRunning
    ? (kinds.find(({ done, failed, total }) => done + failed < total) ?? kinds.at(-1))
    : undefined;
}

/** `412 of 2,000 scripts` */
export function progressLabel({ kind, done, failed, total }: OfflineKindState): string {
  return `${formatNumber(done + failed)} of ${formatNumber(total)} ${kindName(kind, total)}`;
}

/** `3 of 2,000 scripts were not read: why`, a line for each incomplete kind. */
export function missingTexts({ kinds }: OfflineStatus): readonly string[] {
  return kinds.flatMap(({ kind, failed, total, error }) => {
    if (error === undefined) return [];
    const what =
      total === 0 || failed === total
        ? `No ${kindName(kind, total === 0 ? 1 : total)} could be read`
        : `${formatNumber(failed)} of ${formatNumber(total)} ${kindName(kind, total)} could not be read`;
    return [`${what}. ${error.message}`];
  });
}

/** Its status as one word for a status dot. */
type OfflineState = 'off' | 'running' | 'stopped' | 'waiting' | 'incomplete' | 'kept';

export function stateOf(status: OfflineStatus | undefined): OfflineState {
  if (status === undefined || !status.isOn) return 'off';
  if (status.isRunning) return 'running';
  if (status.error !== undefined) return 'waiting';
  if (status.isStopped || status.finishedAt === null) return 'stopped';
  return status.kinds.some(({ error }) => error !== undefined) ? 'incomplete' : 'kept';
}
