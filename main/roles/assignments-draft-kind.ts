import type { AssignmentsDraft } from '../../contract/roles/roles.ts';
import { assignmentsDraft } from '../../contract/roles/assignments-draft.ts';
import { assignmentsDraftSchema } from '../../contract/roles/roles.ts';
import { localDraftKind } from '../changes/kind/kind-table.ts';
import { counted } from '../../languages/text/intl.ts';

/**
 * Pending assignments. A draft of this profile, because a plan is made of its cells and not of
 * the draft: cells that already match the tenant drop out one by one.
 */
export const assignmentsDraftKind = localDraftKind({
  name: assignmentsDraft.kind,
  version: 1,
  state: assignmentsDraftSchema,
  titleOf: ({ cells }: AssignmentsDraft) =>
    titleOf(cells.filter(({ wanted }) => wanted).length, cells.length),
});

/** `6 assignments, 2 removals` */
function titleOf(added: number, all: number): string {
  return [countedIfAny(added, 'assignment'), countedIfAny(all - added, 'removal')].filter(Boolean).join(', ');
}

function countedIfAny(count: number, noun: string): string {
  return count === 0 ? '' : counted(count, noun);
}
