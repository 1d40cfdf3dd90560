import { itemStates } from '../../contract/changes/item-states.ts';
import { differenceLine } from '../../contract/changes/group-difference.ts';
import type {
  Decision,
  ItemState,
  Plan,
  PlanGroup,
  PlanType,
  PlanWarning,
} from '../../contract/changes/changes.ts';
import type { Tone } from '../ui/index.ts';
import { plural } from '../../languages/text/intl.ts';

/** How the items of a review are grouped: by their change, or by item type. */
export type Grouping = 'change' | 'type';

/** The items in a branch of the tree: an identical change, the same outcome, or an item type. */
type ItemQuery =
  | {
      readonly groupId: string;
      readonly type?: string;
      readonly states?: ItemState[];
      readonly isUndecided?: boolean;
    }
  | { readonly states: ItemState[] }
  | { readonly isUndecided: boolean; readonly type?: string };

/** Items of a plan that belong together, collapsed to one line. A branch of one item is drawn as that item. */
export interface Branch {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly count: number;
  readonly tone: Tone;
  readonly decision: Decision | null;
  readonly query: ItemQuery;
  /** How its items differ: whole sentences. */
  readonly differences?: readonly string[];
  /** The warnings that all of its items have. */
  readonly warning?: PlanWarning;
}

export interface Section {
  readonly title: string;
  readonly tone: Tone;
  /** Shown beside the title if it adds information. */
  readonly count: number | undefined;
  readonly branches: readonly Branch[];
}

/**
 * A plan before it is applied: conflicts first, then one branch for each identical change, those with risks and
 * other warnings before the rest.
 */
export function reviewSections(plan: Plan): readonly Section[] {
  const branches = plan.groups.map((group): Branch => ({
    ...{ id: group.id, title: group.title, summary: group.summary, count: group.count },
    decision: group.decision,
    differences: differencesOf(group),
    tone: group.decision === null ? 'neutral' : 'bad',
    query: { groupId: group.id },
    ...warningOf(group),
  }));
  const undecided = branches.filter(({ decision }) => decision !== null);
  const decided = branches
    .filter(({ decision }) => decision === null)
    .toSorted((one, other) => urgency(other) - urgency(one));
  return [
    { title: 'Conflicts', tone: 'bad' as const, count: countOf(undecided), branches: undecided },
    {
      title: plural(countOf(decided), { one: 'Change', other: 'Changes' }),
      tone: 'neutral' as const,
      count: decided.length > 1 ? countOf(decided) : undefined,
      branches: [...decided, ...ungrouped(plan)],
    },
  ].filter((section) => section.branches.length > 0);
}

/** The same plan by item type; conflicts come first here, too. */
export function typeSections(plan: Plan, types: readonly PlanType[]): readonly Section[] {
  const branches = types.flatMap(({ type, count, undecided, groups = [] }) =>
    byGroup(
      plan,
      {
        id: `type ${type}`,
        title: type === '' ? 'Others' : type,
        summary: '',
        count: count - undecided,
        tone: 'neutral',
        decision: null,
        query: { type, isUndecided: false },
      },
      groups,
      (groupId) => ({ groupId, type, isUndecided: false }),
    ),
  );
  const undecided: Branch = {
    id: 'undecided',
    title: 'Conflicts',
    summary: '',
    count: plan.undecided,
    tone: 'bad',
    decision: 'merge',
    query: { isUndecided: true },
  };
  const shown = [undecided, ...branches].filter(({ count }) => count > 0);
  return [{ title: 'Changes', tone: 'neutral', count: plan.total, branches: shown }];
}

/** A plan lists its first groups only: if there are more, one branch contains all items. */
function ungrouped(plan: Plan): readonly Branch[] {
  const named = plan.groups.reduce((sum, { count }) => sum + count, 0);
  if (named >= plan.total) return [];
  return [
    {
      id: 'all',
      title: 'All changes',
      summary: `${plan.total - named} more not listed above`,
      count: plan.total,
      tone: 'neutral',
      decision: null,
      query: { states: [...itemStates] },
    },
  ];
}

