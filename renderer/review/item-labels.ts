import type { Decision, ItemState, Plan, PlanItem, PlanItemSummary } from '../../contract/changes/changes.ts';
import { jobKindName } from '../../contract/jobs/job-library.ts';
import type { IconName, Tone } from '../ui/index.ts';

interface StateLook {
  /** The outcome of the item, as shown. */
  readonly label: string;
  readonly icon: IconName;
  readonly tone: Tone;
}

/**
 * The outcome of an item. Only an explicit rejection by the tenant is called rejected, and nothing is called failed.
 */
export const itemStateLooks = {
  pending: { label: 'Not sent yet', icon: 'clock', tone: 'neutral' },
  applying: { label: 'Applying', icon: 'refresh-cw', tone: 'accent' },
  verified: { label: 'Applied and verified', icon: 'circle-check', tone: 'good' },
  accepted: { label: 'Accepted, not verified', icon: 'circle-help', tone: 'warn' },
  unchanged: { label: 'No change needed', icon: 'check', tone: 'good' },
  refused: { label: 'Rejected by the tenant', icon: 'circle-x', tone: 'bad' },
  outdated: {
    label: 'Skipped: changed on the tenant',
    icon: 'circle-alert',
    tone: 'warn',
  },
  unknown: { label: 'Sent; result unknown', icon: 'circle-help', tone: 'warn' },
  incomplete: { label: 'Partially applied', icon: 'circle-alert', tone: 'warn' },
  different: { label: 'Changed by someone else afterwards', icon: 'circle-alert', tone: 'warn' },
  'taken-back': { label: 'Rolled back', icon: 'undo-2', tone: 'neutral' },
  'left-out': { label: 'Not sent', icon: 'minus', tone: 'neutral' },
} as const satisfies Record<ItemState, StateLook>;

/**
 * The outcome of an item as text, for a list. If nothing is in progress, the app was stopped while it was being sent.
 */
export function stateTexts(
  { state, target }: Pick<PlanItemSummary, 'state' | 'target'>,
  isRunning: boolean,
): string {
  const known = state === 'applying' && !isRunning ? 'unknown' : state;
  return (isOfJobs(target) ? jobStateLabels[known] : undefined) ?? itemStateLooks[known].label;
}

/** Actions that leave no item behind cannot be verified: the tenant's response is all there is. */
const jobStateLabels: Readonly<Partial<Record<ItemState, string>>> = {
  verified: 'Accepted by the tenant',
  different: 'A matching job started; verify',
};

export const isOfJobs = ({ kind }: Pick<PlanItemSummary['target'], 'kind'>): boolean => kind === jobKindName;

/** Why the user has to decide, in one word for a list. */
export const decisionLabels = {
  merge: { label: 'changed', tone: 'warn' },
  'changed-before-delete': { label: 'changed', tone: 'warn' },
  gone: { label: 'deleted', tone: 'bad' },
} as const satisfies Record<Decision, { readonly label: string; readonly tone: Tone }>;

export const verbSigns = {
  create: { sign: '+', label: 'Creates' },
  update: { sign: '~', label: 'Changes' },
  delete: { sign: '−', label: 'Deletes' },
  run: { sign: '›', label: 'Runs' },
} as const satisfies Record<PlanItemSummary['verb'], { readonly sign: string; readonly label: string }>;

/** How the tenant's state compares with the user's copy; it is only called unchanged if it was compared. */
export function basisBadge(item: PlanItem): { readonly label: string; readonly tone: Tone } {
  if (item.decision === 'gone') return { label: 'deleted on the tenant', tone: 'bad' };
  if (item.decision !== null) return { label: 'changed on the tenant since your copy', tone: 'bad' };
  if (item.verb === 'create') return { label: 'new on the tenant', tone: 'good' };
  switch (item.basis) {
    case 'compared':
      return { label: 'unchanged on the tenant since your copy', tone: 'good' };
    case 'changed':
      return { label: 'changed on the tenant, merged', tone: 'warn' };
    case 'fresh':
      return { label: 'no baseline to compare', tone: 'neutral' };
  }
}

/** How many items of a plan are in one of these states. */
export function countIn(plan: Plan, states: readonly ItemState[]): number {
  return states.reduce((sum, state) => sum + (plan.counts[state] ?? 0), 0);
}
