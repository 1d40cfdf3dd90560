import { z } from 'zod';
import { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import type { Database } from '../../platform/storage/database.ts';
import { parseJsonColumn, parseRow, transaction } from '../../platform/storage/database.ts';
import type { SchemaSteps } from '../../platform/storage/schema-steps.ts';
import type { OwnChange } from './compare-seen.ts';

/**
 * What a person has seen of each tenant, and what was found to differ from it. States of kinds hold placeholders in the place of
 * credentials, and so do these rows.
 */
export const driftSchemaSteps: SchemaSteps = {
  noun: 'drift',
  records: { seen_things: 'things that were seen', drifted_things: 'changes by others' },
  steps: [
    `CREATE TABLE seen_things (
       tenant_id TEXT NOT NULL,
       kind TEXT NOT NULL,
       target_id TEXT NOT NULL,
       name TEXT NOT NULL,
       about TEXT NOT NULL,
       kind_version INTEGER NOT NULL,
       -- Null where it was never read.
       state TEXT,
       seen_at INTEGER NOT NULL,
       PRIMARY KEY (tenant_id, kind, target_id)
     ) STRICT;
     CREATE TABLE drifted_things (
       tenant_id TEXT NOT NULL,
       kind TEXT NOT NULL,
       target_id TEXT NOT NULL,
       seen_id TEXT NOT NULL,
       difference TEXT NOT NULL,
       name TEXT NOT NULL,
       about TEXT NOT NULL,
       summary TEXT NOT NULL,
       kind_version INTEGER NOT NULL,
       before TEXT,
       after TEXT,
       seen_at INTEGER NOT NULL,
       -- When the tenant was read that showed it.
       read_at INTEGER NOT NULL,
       changed_at INTEGER,
       changed_by TEXT NOT NULL,
       PRIMARY KEY (tenant_id, kind, target_id)
     ) STRICT;
     CREATE TABLE drift_looks (
       tenant_id TEXT NOT NULL,
       kind TEXT NOT NULL,
       read_at INTEGER NOT NULL,
       not_compared INTEGER NOT NULL,
       PRIMARY KEY (tenant_id, kind)
     ) STRICT;
     CREATE TRIGGER drift_goes_with_tenant AFTER DELETE ON tenants
     BEGIN
       DELETE FROM seen_things WHERE tenant_id = OLD.id;
       DELETE FROM drifted_things WHERE tenant_id = OLD.id;
       DELETE FROM drift_looks WHERE tenant_id = OLD.id;
     END`,
    `-- Names the key that secrets in the state were hidden with: those of two keys cannot be compared.
     ALTER TABLE seen_things ADD COLUMN key_id TEXT NOT NULL DEFAULT '';
     -- When it was compared last: of many things some are read in each look, those first that were not for the longest time.
     ALTER TABLE seen_things ADD COLUMN read_at INTEGER NOT NULL DEFAULT 0;
     ALTER TABLE drifted_things ADD COLUMN key_id TEXT NOT NULL DEFAULT '';
     ALTER TABLE drift_looks ADD COLUMN unreadable INTEGER NOT NULL DEFAULT 0`,
  ],
};

export interface StoredSeen {
  readonly targetId: string;
  readonly name: string;
  readonly about: string;
  readonly kindVersion: number;
  /** Undefined where it was never read. */
  readonly state: unknown;
  /** The key that its secrets were hidden with; empty where there are none, or that is not known. */
  readonly keyId: string;
  readonly seenAt: number;
  /** When it was compared last; 0 for never. */
  readonly readAt: number;
}

/** What lies on the disk of a thing, without its state: those of a large tenant are many megabytes, of which a look needs a page. */
export type StoredSeenState = Omit<StoredSeen, 'state'>;

/** Undefined where it was never read. One that is damaged on the disk is one bad thing, and no bad list. */
export interface StoredState {
  readonly state: unknown;
  readonly isDamaged: boolean;
}

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
  /** Empty where no event names a person. */
  readonly changedBy: string;
}

export interface Look {
  readonly kind: string;
  /** Milliseconds since the epoch. */
  readonly readAt: number;
  /** Things whose state was not read. */
  readonly notCompared: number;
  /** Things of which what was seen cannot be read here: it is kept as it is. */
  readonly unreadable: number;
}

/** What a look at a kind has found. All of it is written, or nothing. */
export interface FoundDrift {
  readonly look: Look;
  readonly drifts: readonly Omit<StoredDrift, 'kind' | 'readAt'>[];
  readonly seen: readonly StoredSeen[];
  readonly forgotten: readonly string[];
  /** Things that were compared in it. */
  readonly compared: readonly string[];
  /** Things that were not: what was found of them before stays. */
  readonly kept: ReadonlySet<string>;
}

export type StoredOwnChange = OwnChange & { readonly kindVersion: number };

