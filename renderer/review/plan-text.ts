import type { ItemState, Plan } from '../../contract/changes/changes.ts';
import type { Tone } from '../ui/index.ts';
import { counted } from '../../languages/text/intl.ts';
import { countIn, isOfJobs } from './item-labels.ts';

const inEffect = ['verified', 'accepted', 'unchanged'] as const satisfies readonly ItemState[];
/** The label of a change that the tenant accepted but no read shows. */
const notVerified = 'Accepted, not verified';
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

/** `change set owner.json, by Zoë O’Brien`: the file that a plan came from. */
export function changeSetSource({
  fileName,
  createdBy,
  madeFor,
}: Extract<Plan['origin'], { readonly type: 'change-set' }>): string {
  const by = createdBy === '' ? '' : `, by ${createdBy}`;
  return `change set ${fileName}${by}${madeFor === undefined ? '' : `, originally for ${madeFor}`}`;
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

export interface PlanVerdict {
  readonly label: string;
  readonly tone: Tone;
}

/** The outcome of a plan in a word or two, for lists and titles. */
export function planVerdict(plan: Plan): PlanVerdict {
  const rejected = countIn(plan, ['refused']);
  const outdated = countIn(plan, ['outdated']);
  if (plan.state === 'planned') return { label: 'Not applied', tone: 'neutral' };
  if (plan.isRunning) return { label: 'In progress', tone: 'accent' };
  if (plan.state === 'open') return { label: 'Unresolved', tone: 'warn' };
  if (rejected > 0) return { label: `${rejected} rejected`, tone: 'bad' };
  if (outdated > 0) return { label: `${outdated} skipped`, tone: 'warn' };
  const accepted = countIn(plan, ['accepted']);
  if (accepted > 0 && countIn(plan, inEffect) === plan.total)
    return {
      label: accepted === plan.total ? notVerified : `Applied, ${accepted} not verified`,
      tone: 'warn',
    };
  if (countIn(plan, inEffect) === plan.total)
    return { label: plan.origin.type === 'take-back' ? 'Rolled back' : 'Applied', tone: 'good' };
  if (countIn(plan, ['taken-back']) > 0) return { label: 'Rolled back', tone: 'neutral' };
  return countIn(plan, inEffect) === 0
    ? { label: 'Not sent', tone: 'neutral' }
    : { label: 'Partially applied', tone: 'warn' };
}

/** The title of a review whose plan has been applied. */
export function resultTitle(plan: Plan): string {
  const { label } = planVerdict(plan);
  switch (label) {
    case 'Applied':
      return plan.targets.every(isOfJobs) ? 'Accepted by the tenant' : 'Applied and verified';
    case 'Rolled back':
      return plan.origin.type === 'take-back' ? 'Rolled back and verified' : 'Rolled back';
    default:
      return label;
  }
}

/** The title of a review that waits for the user. */
export function reviewTitle(plan: Plan): string {
  if (plan.changing === 0 && plan.undecided === 0) return 'Nothing to change';
  if (plan.origin.type !== 'edit' && plan.origin.type !== 'change-set') return planTitle(plan);
  return `Review ${counted(plan.changing + plan.undecided, 'change')}`;
}

export type ReviewStage = 'closed' | 'planning' | 'reviewing' | 'applying' | 'done';

/** The title of the review at its stage; `rollsBack`: it is being rolled back. */
export function stageTitle(plan: Plan | undefined, stage: ReviewStage, rollsBack: boolean): string {
  if (plan === undefined || stage === 'planning') return 'Comparing with tenant';
  if (stage === 'reviewing') return reviewTitle(plan);
  if (stage === 'applying')
    return plan.origin.type === 'take-back' || rollsBack ? 'Rolling back' : 'Applying';
  return resultTitle(plan);
}

/** True when all of its changes are in effect on the tenant. */
export function isAllInEffect(plan: Plan): boolean {
  return plan.state === 'finished' && countIn(plan, inEffect) === plan.total;
}
