import type { ItemState, Plan } from '../../contract/changes/changes.ts';
import { countIn } from './item-labels.ts';

/** States of changes that are as wanted on the tenant. */
export const inEffect = ['verified', 'accepted', 'unchanged'] as const satisfies readonly ItemState[];
const notKnown = ['unknown', 'applying'] as const satisfies readonly ItemState[];

/** `Undo: Replace script of Payroll`: an undo or a retry must not read like the original. */
export function planTitle({ title, origin }: Plan): string {
  switch (origin.type) {
    case 'edit':
      return title;
    case 'undo':
      return prefixed('Undo', title);
    case 'take-back':
      return prefixed('Roll back', withoutVerb(title));
    case 'retry':
      return prefixed('Try again', title);
    case 'change-set':
      return title;
  }
}

function prefixed(verb: string, title: string): string {
  const rest = title.replace(new RegExp(`^${verb}( of)?:? `, 'i'), '');
  return `${verb}: ${rest}`;
}

/** `12 of 30 applied, 1 result unknown`: the progress of a plan, for a line. */
export function progressLabel(plan: Plan): string {
  const done = countIn(plan, inEffect);
  const verb = plan.origin.type === 'take-back' ? 'rolled back' : 'applied';
  const others = [
    [countIn(plan, ['accepted']), 'not verified'],
    [countIn(plan, notKnown), 'result unknown'],
    [countIn(plan, ['incomplete']), 'partially applied'],
    [countIn(plan, ['different']), 'changed by someone else'],
    [countIn(plan, ['refused']), 'rejected'],
    [countIn(plan, ['outdated']), 'skipped'],
  ] as const;
  const rest = others.filter(([count]) => count > 0).map(([count, label]) => `${count} ${label}`);
  return [`${done} of ${plan.total} ${verb}`, ...rest].join(', ');
}

/** The title of a banner for an unresolved plan. */
export function openPlanTitle(plan: Plan): string {
  if (plan.origin.type === 'take-back')
    return `Rollback of ${withoutVerb(plan.title)} in ${plan.tenantName} was interrupted`;
  return `Unresolved in ${plan.tenantName}: ${planTitle(plan)}`;
}

function withoutVerb(title: string): string {
  return title.replace(/^(Take|Roll) back( of)?:? /i, '');
}

/** True when all of its changes are in effect on the tenant. */
export function isAllInEffect(plan: Plan): boolean {
  return plan.state === 'finished' && countIn(plan, inEffect) === plan.total;
}