export interface DriftStore {
  seen(tenantId: string, kind: string): StoredSeenState[];
  seenState(tenantId: string, kind: string, targetId: string): StoredState;
  /** When the thing was seen that was seen longest ago; undefined where none was. */
  oldestSeen(tenantId: string): number | undefined;
  looks(tenantId: string): Look[];
  /** In the order in which they were changed, the newest first; what is not known is last. */
  drifts(tenantId: string): StoredDrift[];
  note(tenantId: string, found: FoundDrift): void;
  /** What was found becomes what was seen; of all kinds without keys. */
  markSeen(tenantId: string, keys?: readonly { readonly kind: string; readonly targetId: string }[]): void;
  /** Nothing is known any more of how these were: the next look takes them as they are. */
  forgetStates(tenantId: string, kind: string, ids: readonly string[]): void;
  /** What was applied from here since then, in its order, by kind. */
  ownChanges(tenantId: string, since: number): ReadonlyMap<string, readonly StoredOwnChange[]>;
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
const oldestRow = z.object({ oldest: z.number().int().nullable() });
const lookRow = z.object({
  kind: z.string(),
  readAt: z.number().int(),
  notCompared: z.number().int(),
  unreadable: z.number().int(),
});
const ownRow = z.object({
  kind: z.string(),
  kindVersion: z.number().int(),
  verb: z.enum(['create', 'update', 'delete']),
  fromId: z.string(),
  targetId: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  at: z.number().int(),
});

const anything = z.unknown();
const read = (text: string | null): unknown => (text === null ? null : parseJsonColumn(anything, text));
const written = (state: unknown): string | null => (state == null ? null : JSON.stringify(state));

/** Undefined for what is damaged on the disk. */
function readable(text: string | null): { readonly state: unknown } | undefined {
  try {
    return { state: read(text) };
  } catch (error) {
    if (error instanceof DeskFailure) return undefined;
    throw error;
  }
}

export function createDriftStore(database: Database): DriftStore {
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
  const forgetState = database.prepare(
    'UPDATE seen_things SET state = NULL WHERE tenant_id = ? AND kind = ? AND target_id = ?',
  );
  const removeSeen = database.prepare(
    'DELETE FROM seen_things WHERE tenant_id = ? AND kind = ? AND target_id = ?',
  );
  const selectOldest = database.prepare('SELECT min(seen_at) AS oldest FROM seen_things WHERE tenant_id = ?');
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
  const selectOwn = database.prepare(
    `SELECT i.kind, i.kind_version AS kindVersion, i.verb, i.planned_target_id AS fromId,
       CASE i.target_id WHEN '' THEN i.planned_target_id ELSE i.target_id END AS targetId,
       i.before, i.after, i.settled_at AS at
     FROM plan_items i JOIN plans p ON p.id = i.plan_id
     WHERE p.tenant_id = ? AND i.state IN ('verified', 'accepted', 'taken-back') AND i.verb <> 'run' AND i.settled_at > ?
     ORDER BY i.settled_at, i.sequence`,
  );

  const drifts = (tenantId: string): StoredDrift[] =>
    selectDrifts.all(tenantId).map((row) => {
      const { before, after, ...others } = parseRow(driftRow, row);
      // In what it differs is not known then; that it does is.
      const [was, is] = [readable(before), readable(after)];
      return { ...others, before: was?.state ?? null, after: is?.state ?? null };
    });

  function writeSeen(tenantId: string, kind: string, thing: StoredSeen): void {
    const { targetId, name, about, kindVersion, state, keyId, seenAt, readAt } = thing;
    upsertSeen.run(
      ...[tenantId, kind, targetId, name, about, kindVersion, written(state), keyId, seenAt, readAt],
    );
  }

  return {
    drifts,
    seen: (tenantId, kind) => selectSeen.all(tenantId, kind).map((row) => parseRow(seenRow, row)),
    seenState(tenantId, kind, targetId) {
      const row = selectState.get(tenantId, kind, targetId);
      const known = row === undefined ? { state: null } : readable(parseRow(stateRow, row).state);
      return { state: known?.state ?? undefined, isDamaged: known === undefined };
    },
    oldestSeen: (tenantId) => parseRow(oldestRow, selectOldest.get(tenantId)).oldest ?? undefined,
    looks: (tenantId) => selectLooks.all(tenantId).map((row) => parseRow(lookRow, row)),
    note(tenantId, { look, drifts: found, seen, forgotten, compared, kept }) {
      const { kind, readAt } = look;
      transaction(database, () => {
        const stay = new Set<string>();
        for (const drift of drifts(tenantId)) {
          if (drift.kind !== kind) continue;
          if (kept.has(drift.targetId) && drift.difference !== 'removed') stay.add(drift.targetId);
          else removeDrift.run(tenantId, kind, drift.targetId);
        }
        for (const id of forgotten) removeSeen.run(tenantId, kind, id);
        for (const thing of seen) writeSeen(tenantId, kind, thing);
        for (const id of compared) noteRead.run(readAt, tenantId, kind, id);
        for (const drift of found) {
          // What was found of it when it was read says more than that it is there.
          if (stay.has(drift.targetId)) continue;
          const { targetId, seenId, difference, name, about, summary, kindVersion } = drift;
          const { before, after, keyId, seenAt, changedAt, changedBy } = drift;
          insertDrift.run(
            ...[tenantId, kind, targetId, seenId, difference, name, about, summary, kindVersion],
            ...[written(before), written(after), keyId, seenAt, readAt, changedAt, changedBy],
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
          removeSeen.run(tenantId, kind, seenId);
          // Seen as it was read: what was applied from here after that is still to be added to it.
          if (difference !== 'removed') {
            const thing = { targetId, name, about, kindVersion, state: after, keyId };
            writeSeen(tenantId, kind, { ...thing, seenAt: readAt, readAt });
          }
          removeDrift.run(tenantId, kind, targetId);
        }
      });
    },
    forgetStates(tenantId, kind, ids) {
      transaction(database, () => {
        for (const id of ids) forgetState.run(tenantId, kind, id);
      });
    },
    ownChanges(tenantId, since) {
      const own = selectOwn.all(tenantId, since).flatMap((row) => {
        const { before, after, ...others } = parseRow(ownRow, row);
        const [was, is] = [readable(before), readable(after)];
        return was === undefined || is === undefined
          ? []
          : [{ ...others, before: was.state, after: is.state }];
      });
      return Map.groupBy(own, ({ kind }) => kind);
    },
  };
}
