import type { PublicationsDraft } from '../../contract/roles/roles.ts';
import { publicationsDraft } from '../../contract/roles/publications-draft.ts';
import { publicationsDraftSchema } from '../../contract/roles/roles.ts';
import { localDraftKind } from '../changes/kind/kind-table.ts';
import { counted } from '../../languages/text/intl.ts';

/**
 * Pending assignments. A draft of this profile, because a plan is made of its cells and not of
 * the draft: cells that already match the tenant drop out one by one.
 */
export const publicationsDraftKind = localDraftKind({
  name: publicationsDraft.kind,
  version: 1,
  state: publicationsDraftSchema,
  titleOf: ({ cells }: PublicationsDraft) =>
    titleOf(cells.filter(({ wanted }) => wanted).length, cells.length),
});

/** `6 assignments, 2 removals` */
function titleOf(added: number, all: number): string {
  return [countedIfAny(added, 'assignment'), countedIfAny(all - added, 'removal')].filter(Boolean).join(', ');
}

function countedIfAny(count: number, noun: string): string {
  return count === 0 ? '' : counted(count, noun);
}
