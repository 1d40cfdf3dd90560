import { z } from 'zod';
import type { VersionSource, VersionSummary } from '../../../contract/changes/versions.ts';
import { versionSourceSchema } from '../../../contract/changes/versions.ts';
import type { Database } from '../../platform/storage/database.ts';
import { parseRow, transaction } from '../../platform/storage/database.ts';
import { selectEarlierIds } from '../record/target-successors.ts';

export interface VersionTarget {
  readonly tenantId: string;
  readonly kind: string;
  readonly targetId: string;
}

export interface StoredVersion extends VersionSummary {
  readonly kind: string;
  readonly kindVersion: number;
  /** JSON of the state. */
  readonly state: string;
}

export type NewVersion = Omit<StoredVersion, 'id' | 'kind'>;

/** Sizes are characters of JSON. */
export interface VersionLimits {
  readonly maxPerItem: number;
  readonly sizeOfOne: number;
  readonly sizeOfAll: number;
}

export const versionLimits: VersionLimits = {
  maxPerItem: 200,
  sizeOfOne: 20_000_000,
  sizeOfAll: 200_000_000,
};

/** Versions on disk. An item is found under every ID that it has had. */
export interface VersionStore {
  /** Adds it, and deletes the oldest versions that exceed the limits for this item and in total. */
  add(target: VersionTarget, version: NewVersion): void;
  /** Updates the origin of a version that was stored before it was known. */
  restate(id: number, origin: Omit<VersionSummary, 'id'>): void;
  /** Newest first. */
  list(target: VersionTarget): VersionSummary[];
  newest(target: VersionTarget, sources: readonly VersionSource[]): StoredVersion | undefined;
  get(tenantId: string, id: number): StoredVersion | undefined;
}

const summaryRow = z.object({
  id: z.number().int(),
  source: versionSourceSchema,
  author: z.string(),
  notedAt: z.number().int(),
  planId: z.string().nullable(),
});
const versionRow = summaryRow.extend({ kind: z.string(), kindVersion: z.number().int(), state: z.string() });

const summaryColumns = 'id, source, author, noted_at AS notedAt, plan_id AS planId';
const columns = `${summaryColumns}, kind, kind_version AS kindVersion, state`;
const ofTarget = `tenant_id = :tenant AND kind = :kind AND target_id IN (${selectEarlierIds})`;

export function createVersionStore(
  database: Database,
  { maxPerItem, sizeOfOne, sizeOfAll }: VersionLimits = versionLimits,
): VersionStore {
  const insert = database.prepare(
    `INSERT INTO target_versions
       (tenant_id, kind, target_id, kind_version, state, size, source, author, noted_at, plan_id)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const restate = database.prepare(
    'UPDATE target_versions SET source = ?, author = ?, noted_at = ?, plan_id = ? WHERE id = ?',
  );
  const selectOf = database.prepare(
    `SELECT ${summaryColumns} FROM target_versions WHERE ${ofTarget} ORDER BY id DESC`,
  );
  const selectNewest = database.prepare(
    `SELECT ${columns} FROM target_versions WHERE ${ofTarget}
       AND source IN (SELECT value FROM json_each(:sources)) ORDER BY id DESC LIMIT 1`,
  );
  const selectOne = database.prepare(`SELECT ${columns} FROM target_versions WHERE tenant_id = ? AND id = ?`);
  const pruneOne = database.prepare(
    `DELETE FROM target_versions WHERE id IN (
       SELECT id FROM (
         SELECT id, row_number() OVER newest AS place, sum(size) OVER newest AS total FROM target_versions
         WHERE ${ofTarget} WINDOW newest AS (ORDER BY id DESC))
       WHERE place > 1 AND (place > :count OR total > :size))`,
  );
  const pruneAll = database.prepare(
    `DELETE FROM target_versions WHERE id IN (
       SELECT id FROM (SELECT id, sum(size) OVER (ORDER BY id DESC) AS total FROM target_versions)
       WHERE total > ?)`,
  );
  const sizeRow = z.object({ size: z.number() });
  const selectSize = database.prepare('SELECT coalesce(sum(size), 0) AS size FROM target_versions');
  /** An upper bound: counted again only when it seems to exceed the limit. */
  let size = parseRow(sizeRow, selectSize.get()).size;

  const named = ({ tenantId, kind, targetId }: VersionTarget) => ({
    tenant: tenantId,
    kind,
    id: targetId,
  });

  return {
    add(target, { kindVersion, state, source, author, notedAt, planId }) {
      const { tenantId, kind, targetId } = target;
      transaction(database, () => {
        insert.run(
          tenantId,
          kind,
          targetId,
          kindVersion,
          state,
          state.length,
          source,
          author,
          notedAt,
          planId,
        );
        pruneOne.run({ ...named(target), count: maxPerItem, size: sizeOfOne });
        size += state.length;
        if (size <= sizeOfAll) return;
        pruneAll.run(sizeOfAll);
        size = parseRow(sizeRow, selectSize.get()).size;
      });
    },
    restate: (id, { source, author, notedAt, planId }) =>
      void restate.run(source, author, notedAt, planId, id),
    list: (target) => selectOf.all(named(target)).map((row) => parseRow(summaryRow, row)),
    newest(target, sources) {
      const row = selectNewest.get({ ...named(target), sources: JSON.stringify(sources) });
      return row === undefined ? undefined : parseRow(versionRow, row);
    },
    get(tenantId, id) {
      const row = selectOne.get(tenantId, id);
      return row === undefined ? undefined : parseRow(versionRow, row);
    },
  };
}