const results = [
  { title: 'Unresolved', tone: 'warn', states: ['unknown', 'applying', 'incomplete', 'different'] },
  { title: 'Rejected', tone: 'bad', states: ['refused'] },
  { title: 'Skipped: changed on the tenant', tone: 'warn', states: ['outdated'] },
  { title: 'Not sent yet', tone: 'neutral', states: ['pending'] },
  { title: 'Applied and verified', tone: 'good', states: ['verified'] },
  { title: 'Accepted, not verified', tone: 'warn', states: ['accepted'] },
  { title: 'No change needed', tone: 'good', states: ['unchanged'] },
  { title: 'Rolled back', tone: 'neutral', states: ['taken-back'] },
  { title: 'Not sent', tone: 'neutral', states: ['left-out'] },
] as const satisfies readonly {
  readonly title: string;
  readonly tone: Tone;
  readonly states: readonly ItemState[];
}[];

/** A plan that was started: what is left to do first, then what is done. */
export function resultSections(plan: Plan): readonly Section[] {
  const branches = results
    .flatMap((result) =>
      byGroup(
        plan,
        {
          id: `state ${result.title}`,
          title: result.title,
          summary: '',
          count: countIn(plan.counts, result.states),
          tone: result.tone,
          decision: null,
          query: { states: [...result.states] },
        },
        plan.groups.map(({ id, counts = {} }) => ({ id, count: countIn(counts, result.states) })),
        (groupId) => ({ groupId, states: [...result.states] }),
      ),
    )
    .filter(({ count }) => count > 0);
  const title = plural(plan.total, { one: 'Change', other: 'Changes' });
  const [only] = branches;
  // The title of the receipt says the outcome that all of them share: it isn't repeated on their line.
  const isShared = branches.length === 1 && only !== undefined && only.tone === 'good';
  return [
    {
      title,
      tone: 'neutral',
      count: plan.total > 1 && !isShared ? plan.total : undefined,
      branches: isShared ? [{ ...only, title: 'All changes' }] : branches,
    },
  ];
}

/**
 * One branch for each identical change among the items of `whole`, so that none is hidden among others. Items with
 * only distinct changes stay together: each is listed individually.
 */
function byGroup(
  plan: Plan,
  whole: Branch,
  counts: readonly { readonly id: string; readonly count: number }[],
  queryOf: (groupId: string) => ItemQuery,
): readonly Branch[] {
  const groups = new Map(plan.groups.map((group) => [group.id, group]));
  // A receipt says what happened instead.
  const shownWarning = (group: PlanGroup) => (plan.state === 'planned' ? warningOf(group) : {});
  const parts = counts.flatMap(({ id, count }) => {
    const group = groups.get(id);
    return group === undefined || count === 0 ? [] : [{ group, count }];
  });
  const named = parts.reduce((sum, { count }) => sum + count, 0);
  const [only] = parts;
  if (only !== undefined && only.count === whole.count)
    return [{ ...whole, ...shownWarning(only.group), differences: differencesOf(only.group) }];
  if (parts.every(({ count }) => count === 1)) return [whole];
  const rest: Branch = { ...whole, summary: `${whole.count - named} more not listed here` };
  return [
    ...parts.map(({ group, count }): Branch => ({
      ...whole,
      id: `${whole.id} ${group.id}`,
      summary: [group.title, group.summary].filter((text) => text !== '').join(' · '),
      count,
      query: queryOf(group.id),
      differences: differencesOf(group),
      ...shownWarning(group),
    })),
    ...(named < whole.count ? [rest] : []),
  ];
}

const warningOf = ({ warning }: PlanGroup): Pick<Branch, 'warning'> =>
  warning === undefined ? {} : { warning };

const urgency = ({ warning }: Branch): number => (warning === undefined ? 0 : warning.isRisk ? 2 : 1);

const differencesOf = ({ differences = [] }: PlanGroup): readonly string[] => differences.map(differenceLine);

const countIn = (counts: Plan['counts'], states: readonly ItemState[]): number =>
  states.reduce((sum, state) => sum + (counts[state] ?? 0), 0);

function countOf(branches: readonly Branch[]): number {
  return branches.reduce((sum, { count }) => sum + count, 0);
}
