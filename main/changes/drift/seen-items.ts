import { z } from 'zod';
import type { Database } from '../../platform/storage/database.ts';
import { jsonColumn, parseRow, transaction } from '../../platform/storage/database.ts';
import { readState } from './state-column.ts';

export interface StoredSeen {
  readonly targetId: string;
  readonly name: string;
  readonly about: string;
  readonly kindVersion: number;
  /** Undefined if it was never read. */
  readonly state: unknown;
  /** The key that its secrets were hidden with; empty if there are none, or if it isn't known. */
  readonly keyId: string;
  readonly seenAt: number;
  /** When it was last compared; 0 for never. */
  readonly readAt: number;
}

/** A stored item without its state: the states of a large tenant are many megabytes, and a check needs only a page of them. */
export type StoredSeenState = Omit<StoredSeen, 'state'>;

/** Undefined if it was never read. One that is damaged on disk is one bad item, and not a bad list. */
export interface StoredState {
  readonly state: unknown;
  readonly isDamaged: boolean;
}

/** What a person has seen of each tenant. */
export interface SeenItems {
  seen(tenantId: string, kind: string): StoredSeenState[];
  seenState(tenantId: string, kind: string, targetId: string): StoredState;
  /** When the item was seen that was seen longest ago; undefined if there is none. */
  oldestSeen(tenantId: string): number | undefined;
  /** Clears the states of these items: the next check takes them as they are. */
  clearStates(tenantId: string, kind: string, ids: readonly string[]): void;
  writeSeen(tenantId: string, kind: string, item: StoredSeen): void;
  noteRead(readAt: number, tenantId: string, kind: string, targetId: string): void;
  removeSeen(tenantId: string, kind: string, targetId: string): void;
}

const seenRow = z.object({
  targetId: z.string(),
  name: z.string(),
  about: z.string(),
  kindVersion: z.number().int(),
  keyId: z.string(),
  seenAt: z.number().int(),
  readAt: z.number().int(),
});
const stateRow = z.object({ state: z.string().nullable() });
const oldestRow = z.object({ oldest: z.number().int().nullable() });

export function createSeenItems(database: Database): SeenItems {
  const selectSeen = database.prepare(
    `SELECT target_id AS targetId, name, about, kind_version AS kindVersion, key_id AS keyId,
       seen_at AS seenAt, read_at AS readAt
     FROM seen_things WHERE tenant_id = ? AND kind = ?`,
  );
  const selectState = database.prepare(
    'SELECT state FROM seen_things WHERE tenant_id = ? AND kind = ? AND target_id = ?',
  );
  const upsertSeen = database.prepare(
    `INSERT OR REPLACE INTO seen_things (tenant_id, kind, target_id, name, about, kind_version, state, key_id,
       seen_at, read_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const noteRead = database.prepare(
    'UPDATE seen_things SET read_at = ? WHERE tenant_id = ? AND kind = ? AND target_id = ?',
  );
  const clearState = database.prepare(
    'UPDATE seen_things SET state = NULL WHERE tenant_id = ? AND kind = ? AND target_id = ?',
  );
  const removeSeen = database.prepare(
    'DELETE FROM seen_things WHERE tenant_id = ? AND kind = ? AND target_id = ?',
  );
  const selectOldest = database.prepare('SELECT min(seen_at) AS oldest FROM seen_things WHERE tenant_id = ?');

  return {
    seen: (tenantId, kind) => selectSeen.all(tenantId, kind).map((row) => parseRow(seenRow, row)),
    seenState(tenantId, kind, targetId) {
      const row = selectState.get(tenantId, kind, targetId);
      const known = row === undefined ? { state: null } : readState(parseRow(stateRow, row).state);
      return { state: known?.state ?? undefined, isDamaged: known === undefined };
    },
    oldestSeen: (tenantId) => parseRow(oldestRow, selectOldest.get(tenantId)).oldest ?? undefined,
    clearStates(tenantId, kind, ids) {
      transaction(database, () => {
        for (const id of ids) clearState.run(tenantId, kind, id);
      });
    },
    writeSeen(tenantId: string, kind: string, item: StoredSeen): void {
      const { targetId, name, about, kindVersion, state, keyId, seenAt, readAt } = item;
      upsertSeen.run(
        ...[tenantId, kind, targetId, name, about, kindVersion, jsonColumn(state), keyId, seenAt, readAt],
      );
    },
    noteRead: (readAt, tenantId, kind, targetId) => void noteRead.run(readAt, tenantId, kind, targetId),
    removeSeen: (tenantId, kind, targetId) => void removeSeen.run(tenantId, kind, targetId),
  };
}
