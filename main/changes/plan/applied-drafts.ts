import type { Database } from '../../platform/storage/database.ts';
import { readItemRowOrStub } from './plan-record.ts';
import type { TargetSuccessors } from './target-successors.ts';

/** What became of a save of a draft that a plan was made of. */
export interface AppliedDraft {
  /** Under which its thing is known now. */
  readonly targetId: string;
  /** What the tenant has of it, in the shape that its kind had in that version. */
  readonly state: unknown;
  readonly kindVersion: number;
}

export interface AppliedDrafts {
  /** Undefined where this save was not applied. A revision is never used twice, so that the identifier is not asked for. */
  appliedDraft(tenantId: string, kind: string, revision: number): AppliedDraft | undefined;
}

export function createAppliedDrafts(
  database: Database,
  { currentId }: Pick<TargetSuccessors, 'currentId'>,
): AppliedDrafts {
  // The newest first: who asks has typed on while it was applied, a moment ago.
  const selectApplied = database.prepare(
    `SELECT i.* FROM plan_items i JOIN plans p ON p.id = i.plan_id
     WHERE p.tenant_id = ? AND i.kind = ? AND i.state IN ('verified', 'unchanged')
       AND CASE WHEN json_valid(i.draft) THEN CAST(i.draft ->> '$.revision' AS INTEGER) END = ?
     ORDER BY i.sequence DESC LIMIT 1`,
  );

  return {
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
