import type { ChangeRequest, Edit } from '../../contract/changes/changes.ts';
import type { Desk } from '../../contract/bridge/desk.ts';
import type { DraftKey } from '../../contract/changes/drafts.ts';
import type { PendingAssignment, AssignmentsDraft } from '../../contract/roles/roles.ts';
import { assignmentKindName, assignmentTarget } from '../../contract/roles/assignment-target.ts';
import type { Review } from './review.svelte.ts';

/** The review of pending assignments: each cell is a separate change. */
export function assignmentRequest(cells: readonly PendingAssignment[]): ChangeRequest {
  return { from: 'edits', edits: assignmentEdits(cells) };
}

/** Pending assignments as parts of a change. */
export function assignmentEdits(cells: readonly PendingAssignment[]): Edit[] {
  return cells.map(({ application, role, wanted, base, ...publication }) => ({
    kind: assignmentKindName,
    targetId: assignmentTarget(publication),
    base: { application, role, isPublished: base },
    wanted: { application, role, isPublished: wanted },
  }));
}

/**
 * Reviews that draft outside the views that show its cells. Once all of it is applied it is removed, unless another
 * cell was toggled since: those views show which of the other cells the tenant has.
 */
export async function reviewAssignments(desk: Desk, review: Review, key: DraftKey): Promise<void> {
  const draft = await desk.drafts.get(key);
  if (draft === undefined) return;
  // Main has checked it with the schema of its kind.
  const { cells } = draft.state as AssignmentsDraft;
  await review.open(key.tenantId, assignmentRequest(cells), async () => {
    const now = await desk.drafts.get(key);
    if (now?.revision === draft.revision) await desk.drafts.discard(key);
  });
}
