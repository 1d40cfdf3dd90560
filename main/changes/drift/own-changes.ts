import { z } from 'zod';
import type { Database } from '../../platform/storage/database.ts';
import { parseRow } from '../../platform/storage/database.ts';
import type { OwnChange } from './compare-seen.ts';
import { readState } from './state-column.ts';

export type StoredOwnChange = OwnChange & { readonly kindVersion: number };

export interface OwnChanges {
  /** Changes applied with Tenant Desk since then, in order, by kind. */
  ownChanges(tenantId: string, since: number): ReadonlyMap<string, readonly StoredOwnChange[]>;
}

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

export function createOwnChanges(database: Database): OwnChanges {
  const selectOwn = database.prepare(
    `SELECT i.kind, i.kind_version AS kindVersion, i.verb, i.planned_target_id AS fromId,
       CASE i.target_id WHEN '' THEN i.planned_target_id ELSE i.target_id END AS targetId,
       i.before, i.after, i.settled_at AS at
     FROM plan_items i JOIN plans p ON p.id = i.plan_id
     WHERE p.tenant_id = ? AND i.state IN ('verified', 'accepted', 'taken-back') AND i.verb <> 'run' AND i.settled_at > ?
     ORDER BY i.settled_at, i.sequence`,
  );

  return {
    ownChanges(tenantId, since) {
      const own = selectOwn.all(tenantId, since).flatMap((row) => {
        const { before, after, ...others } = parseRow(ownRow, row);
        const [was, is] = [readState(before), readState(after)];
        return was === undefined || is === undefined
          ? []
          : [{ ...others, before: was.state, after: is.state }];
      });
      return Map.groupBy(own, ({ kind }) => kind);
    },
  };
}
