import type { DraftSummary } from '../../../../contract/changes/drafts.ts';
import type { ApplicationState } from './application-groups.ts';

/** Why applying a draft failed, where the tenant had become another. */
const outdated: readonly string[] = ['conflict', 'plan-outdated', 'draft-changed'];

/**
 * What the drafts of a tenant say about its things, by identifier. `withRoles`: applications of which somebody is changing who may
 * use them, which is a draft of the tenant.
 */
export function statesOf(
  drafts: readonly DraftSummary[],
  withRoles: Iterable<string>,
): ReadonlyMap<string, readonly ApplicationState[]> {
  const states = new Map<string, readonly ApplicationState[]>();
  for (const { targetId, error } of drafts) {
    const isConflict = error !== undefined && outdated.includes(error.code);
    const hasConflict = isConflict || states.get(targetId)?.includes('conflict') === true;
    states.set(targetId, hasConflict ? ['changed', 'draft', 'conflict'] : ['changed', 'draft']);
  }
  for (const id of withRoles) if (!states.has(id)) states.set(id, ['changed']);
  return states;
}
