import { z } from 'zod';
import type { Database } from '../../platform/storage/database.ts';
import { jsonColumn, parseRow, transaction } from '../../platform/storage/database.ts';
import type { OwnChanges } from './own-changes.ts';
import { createOwnChanges } from './own-changes.ts';
import type { SeenItems, StoredSeen } from './seen-items.ts';
import { createSeenItems } from './seen-items.ts';
import { readState } from './state-column.ts';

export interface StoredDrift {
  readonly kind: string;
  readonly targetId: string;
  readonly seenId: string;
  readonly difference: 'added' | 'removed' | 'changed';
  readonly name: string;
  readonly about: string;
  readonly summary: string;
  readonly kindVersion: number;
  /** Null for none. */
  readonly before: unknown;
  readonly after: unknown;
  readonly keyId: string;
  readonly seenAt: number;
  readonly readAt: number;
  readonly changedAt: number | null;
  /** Empty if no event names a person. */
  readonly changedBy: string;
}

export interface Look {
  readonly kind: string;
  /** Milliseconds since the epoch. */
  readonly readAt: number;
  /** Items whose state wasn't read. */
  readonly notCompared: number;
  /** Items whose seen state can't be read here: it is left unchanged. */
  readonly unreadable: number;
}

/** The result of checking a kind. All of it is stored, or nothing. */
export interface FoundDrift {
  readonly look: Look;
  readonly drifts: readonly Omit<StoredDrift, 'kind' | 'readAt'>[];
  readonly seen: readonly StoredSeen[];
  readonly forgotten: readonly string[];
  /** Items that were compared. */
  readonly compared: readonly string[];
  /** Items that weren't compared: earlier results for them stay. */
  readonly notRead: ReadonlySet<string>;
}

export interface DriftStore extends SeenItems, OwnChanges {
  looks(tenantId: string): Look[];
  /** Ordered by time of change, newest first; unknown times last. */
  drifts(tenantId: string): StoredDrift[];
  note(tenantId: string, found: FoundDrift): void;
  /** Marks what was found as seen; without keys, for all kinds. */
  markSeen(tenantId: string, keys?: readonly { readonly kind: string; readonly targetId: string }[]): void;
}

const driftRow = z.object({
  kind: z.string(),
  targetId: z.string(),
  seenId: z.string(),
  difference: z.enum(['added', 'removed', 'changed']),
  name: z.string(),
  about: z.string(),
  summary: z.string(),
  kindVersion: z.number().int(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  keyId: z.string(),
  seenAt: z.number().int(),
  readAt: z.number().int(),
  changedAt: z.number().int().nullable(),
  changedBy: z.string(),
});
const lookRow = z.object({
  kind: z.string(),
  readAt: z.number().int(),
  notCompared: z.number().int(),
  unreadable: z.number().int(),
});
export function createDriftStore(database: Database): DriftStore {
  const seenItems = createSeenItems(database);
  const selectLooks = database.prepare(
    'SELECT kind, read_at AS readAt, not_compared AS notCompared, unreadable FROM drift_looks WHERE tenant_id = ?',
  );
  const upsertLook = database.prepare(
    `INSERT OR REPLACE INTO drift_looks (tenant_id, kind, read_at, not_compared, unreadable)
     VALUES (?, ?, ?, ?, ?)`,
  );
  const selectDrifts = database.prepare(
    `SELECT kind, target_id AS targetId, seen_id AS seenId, difference, name, about, summary,
       kind_version AS kindVersion, before, after, key_id AS keyId, seen_at AS seenAt, read_at AS readAt,
       changed_at AS changedAt, changed_by AS changedBy
     FROM drifted_things WHERE tenant_id = ? ORDER BY coalesce(changed_at, seen_at) DESC, kind, name`,
  );
  const removeDrift = database.prepare(
    'DELETE FROM drifted_things WHERE tenant_id = ? AND kind = ? AND target_id = ?',
  );
  const insertDrift = database.prepare(
    `INSERT INTO drifted_things (tenant_id, kind, target_id, seen_id, difference, name, about, summary,
       kind_version, before, after, key_id, seen_at, read_at, changed_at, changed_by)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const drifts = (tenantId: string): StoredDrift[] =>
    selectDrifts.all(tenantId).map((row) => {
      const { before, after, ...others } = parseRow(driftRow, row);
      // If a state can't be read, the differences aren't known; that it differs is.
      const [was, is] = [readState(before), readState(after)];
      return { ...others, before: was?.state ?? null, after: is?.state ?? null };
    });

  return {
    ...seenItems,
    ...createOwnChanges(database),
    drifts,
    looks: (tenantId) => selectLooks.all(tenantId).map((row) => parseRow(lookRow, row)),
    note(tenantId, { look, drifts: found, seen, forgotten, compared, notRead }) {
      const { kind, readAt } = look;
      transaction(database, () => {
        const stay = new Set<string>();
        for (const drift of drifts(tenantId)) {
          if (drift.kind !== kind) continue;
          if (notRead.has(drift.targetId) && drift.difference !== 'removed') stay.add(drift.targetId);
          else removeDrift.run(tenantId, kind, drift.targetId);
        }
        for (const id of forgotten) seenItems.removeSeen(tenantId, kind, id);
        for (const item of seen) seenItems.writeSeen(tenantId, kind, item);
        for (const id of compared) seenItems.noteRead(readAt, tenantId, kind, id);
        for (const drift of found) {
          // An earlier result from a full read contains more than one from the list.
          if (stay.has(drift.targetId)) continue;
          const { targetId, seenId, difference, name, about, summary, kindVersion } = drift;
          const { before, after, keyId, seenAt, changedAt, changedBy } = drift;
          insertDrift.run(
            ...[tenantId, kind, targetId, seenId, difference, name, about, summary, kindVersion],
            ...[jsonColumn(before), jsonColumn(after), keyId, seenAt, readAt, changedAt, changedBy],
          );
        }
        upsertLook.run(tenantId, kind, readAt, look.notCompared, look.unreadable);
      });
    },
    markSeen(tenantId, keys) {
      transaction(database, () => {
        for (const drift of drifts(tenantId)) {
          const { kind, targetId, seenId, name, about, kindVersion, after, keyId, readAt, difference } =
            drift;
          if (keys?.some((key) => key.kind === kind && key.targetId === targetId) === false) continue;
          seenItems.removeSeen(tenantId, kind, seenId);
          // Seen as it was read: own changes after that are still to be added to it.
          if (difference !== 'removed') {
            const item = { targetId, name, about, kindVersion, state: after, keyId };
            seenItems.writeSeen(tenantId, kind, { ...item, seenAt: readAt, readAt });
          }
          removeDrift.run(tenantId, kind, targetId);
        }
      });
    },
  };
}
