import { registerFollowed } from '../changes/kind/followed-kind.ts';
import { registerKind } from '../changes/kind/registered-kind.ts';
import type { NounParts } from '../tenants/noun-parts.ts';
import { followedRoles } from './followed-roles.ts';
import { createRoleHandlers } from './handlers.ts';
import { createAssignmentKind } from './assignment-kind.ts';
import { createAssignmentReads } from './assignment-reads.ts';
import { assignmentReferences } from './assignment-references.ts';
import { assignmentsDraftKind } from './assignments-draft-kind.ts';

/** Roles, their members and the applications assigned to them. */
export function createRoles({ client, cache }: NounParts) {
  return {
    kinds: [registerKind(createAssignmentKind({ client, cache }))],
    draftKinds: [assignmentsDraftKind],
    followed: [registerFollowed(followedRoles(client, createAssignmentReads(client)))],
    handlers: createRoleHandlers({ client, cache }),
    references: assignmentReferences(cache),
  };
}
