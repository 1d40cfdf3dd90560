import type { Plan } from '../../contract/changes.ts';
import { failure } from '../platform/failure.ts';

/** A plan with the work behind its items, in the order of the items. */
export interface PreparedPlan {
  readonly plan: Plan;
  readonly work: readonly unknown[];
}

/** Plans that were made and not yet applied. In memory: a plan is worth nothing after a restart. */
export interface PlanBook {
  add(prepared: PreparedPlan): void;
  /** Throws `plan-outdated` for a plan that was applied, discarded or pushed out by newer ones. */
  get(planId: string): PreparedPlan;
  remove(planId: string): void;
}

const mostPlans = 200;

export function createPlanBook(): PlanBook {
  const plans = new Map<string, PreparedPlan>();
  return {
    add(prepared) {
      plans.set(prepared.plan.id, prepared);
      const oldest = plans.keys().next();
      if (plans.size > mostPlans && !oldest.done) plans.delete(oldest.value);
    },
    get(planId) {
      const prepared = plans.get(planId);
      if (prepared === undefined) {
        throw failure(
          'plan-outdated',
          'This plan was applied or discarded already. Review the change again.',
        );
      }
      return prepared;
    },
    remove(planId) {
      plans.delete(planId);
    },
  };
}
