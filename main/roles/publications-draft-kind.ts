import type { PublicationsDraft } from '../../contract/roles/roles.ts';
import { publicationsDraft } from '../../contract/roles/publications-draft.ts';
import { publicationsDraftSchema } from '../../contract/roles/roles.ts';
import { localDraftKind } from '../changes/kind/kind-table.ts';
import { counted } from '../../languages/text/intl.ts';

/**
 * What is pending of who may use which application. A draft of this profile, for a plan is made of its cells and not of
 * the draft: cells that the tenant has by then fall out of it one by one.
 */
export const publicationsDraftKind = localDraftKind({
  name: publicationsDraft.kind,
  version: 1,
  state: publicationsDraftSchema,
  titleOf: ({ cells }: PublicationsDraft) =>
    titleOf(cells.filter(({ wanted }) => wanted).length, cells.length),
});

/** `6 grants, 2 revocations` */
function titleOf(grants: number, all: number): string {
  return [countedIfAny(grants, 'grant'), countedIfAny(all - grants, 'revocation')].filter(Boolean).join(', ');
}

function countedIfAny(count: number, noun: string): string {
  return count === 0 ? '' : counted(count, noun);
}
