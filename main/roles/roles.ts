import { registerFollowed } from '../changes/kind/followed-kind.ts';
import { registerKind } from '../changes/kind/registered-kind.ts';
import type { NounParts } from '../tenants/noun-parts.ts';
import { followedRoles } from './followed-roles.ts';
import { createRoleHandlers } from './handlers.ts';
import { createPublicationKind } from './publication-kind.ts';
import { createPublicationReads } from './publication-reads.ts';
import { publicationReferences } from './publication-references.ts';
import { publicationsDraftKind } from './publications-draft-kind.ts';

/** Roles, their members and the applications assigned to them. */
export function createRoles({ client, cache }: NounParts) {
  return {
    kinds: [registerKind(createPublicationKind({ client, cache }))],
    draftKinds: [publicationsDraftKind],
    followed: [registerFollowed(followedRoles(client, createPublicationReads(client)))],
    handlers: createRoleHandlers({ client, cache }),
    references: publicationReferences(cache),
  };
}
