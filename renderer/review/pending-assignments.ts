import type { Desk } from '../../contract/bridge/desk.ts';
import { assignmentsDraft } from '../../contract/roles/assignments-draft.ts';
import type { AssignmentsDraft, PendingAssignment } from '../../contract/roles/roles.ts';
import { assignmentTarget } from '../../contract/roles/assignment-target.ts';

/**
 * Removes cells from the draft of assignments, which has those of all applications. A cell that was toggled again since stays.
 * Rejects if another window saves it at the same time.
 */
export async function removePending(
  desk: Pick<Desk, 'drafts'>,
  tenantId: string,
  cells: readonly PendingAssignment[],
): Promise<void> {
  const removed = new Map(cells.map((cell) => [assignmentTarget(cell), cell.wanted]));
  await rewrite(desk, tenantId, (all) =>
    all.filter((cell) => removed.get(assignmentTarget(cell)) !== cell.wanted),
  );
}

/** Adds cells again; those that were toggled since stay unchanged. */
export async function restorePending(
  desk: Pick<Desk, 'drafts'>,
  tenantId: string,
  cells: readonly PendingAssignment[],
): Promise<void> {
  await rewrite(desk, tenantId, (all) => {
    const known = new Set(all.map(assignmentTarget));
    return [...all, ...cells.filter((cell) => !known.has(assignmentTarget(cell)))];
  });
}

async function rewrite(
  { drafts }: Pick<Desk, 'drafts'>,
  tenantId: string,
  change: (cells: readonly PendingAssignment[]) => readonly PendingAssignment[],
): Promise<void> {
  const key = { tenantId, ...assignmentsDraft };
  const draft = await drafts.get(key);
  // Main has checked it with the schema of its kind.
  const cells = draft === undefined ? [] : (draft.state as AssignmentsDraft).cells;
  const left = change(cells);
  if (left.length === cells.length) return;
  if (left.length === 0) await drafts.discard(key);
  else {
    const revision = draft?.revision ?? null;
    await drafts.save({ ...key, state: { cells: [...left] }, base: draft?.base ?? { cells: [] }, revision });
  }
}
