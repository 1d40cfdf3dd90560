import { z } from 'zod';
import type { Database } from '../../platform/storage/database.ts';
import { readItemRowOrStub } from './plan-record.ts';
import type { TargetSuccessors } from './target-successors.ts';

/** The result of a save of a draft that was applied. */
export interface AppliedDraft {
  /** The current ID of its item. */
  readonly targetId: string;
  /** The applied state, in the format that its kind had in that version. */
  readonly state: unknown;
  readonly kindVersion: number;
}

export interface AppliedDrafts {
  /** Undefined if this save wasn't applied. A revision is never reused, so the ID isn't needed. */
  appliedDraft(tenantId: string, kind: string, revision: number): AppliedDraft | undefined;
  /** Drafts that were applied since then (milliseconds since the epoch) and not undone, newest first. */
  draftsAppliedSince(since: number): RecentlyApplied[];
}

/** Each is shown as a row: larger runs are shown in the history. */
const maxRecent = 50;

const recentRow = z.object({
  tenantId: z.string(),
  planId: z.string(),
  kind: z.string(),
  targetId: z.string(),
  title: z.string(),
  appliedAt: z.number().int(),
});

export type RecentlyApplied = z.infer<typeof recentRow>;

export function createAppliedDrafts(
  database: Database,
  { currentId }: Pick<TargetSuccessors, 'currentId'>,
): AppliedDrafts {
  // The newest first, because a window asks for a draft that was applied while it was still being typed in.
  const selectApplied = database.prepare(
    `SELECT i.* FROM plan_items i JOIN plans p ON p.id = i.plan_id
     WHERE p.tenant_id = ? AND i.kind = ? AND i.state IN ('verified', 'accepted', 'unchanged')
       AND CASE WHEN json_valid(i.draft) THEN CAST(i.draft ->> '$.revision' AS INTEGER) END = ?
     ORDER BY i.sequence DESC LIMIT 1`,
  );

  // Plans are found by the time they were started: the last item of a plan takes less than an hour.
  const selectRecent = database.prepare(
    `SELECT p.tenant_id AS tenantId, p.id AS planId, i.kind, i.target_id AS targetId, i.target_name AS title,
       i.settled_at AS appliedAt
     FROM plans p JOIN plan_items i ON i.plan_id = p.id
     WHERE p.state IN ('open', 'finished') AND p.applied_at >= ?1 - 3600000
       AND i.state IN ('verified', 'accepted') AND i.settled_at >= ?1 AND i.undone_by IS NULL
       AND CASE WHEN json_valid(i.draft) THEN json_type(i.draft) END = 'object'
     ORDER BY i.settled_at DESC, i.sequence DESC LIMIT ${maxRecent}`,
  );

  return {
    draftsAppliedSince: (since) =>
      selectRecent.all(since).flatMap((row) => {
        const { success, data } = recentRow.safeParse(row);
        if (!success) return [];
        return [{ ...data, targetId: data.targetId && currentId(data.tenantId, data.targetId) }];
      }),
    appliedDraft(tenantId, kind, revision) {
      const row = selectApplied.get(tenantId, kind, revision);
      if (row === undefined) return undefined;
      const item = readItemRowOrStub(row);
      if (item.after === null || item.targetId === '') return undefined;
      return {
        targetId: currentId(tenantId, item.targetId),
        state: item.after,
        kindVersion: item.kindVersion,
      };
    },
  };
}
