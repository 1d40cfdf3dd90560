import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import type { TenantDirectory } from '../../tenants/directory/tenant-directory.ts';
import type { ComparedItem } from '../kind/compared.ts';
import type { EventsByItem } from './events-by-item.ts';

/** What a check and the pages that follow it share. */
export interface DriftRound {
  readonly tenant: TenantProfile;
  readonly events: EventsByItem;
  /** All items, and those that were read in this round, by the first kind of their group. */
  readonly lists: Map<string, readonly ComparedItem[]>;
  readonly done: Map<string, Set<string>>;
  /** Stored items that can't be read, by kind. */
  readonly unreadable: Map<string, Set<string>>;
  /** Another check starts: what this one still reads isn't stored. */
  cancel(): void;
  isOver(): boolean;
}

export interface RoundParts {
  readonly tenants: TenantDirectory;
  /** Ends background work. */
  readonly stopped: AbortSignal;
}

export function createDriftRound(
  { tenants, stopped }: RoundParts,
  about: Pick<DriftRound, 'tenant' | 'events'>,
): DriftRound {
  let isCanceled = false;
  return {
    ...about,
    ...{ lists: new Map(), done: new Map(), unreadable: new Map() },
    cancel() {
      isCanceled = true;
    },
    isOver: () => isCanceled || stopped.aborted || !tenants.list().some(({ id }) => id === about.tenant.id),
  };
}
