import type { ItemState, Plan } from '../../contract/changes/changes.ts';
import type { Tone } from '../ui/index.ts';
import { counted } from '../../languages/text/intl.ts';
import { countIn, isOfJobs } from './item-labels.ts';

const inEffect = ['verified', 'accepted', 'unchanged'] as const satisfies readonly ItemState[];
/** What became of a change that the tenant accepted and no read shows. */
const notVerified = 'Accepted, not verified';
const notKnown = ['unknown', 'applying'] as const satisfies readonly ItemState[];

/** `Undo: Replace script of Payroll`: an undo or a second attempt must not read like what it is about. */
export function planTitle({ title, origin }: Plan): string {
  switch (origin.type) {
    case 'edit':
      return title;
    case 'undo':
      return prefixed('Undo', title);
    case 'take-back':
      return prefixed('Roll back', title);
    case 'retry':
      return prefixed('Try again', title);
    case 'change-set':
      return title;
  }
}

/** `change-set owner.json, made by Zoë O’Brien`: where the plan of a file comes from. */
export function changeSetSource({
  fileName,
  createdBy,
  madeFor,
}: Extract<Plan['origin'], { readonly type: 'change-set' }>): string {
  const by = createdBy === '' ? '' : `, made by ${createdBy}`;
  return `change-set ${fileName}${by}${madeFor === undefined ? '' : `, re-targeted from ${madeFor}`}`;
}

function prefixed(verb: string, title: string): string {
  const rest = title.replace(new RegExp(`^${verb}( of)?:? `, 'i'), '');
  return `${verb}: ${rest}`;
}

/** `12 of 30 applied, 1 not known`: where a plan stands, for a line. */
export function progressLabel(plan: Plan): string {
  const done = countIn(plan, inEffect);
  const verb = plan.origin.type === 'take-back' ? 'taken back' : 'applied';
  const others = [
    [countIn(plan, ['accepted']), 'not verified'],
    [countIn(plan, notKnown), 'not known'],
    [countIn(plan, ['incomplete']), 'only in part'],
    [countIn(plan, ['different']), 'changed by somebody else'],
    [countIn(plan, ['refused']), 'refused'],
    [countIn(plan, ['outdated']), 'changed before it was sent'],
  ] as const;
  const rest = others.filter(([count]) => count > 0).map(([count, words]) => `${count} ${words}`);
  return [`${done} of ${plan.total} ${verb}`, ...rest].join(', ');
}

/** What a banner calls a plan that was begun and is not settled. */
export function openPlanTitle(plan: Plan): string {
  if (plan.origin.type === 'take-back')
    return `Taking back ${withoutVerb(plan.title)} interrupted in ${plan.tenantName}`;
  return `Unresolved in ${plan.tenantName}: ${planTitle(plan)}`;
}

function withoutVerb(title: string): string {
  return title.replace(/^Take back( of)?:? /i, '');
}

export interface PlanVerdict {
  readonly words: string;
  readonly tone: Tone;
}

/** In a word what became of a plan, for lists and titles. */
export function planVerdict(plan: Plan): PlanVerdict {
  const refused = countIn(plan, ['refused']);
  const outdated = countIn(plan, ['outdated']);
  if (plan.state === 'planned') return { words: 'Not applied', tone: 'neutral' };
  if (plan.isUnderWay) return { words: 'Under way', tone: 'accent' };
  if (plan.state === 'open') return { words: 'Unresolved', tone: 'warn' };
  if (refused > 0) return { words: `${refused} refused`, tone: 'bad' };
  if (outdated > 0) return { words: `${outdated} outdated`, tone: 'warn' };
  const accepted = countIn(plan, ['accepted']);
  if (accepted > 0 && countIn(plan, inEffect) === plan.total)
    return {
      words: accepted === plan.total ? notVerified : `Applied, ${accepted} not verified`,
      tone: 'warn',
    };
  if (countIn(plan, inEffect) === plan.total)
    return { words: plan.origin.type === 'take-back' ? 'Rolled back' : 'Applied', tone: 'good' };
  if (countIn(plan, ['taken-back']) > 0) return { words: 'Rolled back', tone: 'neutral' };
  return countIn(plan, inEffect) === 0
    ? { words: 'Not sent', tone: 'neutral' }
    : { words: 'Applied in part', tone: 'warn' };
}

/** The title of a review whose plan has been applied. */
export function resultTitle(plan: Plan): string {
  const { words } = planVerdict(plan);
  switch (words) {
    case 'Applied':
      return plan.targets.every(isOfJobs) ? 'Accepted by the tenant' : 'Applied and read back';
    case 'Rolled back':
      return plan.origin.type === 'take-back' ? 'Rolled back and verified' : 'Rolled back';
    default:
      return words;
  }
}

/** The title of a review that waits for the person. */
export function reviewTitle(plan: Plan): string {
  if (plan.changing === 0 && plan.undecided === 0) return 'Nothing to change';
  if (plan.origin.type !== 'edit' && plan.origin.type !== 'change-set') return planTitle(plan);
  return `Review ${counted(plan.changing + plan.undecided, 'change')}`;
}

/** True when everything of it is in the tenant as it was wanted. */
export function isAllInEffect(plan: Plan): boolean {
  return plan.state === 'finished' && countIn(plan, inEffect) === plan.total;
}
