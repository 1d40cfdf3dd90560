import type { Plan } from '../../contract/changes/changes.ts';
import type { Tone } from '../ui/index.ts';
import { counted } from '../../languages/text/intl.ts';
import { countIn, isOfJobs } from './item-labels.ts';
import { inEffect, planTitle } from './plan-text.ts';

/** The label of a change that the tenant accepted but no read shows. */
const notVerified = 'Accepted, not verified';

/** `change set owner.json, by Zoë O’Brien`: the file that a plan came from. */
export function changeSetSource({
  fileName,
  createdBy,
  madeFor,
}: Extract<Plan['origin'], { readonly type: 'change-set' }>): string {
  const by = createdBy === '' ? '' : `, by ${createdBy}`;
  return `change set ${fileName}${by}${madeFor === undefined ? '' : `, originally for ${madeFor}`}`;
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
