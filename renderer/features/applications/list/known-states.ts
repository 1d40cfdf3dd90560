import type { DraftSummary } from '../../../../contract/changes/drafts.ts';
import type { ApplicationState } from './application-groups.ts';

/** Error codes of a draft that failed because the tenant had changed. */
const outdated: readonly string[] = ['conflict', 'plan-outdated', 'draft-changed'];

/**
 * Statuses from the drafts of a tenant, by item ID. `withRoles`: applications in the draft of assignment changes.
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
