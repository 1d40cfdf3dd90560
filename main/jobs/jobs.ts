import { registerAction } from '../changes/kind/registered-kind.ts';
import { createDoneActions } from '../changes/record/done-actions.ts';
import type { NounParts } from '../tenants/noun-parts.ts';
import { createJobHandlers } from './handlers.ts';
import { createJobKind } from './job-kind.ts';

/** Jobs of a tenant; each is started through a plan. */
export function createJobs({ client, sessions, database, newId }: NounParts) {
  return {
    kinds: [registerAction(createJobKind({ client, newId }))],
    handlers: createJobHandlers({ client, sessions, done: createDoneActions(database) }),
  };
}
