import { z } from 'zod';
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
  ],
};

export interface StoredSeen {
  readonly targetId: string;
  readonly name: string;
  readonly about: string;
  readonly kindVersion: number;
  /** Undefined where it was never read. */
  readonly state: unknown;
  readonly seenAt: number;
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
}

/** What a look at a kind has found. All of it is written, or nothing. */
export interface FoundDrift {
  readonly look: Look;
  readonly drifts: readonly Omit<StoredDrift, 'kind' | 'readAt'>[];
  readonly seen: readonly StoredSeen[];
  readonly forgotten: readonly string[];
}

export interface DriftStore {
  seen(tenantId: string, kind: string): StoredSeen[];
  /** When the thing was seen that was seen longest ago; undefined where none was. */
  oldestSeen(tenantId: string): number | undefined;
  looks(tenantId: string): Look[];
  /** In the order in which they were changed, the newest first; what is not known is last. */
  drifts(tenantId: string): StoredDrift[];
  note(tenantId: string, found: FoundDrift): void;
  /** What was found becomes what was seen; of all kinds without keys. */
  markSeen(tenantId: string, keys?: readonly { readonly kind: string; readonly targetId: string }[]): void;
  /** What was applied from here since then, in its order, by kind. */
  ownChanges(tenantId: string, since: number): ReadonlyMap<string, readonly OwnChange[]>;
}

const seenRow = z.object({
  targetId: z.string(),
  name: z.string(),
  about: z.string(),
  kindVersion: z.number().int(),
  state: z.string().nullable(),
  seenAt: z.number().int(),
});
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
  seenAt: z.number().int(),
  readAt: z.number().int(),
  changedAt: z.number().int().nullable(),
  changedBy: z.string(),
});
const oldestRow = z.object({ oldest: z.number().int().nullable() });
const lookRow = z.object({ kind: z.string(), readAt: z.number().int(), notCompared: z.number().int() });
const ownRow = z.object({
  kind: z.string(),
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

export function createDriftStore(database: Database): DriftStore {
  const selectSeen = database.prepare(
    `SELECT target_id AS targetId, name, about, kind_version AS kindVersion, state, seen_at AS seenAt
     FROM seen_things WHERE tenant_id = ? AND kind = ?`,
  );
  const upsertSeen = database.prepare(
    `INSERT OR REPLACE INTO seen_things (tenant_id, kind, target_id, name, about, kind_version, state, seen_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const removeSeen = database.prepare(
    'DELETE FROM seen_things WHERE tenant_id = ? AND kind = ? AND target_id = ?',
  );
  const selectOldest = database.prepare('SELECT min(seen_at) AS oldest FROM seen_things WHERE tenant_id = ?');
  const selectLooks = database.prepare(
    'SELECT kind, read_at AS readAt, not_compared AS notCompared FROM drift_looks WHERE tenant_id = ?',
  );
  const upsertLook = database.prepare(
    'INSERT OR REPLACE INTO drift_looks (tenant_id, kind, read_at, not_compared) VALUES (?, ?, ?, ?)',
  );
  const selectDrifts = database.prepare(
    `SELECT kind, target_id AS targetId, seen_id AS seenId, difference, name, about, summary,
       kind_version AS kindVersion, before, after, seen_at AS seenAt, read_at AS readAt,
       changed_at AS changedAt, changed_by AS changedBy
     FROM drifted_things WHERE tenant_id = ? ORDER BY coalesce(changed_at, seen_at) DESC, kind, name`,
  );
  const removeDrifts = database.prepare('DELETE FROM drifted_things WHERE tenant_id = ? AND kind = ?');
  const removeDrift = database.prepare(
    'DELETE FROM drifted_things WHERE tenant_id = ? AND kind = ? AND target_id = ?',
  );
  const insertDrift = database.prepare(
    `INSERT INTO drifted_things (tenant_id, kind, target_id, seen_id, difference, name, about, summary,
       kind_version, before, after, seen_at, read_at, changed_at, changed_by)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const selectOwn = database.prepare(
    `SELECT i.kind, i.verb, i.planned_target_id AS fromId,
       CASE i.target_id WHEN '' THEN i.planned_target_id ELSE i.target_id END AS targetId,
       i.before, i.after, i.settled_at AS at
     FROM plan_items i JOIN plans p ON p.id = i.plan_id
     WHERE p.tenant_id = ? AND i.state IN ('verified', 'taken-back') AND i.verb <> 'run' AND i.settled_at > ?
     ORDER BY i.settled_at, i.sequence`,
  );

  const drifts = (tenantId: string): StoredDrift[] =>
    selectDrifts.all(tenantId).map((row) => {
      const { before, after, ...others } = parseRow(driftRow, row);
      return { ...others, before: read(before), after: read(after) };
    });

  function writeSeen(tenantId: string, kind: string, thing: StoredSeen): void {
    const { targetId, name, about, kindVersion, state, seenAt } = thing;
    upsertSeen.run(tenantId, kind, targetId, name, about, kindVersion, written(state), seenAt);
  }

  return {
    drifts,
    seen: (tenantId, kind) =>
      selectSeen.all(tenantId, kind).map((row) => {
        const { state, ...others } = parseRow(seenRow, row);
        return { ...others, state: read(state) ?? undefined };
      }),
    oldestSeen: (tenantId) => parseRow(oldestRow, selectOldest.get(tenantId)).oldest ?? undefined,
    looks: (tenantId) => selectLooks.all(tenantId).map((row) => parseRow(lookRow, row)),
    note(tenantId, { look, drifts: found, seen, forgotten }) {
      const { kind, readAt } = look;
      transaction(database, () => {
        removeDrifts.run(tenantId, kind);
        for (const id of forgotten) removeSeen.run(tenantId, kind, id);
        for (const thing of seen) writeSeen(tenantId, kind, thing);
        for (const drift of found) {
          const { targetId, seenId, difference, name, about, summary, kindVersion } = drift;
          const { before, after, seenAt, changedAt, changedBy } = drift;
          insertDrift.run(
            ...[tenantId, kind, targetId, seenId, difference, name, about, summary, kindVersion],
            ...[written(before), written(after), seenAt, readAt, changedAt, changedBy],
          );
        }
        upsertLook.run(tenantId, kind, readAt, look.notCompared);
      });
    },
    markSeen(tenantId, keys) {
      transaction(database, () => {
        for (const drift of drifts(tenantId)) {
          const { kind, targetId, seenId, name, about, kindVersion, after, readAt, difference } = drift;
          if (keys?.some((key) => key.kind === kind && key.targetId === targetId) === false) continue;
          removeSeen.run(tenantId, kind, seenId);
          // Seen as it was read: what was applied from here after that is still to be added to it.
          if (difference !== 'removed') {
            const seenAt = readAt;
            writeSeen(tenantId, kind, { targetId, name, about, kindVersion, state: after, seenAt });
          }
          removeDrift.run(tenantId, kind, targetId);
        }
      });
    },
    ownChanges(tenantId, since) {
      const own = selectOwn.all(tenantId, since).map((row) => {
        const { before, after, ...others } = parseRow(ownRow, row);
        return { ...others, before: read(before), after: read(after) };
      });
      return Map.groupBy(own, ({ kind }) => kind);
    },
  };
}
