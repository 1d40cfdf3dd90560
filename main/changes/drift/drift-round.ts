import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import type { TenantDirectory } from '../../tenants/directory/tenant-directory.ts';
import type { ComparedItem } from '../kind/compared.ts';
import type { EventsByItem } from './events-by-item.ts';

/** What a look and the pages that follow it have in common. */
export interface DriftRound {
  readonly tenant: TenantProfile;
  readonly events: EventsByItem;
  /** All things, and those that were read in it, by the first kind of their group. */
  readonly lists: Map<string, readonly ComparedItem[]>;
  readonly done: Map<string, Set<string>>;
  /** Stored things that cannot be read, by kind. */
  readonly unreadable: Map<string, Set<string>>;
  /** Another look begins: what this one still reads is not written. */
  cancel(): void;
  isOver(): boolean;
}

export interface RoundParts {
  readonly tenants: TenantDirectory;
  /** Ends what runs in the background. */
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
