import type { HandlersOf } from '../../../contract/bridge/methods.ts';
import type { PlanStore } from '../record/plan-store.ts';
import type { ReferenceSource } from './reference-source.ts';

export interface ReferenceParts {
  readonly store: PlanStore;
  readonly sources: readonly ReferenceSource[];
}

/** More than anyone fixes by hand; the rest is counted. */
const maxListed = 200;
/** Places that only a person can search. */
const outOfReach = [
  'Saved change set files: Tenant Desk doesn’t know where they are.',
  'Other programs, and the service provider itself.',
];

export function createReferenceHandlers({ store, sources }: ReferenceParts): HandlersOf<'references'> {
  return {
    'references.find': async ({ itemId }) => {
      const item = store.item(itemId);
      const plan = item === undefined ? undefined : store.plan(item.planId);
      if (item === undefined || plan === undefined || item.revives === null) return undefined;
      const oldId = item.revives;
      const newId = store.currentId(plan.tenantId, oldId);
      if (newId === oldId) return undefined;
      const ids = store.earlierIds(plan.tenantId, newId).filter((id) => id !== newId);
      const search = { tenantId: plan.tenantId, ids, since: plan.appliedAt ?? plan.createdAt };
      const found = sources.map((source) => source(search));
      const references = found.flatMap((each) => each.references);
      return {
        oldId,
        newId,
        references: references.slice(0, maxListed),
        more: Math.max(0, references.length - maxListed),
        notSearched: [...found.flatMap(({ notSearched }) => notSearched), ...outOfReach],
      };
    },
  };
}
