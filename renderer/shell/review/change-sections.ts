import { itemStates } from '../../../contract/item-states.ts';
import type { Decision, ItemState, Plan, PlanType } from '../../../contract/changes.ts';
import type { Tone } from '../../ui/index.ts';

/** How the items of a review are folded: by what happens to them, or by the type of the things. */
export type Grouping = 'change' | 'type';

/** Which items of a plan a branch has: an equal change, those that ended alike, or things of a type. */
export type ItemQuery =
  | { readonly groupId: string }
  | { readonly states: ItemState[] }
  | { readonly isUndecided: boolean; readonly type?: string };

/** Items of a plan that belong together, folded to one line. A branch of one item is drawn as that item. */
export interface Branch {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly count: number;
  readonly tone: Tone;
  readonly decision: Decision | null;
  readonly query: ItemQuery;
}

export interface Section {
  readonly title: string;
  readonly tone: Tone;
  /** Shown beside the title where it says more than the rows do. */
  readonly count: number | undefined;
  readonly branches: readonly Branch[];
}

/** A plan before it is applied: what needs a decision first, then one branch for each equal change. */
export function reviewSections(plan: Plan): readonly Section[] {
  const branches = plan.groups.map((group): Branch => ({
    ...group,
    tone: group.decision === null ? 'neutral' : 'bad',
    query: { groupId: group.id },
  }));
  const undecided = branches.filter(({ decision }) => decision !== null);
  const decided = branches.filter(({ decision }) => decision === null);
  return [
    { title: 'Need a decision', tone: 'bad' as const, count: countOf(undecided), branches: undecided },
    {
      title: countOf(decided) === 1 ? 'Change' : 'Changes',
      tone: 'neutral' as const,
      count: decided.length > 1 ? countOf(decided) : undefined,
      branches: [...decided, ...ungrouped(plan)],
    },
  ].filter((section) => section.branches.length > 0);
}

/** The same plan by the type of its things; what needs a decision comes first here, too. */
export function typeSections(plan: Plan, types: readonly PlanType[]): readonly Section[] {
  const branches = types.map(({ type, count, undecided }): Branch => ({
    id: `type ${type}`,
    title: type === '' ? 'Others' : type,
    summary: '',
    count: count - undecided,
    tone: 'neutral',
    decision: null,
    query: { type, isUndecided: false },
  }));
  const undecided: Branch = {
    id: 'undecided',
    title: 'Need a decision',
    summary: '',
    count: plan.undecided,
    tone: 'bad',
    decision: 'merge',
    query: { isUndecided: true },
  };
  const shown = [undecided, ...branches].filter(({ count }) => count > 0);
  return [{ title: 'Changes', tone: 'neutral', count: plan.total, branches: shown }];
}

/** A plan names its first groups only: where there are more, all items can be looked through as one. */
function ungrouped(plan: Plan): readonly Branch[] {
  const named = plan.groups.reduce((sum, { count }) => sum + count, 0);
  if (named >= plan.total) return [];
  return [
    {
      id: 'all',
      title: 'All changes',
      summary: `${plan.total - named} more than above`,
      count: plan.total,
      tone: 'neutral',
      decision: null,
      query: { states: [...itemStates] },
    },
  ];
}

const results = [
  { title: 'Not settled', tone: 'warn', states: ['unknown', 'applying', 'incomplete', 'different'] },
  { title: 'Refused', tone: 'bad', states: ['refused'] },
  { title: 'Changed before it was sent', tone: 'warn', states: ['outdated'] },
  { title: 'Not sent yet', tone: 'neutral', states: ['pending'] },
  { title: 'Applied and read back', tone: 'good', states: ['verified'] },
  { title: 'Accepted, not verified', tone: 'warn', states: ['accepted'] },
  { title: 'Already so, nothing sent', tone: 'good', states: ['unchanged'] },
  { title: 'Taken back', tone: 'neutral', states: ['taken-back'] },
  { title: 'Not sent', tone: 'neutral', states: ['left-out'] },
] as const satisfies readonly {
  readonly title: string;
  readonly tone: Tone;
  readonly states: readonly ItemState[];
}[];

/** A plan that was begun: what is left to do first, then what is settled. */
export function resultSections(plan: Plan): readonly Section[] {
  const branches = results
    .map((result): Branch => ({
      id: `state ${result.title}`,
      title: result.title,
      summary: '',
      count: result.states.reduce((sum, state) => sum + (plan.counts[state] ?? 0), 0),
      tone: result.tone,
      decision: null,
      query: { states: [...result.states] },
    }))
    .filter(({ count }) => count > 0);
  return [
    {
      title: plan.total === 1 ? 'Change' : 'Changes',
      tone: 'neutral',
      count: plan.total > 1 ? plan.total : undefined,
      branches,
    },
  ];
}

function countOf(branches: readonly Branch[]): number {
  return branches.reduce((sum, { count }) => sum + count, 0);
}
