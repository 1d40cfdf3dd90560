import type { Emit } from '../../../contract/bridge/events.ts';
import type { SessionState } from '../../../contract/tenants/session.ts';
import type { TenantDirectory } from '../directory/tenant-directory.ts';
import type { SessionEntry } from './session-entry.ts';
import { newEntry, stateOf } from './session-entry.ts';

/** The sessions of all tenants, one entry for each. */
export interface SessionEntries {
  /** Throws `not-found` for a tenant that there is not. */
  of(tenantId: string): SessionEntry;
  all(): readonly SessionEntry[];
  remove(tenantId: string): void;
  /** Emits the state of an entry, unless it was removed meanwhile. */
  announce(entry: SessionEntry): SessionState;
}

export function createSessionEntries(tenants: TenantDirectory, emit: Emit): SessionEntries {
  const entries = new Map<string, SessionEntry>();
  return {
    of(tenantId) {
      tenants.get(tenantId);
      const entry = entries.get(tenantId) ?? newEntry(tenantId);
      entries.set(tenantId, entry);
      return entry;
    },
    all: () => [...entries.values()],
    remove: (tenantId) => void entries.delete(tenantId),
    announce(entry) {
      const state = stateOf(entry);
      if (entries.get(entry.tenantId) === entry) emit('session.changed', state);
      return state;
    },
  };
}
