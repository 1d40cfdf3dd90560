import type { Decision, ItemState, Plan, PlanItem, PlanItemSummary } from '../../contract/changes/changes.ts';
import { jobKindName } from '../../contract/jobs/job-library.ts';
import type { IconName, Tone } from '../ui/index.ts';

interface StateLook {
  /** What became of the item, as people read it. */
  readonly words: string;
  readonly icon: IconName;
  readonly tone: Tone;
}

/** What became of an item. Only the tenant's own no is called refused, and nothing is called failed. */
export const itemStateLooks = {
  pending: { words: 'Not sent yet', icon: 'clock', tone: 'neutral' },
  applying: { words: 'Under way', icon: 'refresh-cw', tone: 'accent' },
  verified: { words: 'Applied and read back', icon: 'circle-check', tone: 'good' },
  accepted: { words: 'Accepted, not verified', icon: 'circle-help', tone: 'warn' },
  unchanged: { words: 'No change needed', icon: 'check', tone: 'good' },
  refused: { words: 'Rejected by the tenant', icon: 'circle-x', tone: 'bad' },
  outdated: {
    words: 'Skipped: changed on the tenant',
    icon: 'circle-alert',
    tone: 'warn',
  },
  unknown: { words: 'Sent; result unknown', icon: 'circle-help', tone: 'warn' },
  incomplete: { words: 'Partially applied', icon: 'circle-alert', tone: 'warn' },
  different: { words: 'Changed by someone else afterwards', icon: 'circle-alert', tone: 'warn' },
  'taken-back': { words: 'Rolled back', icon: 'undo-2', tone: 'neutral' },
  'left-out': { words: 'Not sent', icon: 'minus', tone: 'neutral' },
} as const satisfies Record<ItemState, StateLook>;

/** What became of an item in words, for a list. Where nothing is under way, the desk was stopped while it was being sent. */
export function stateTexts(
  { state, target }: Pick<PlanItemSummary, 'state' | 'target'>,
  isUnderWay: boolean,
): string {
  const known = state === 'applying' && !isUnderWay ? 'unknown' : state;
  return (isOfJobs(target) ? jobStateLabels[known] : undefined) ?? itemStateLooks[known].words;
}

/** What is done and not kept as a thing cannot be read back: the tenant's word is what there is. */
const jobStateLabels: Readonly<Partial<Record<ItemState, string>>> = {
  verified: 'Accepted by the tenant',
  unknown: 'Sent; not known whether it was done',
  different: 'A matching job started; verify',
};

export const isOfJobs = ({ kind }: Pick<PlanItemSummary['target'], 'kind'>): boolean => kind === jobKindName;

/** Why a person is asked, in a word for a list. */
export const decisionLabels = {
  merge: { words: 'changed', tone: 'warn' },
  'changed-before-delete': { words: 'changed', tone: 'warn' },
  gone: { words: 'gone', tone: 'bad' },
} as const satisfies Record<Decision, { readonly words: string; readonly tone: Tone }>;

export const verbSigns = {
  create: { sign: '+', words: 'Creates' },
  update: { sign: '~', words: 'Changes' },
  delete: { sign: '−', words: 'Deletes' },
  run: { sign: '›', words: 'Does' },
} as const satisfies Record<PlanItemSummary['verb'], { readonly sign: string; readonly words: string }>;

/** What the tenant's state says about the person's copy; only what was compared is called unchanged. */
export function basisBadge(item: PlanItem): { readonly words: string; readonly tone: Tone } {
  if (item.decision === 'gone') return { words: 'deleted on the tenant', tone: 'bad' };
  if (item.decision !== null) return { words: 'changed on the tenant since your copy', tone: 'bad' };
  if (item.verb === 'create') return { words: 'new on the tenant', tone: 'good' };
  switch (item.basis) {
    case 'compared':
      return { words: 'unchanged on the tenant since your copy', tone: 'good' };
    case 'changed':
      return { words: 'changed on the tenant since your copy, merged', tone: 'warn' };
    case 'fresh':
      return { words: 'no baseline to compare', tone: 'neutral' };
  }
}

/** How many items of a plan are in one of these states. */
export function countIn(plan: Plan, states: readonly ItemState[]): number {
  return states.reduce((sum, state) => sum + (plan.counts[state] ?? 0), 0);
}
