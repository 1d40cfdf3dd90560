import type { ItemState, Plan } from '../../contract/changes/changes.ts';
import { openItemStates } from '../../contract/changes/changes.ts';
import type { Attempt } from './operation.ts';
import type { TenantState } from './tenant-state.ts';
import { contentsOf, differenceOf } from './tenant-state.ts';

/** What is known about one application of an operation, apart from what Tenant Desk reports. */
export interface Evidence {
  readonly attempt: Attempt;
  /** What the tenant had when it was applied, with what others did before. */
  readonly before: TenantState;
  /** The state right after another admin interfered. */
  readonly disturbed?: { readonly before: TenantState; readonly after: TenantState };
  readonly after: TenantState;
  /** A read of the tenant can show it. */
  readonly isShown: boolean;
  /** A read shows it only after a while. */
  readonly isShownLate: boolean;
  /** A change by another admin was shown before the first write, and is lost. */
  readonly isOverwritten: boolean;
  /** Something appeared, and Tenant Desk asks who created it. */
  readonly asksWhose: boolean;
  /** Requests that took effect. */
  readonly taken: number;
}

/** Contradictions to what Tenant Desk reports about the item; empty if all of it is true. */
export function contradictions(evidence: Evidence, plan: Plan, state: ItemState): readonly string[] {
  const { attempt, before, after, taken, disturbed } = evidence;
  const isOpen = openItemStates.includes(state);
  const problems = [...othersTouched(evidence), ...addedTooMuch(evidence)];
  if (evidence.isOverwritten) problems.push('What it had just read of someone else was overwritten.');
  if (isOpen !== (plan.state === 'open')) problems.push(`The item is ${state}, and its plan ${plan.state}.`);
  switch (state) {
    case 'accepted':
      if (evidence.isShown && !evidence.isShownLate)
        problems.push('The tenant shows it, and it is not verified.');
      // No read shows what someone else changed after it was sent.
      if (![after, ...(disturbed ? [disturbed.before] : [])].some((at) => attempt.isInPlace(at, before)))
        problems.push('It is not in place.');
      break;
    case 'verified':
      if (!evidence.isShown) problems.push('No read showed it.');
      if (disturbed === undefined) {
        const wanted = contentsOf(attempt.wanted(before));
        problems.push(
          ...differenceOf(wanted, contentsOf(after)).map((line) => `It is not as wanted: ${line}`),
        );
      } else if (!attempt.isInPlace(after, before)) problems.push('It is not in place.');
      break;
    case 'unchanged':
      if (taken > 0) problems.push('Something was sent.');
      if (!attempt.isInPlace(after, before) && attempt.own.length > 0) problems.push('It is not in place.');
      break;
    case 'refused':
    case 'outdated':
    case 'pending':
    case 'left-out':
    case 'taken-back':
      problems.push(...changedOwn(evidence));
      break;
    case 'applying':
      problems.push('It says that it is under way.');
      break;
    case 'unknown':
    case 'incomplete':
    case 'different':
      break;
  }
  return problems;
}

/** Other admins' items that have changed. */
export function othersTouched({ attempt, before, after, disturbed }: Evidence): string[] {
  const own = new Set(attempt.own);
  const theirs = disturbed === undefined ? before : withArrivals(before, disturbed);
  const problems: string[] = [];
  const compare = (
    kind: string,
    was: ReadonlyMap<string, unknown>,
    is: ReadonlyMap<string, unknown>,
  ): void => {
    for (const [id, state] of was) {
      if (own.has(id)) continue;
      const now = is.get(id);
      if (now === undefined) problems.push(`Someone else's ${kind} is gone: ${JSON.stringify(state)}`);
      else if (JSON.stringify(now) !== JSON.stringify(state)) {
        problems.push(`Someone else's ${kind} changed: ${JSON.stringify(state)} is ${JSON.stringify(now)}`);
      }
    }
  };
  compare('webhook', theirs.webhooks, after.webhooks);
  compare('application', theirs.applications, after.applications);
  for (const [name, value] of before.rest) {
    const now = after.rest.get(name);
    if (now !== value && !(now === undefined && own.has(name))) problems.push(`The rest of ${name} changed.`);
  }
  const reference = disturbed?.after ?? before;
  for (const target of reference.assignments) {
    if (own.has(target) || after.assignments.has(target)) continue;
    problems.push(`Someone else's publication is gone: ${target}`);
  }
  for (const [name, value] of reference.settings) {
    if (own.has(name) || after.settings.get(name) === value) continue;
    problems.push(`Someone else's setting ${name} is ${after.settings.get(name) ?? 'gone'}`);
  }
  for (const line of differenceOf(without(reference.origins, own), without(after.origins, own))) {
    problems.push(`Someone else's origin: ${line}`);
  }
  return problems;
}

const without = (origins: readonly string[], own: ReadonlySet<string>): string[] =>
  origins.filter((origin) => !own.has(origin));

/** The previous items, and those that another admin added in the meantime. */
function withArrivals(
  before: TenantState,
  disturbed: { readonly before: TenantState; readonly after: TenantState },
): TenantState {
  const arrivals = <State>(
    was: ReadonlyMap<string, State>,
    early: ReadonlyMap<string, State>,
    late: ReadonlyMap<string, State>,
  ): Map<string, State> =>
    new Map([...[...was].filter(([id]) => late.has(id)), ...[...late].filter(([id]) => !early.has(id))]);
  return {
    ...before,
    webhooks: arrivals(before.webhooks, disturbed.before.webhooks, disturbed.after.webhooks),
    applications: arrivals(before.applications, disturbed.before.applications, disturbed.after.applications),
  };
}

/** Nothing is there twice. */
function addedTooMuch({ attempt, before, after, disturbed }: Evidence): string[] {
  const count = (state: TenantState): number => state.webhooks.size + state.applications.size;
  const theirs = disturbed === undefined ? 0 : Math.max(0, count(disturbed.after) - count(disturbed.before));
  const isNew = (id: string): boolean => !before.webhooks.has(id) && !before.applications.has(id);
  const added = [...after.webhooks.keys(), ...after.applications.keys()].filter(isNew).length;
  const max = attempt.maxAdded + theirs;
  return added <= max ? [] : [`${added} things are new, and ${max} at most should be.`];
}

/** Items that should be unchanged by the operation, and aren't. */
function changedOwn({ before, after, disturbed, attempt }: Evidence): string[] {
  if (disturbed !== undefined) {
    return attempt.isInPlace(after, before) && !attempt.isInPlace(disturbed.after, before)
      ? ['It took effect all the same.']
      : [];
  }
  return differenceOf(contentsOf(before), contentsOf(after)).map((line) => `It is not as before: ${line}`);
}

/** What the truth is, once nothing fails any longer: what looking has to find. */
export function contradictionsOfLook(
  { attempt, before, after, disturbed, isShown, asksWhose }: Evidence,
  state: ItemState,
): string[] {
  if (disturbed !== undefined || state === 'pending' || asksWhose || !isShown) return [];
  // It is impossible to know which job of the script this is.
  if (attempt.isForGood === true && state === 'different') return [];
  const isDone = differenceOf(contentsOf(attempt.wanted(before)), contentsOf(after)).length === 0;
  if (isDone && state !== 'verified') return [`It is done, and looking says ${state}.`];
  if (!isDone && state === 'verified') return ['It is not done, and looking says verified.'];
  return [];
}
