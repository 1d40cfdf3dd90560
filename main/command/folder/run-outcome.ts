import type { ItemState, Plan } from '../../../contract/changes/changes.ts';
import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import type { Context } from '../context.ts';
import { describeTenant } from '../described-tenant.ts';
import type { Desk } from '../desk/desk.ts';
import { printable } from '../output/printable.ts';
import { writeReceipt } from '../reports/receipt.ts';
import type { Ending } from '../run.ts';
import { summariesOfPlan } from './plan-items.ts';

/** Results of items, as documents name them. */
const outcomes = {
  verified: 'verified',
  accepted: 'accepted',
  unchanged: 'unchanged',
  ['refused']: 'rejected',
  outdated: 'outdated',
  'left-out': 'skipped',
  unknown: 'unknown',
  incomplete: 'incomplete',
  different: 'different',
  pending: 'pending',
  applying: 'unknown',
  'taken-back': 'rolledBack',
} as const satisfies Record<ItemState, string>;

type Outcome = (typeof outcomes)[ItemState];

/** How many items ended how; `unchanged` counts those of the folder that needed no change, too. */
export function outcomeCounts(counts: Plan['counts'], unchanged = 0): Record<Outcome, number> {
  const summary = Object.fromEntries(Object.values(outcomes).map((name) => [name, 0])) as Record<
    Outcome,
    number
  >;
  for (const [state, count] of Object.entries(counts)) summary[outcomes[state as ItemState]] += count;
  summary.unchanged += unchanged;
  return summary;
}

function endingOf({ state, counts }: Plan): Ending {
  if (state === 'open') return 'partly-applied';
  if ((counts.outdated ?? 0) > 0) return 'conflict';
  return (counts.refused ?? 0) > 0 ? 'denied' : 'done';
}

/**
 * Runs a call that sends changes: the result of each item goes to stderr, and Ctrl+C stops after the current one.
 */
export async function withProgress(
  { output, signal }: Context,
  { call, on }: Desk,
  planId: string,
  work: (options: { readonly signal: AbortSignal }) => Promise<Plan>,
): Promise<Plan> {
  const stop = on('changes.progress', ({ stage, done, total, item }) => {
    if (stage === 'applying' && item !== undefined)
      output.note(
        `${done} of ${total}  ${outcomes[item.state]}  ${item.target.kind}  ${printable(item.target.name)}`,
      );
  });
  const never = new AbortController().signal;
  const pause = (): void => void call('changes.pause', { planId }, { signal: never }).catch(() => undefined);
  signal.addEventListener('abort', pause, { once: true });
  try {
    return await work({ signal: never });
  } finally {
    signal.removeEventListener('abort', pause);
    stop();
  }
}

/** Prints the result of a run, and how to continue if it is open. */
export async function printRun(
  context: Context,
  {
    verb,
    profile,
    plan,
    unchanged = 0,
    receipt,
  }: {
    readonly verb: string;
    readonly profile: TenantProfile;
    readonly plan: Plan;
    readonly unchanged?: number;
    /** Path of a file with the result. */
    readonly receipt?: string | undefined;
  },
): Promise<Ending> {
  const { output } = context;
  const desk = await context.desk();
  const call: Desk['call'] = (name, input) =>
    desk.call(name, input, { signal: new AbortController().signal });
  const isOpen = plan.state === 'open';
  // Who reviewed the plan confirmed it: it doesn’t revert when no one responds in a window.
  if (!isOpen) await call('provisional.keep', { planId: plan.id });
  const summary = outcomeCounts(plan.counts, unchanged);
  const items = (await summariesOfPlan(call, plan)).map(({ verb: action, state, target, title, error }) => ({
    ...{ action, kind: target.kind, name: target.name, id: target.id, title, state: outcomes[state] },
    ...(error === undefined ? {} : { error: { code: error.code, message: error.message } }),
  }));
  const data = { tenant: describeTenant(profile), run: plan.id, state: plan.state, summary, items };
  if (receipt !== undefined) await writeReceipt(receipt, data);
  await output.print({
    verb,
    data,
    text: () =>
      [
        ...items.map(
          ({ state, kind, name, error }) =>
            `  ${state}  ${kind}  ${printable(name)}${error === undefined ? '' : `  ${printable(error.message)}`}`,
        ),
        `Run ${plan.id}: ${Object.entries(summary)
          .filter(([, count]) => count > 0)
          .map(([name, count]) => `${count} ${name}`)
          .join(', ')}`,
        ...(receipt === undefined ? [] : [`Receipt: ${receipt}`]),
        ...(isOpen || !plan.isUndoable ? [] : [`Undo with tdesk undo ${plan.id}`]),
      ].join('\n'),
  });
  if (isOpen)
    output.warn(
      `Run ${plan.id} is open. Continue with tdesk resume ${plan.id}, or roll it back with tdesk rollback ${plan.id}.`,
    );
  return endingOf(plan);
}
