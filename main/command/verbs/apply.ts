import { Option } from '@commander-js/extra-typings';
import { failure } from '../../platform/errors/failure.ts';
import type { Context } from '../context.ts';
import { describeTenant } from '../described-tenant.ts';
import { concurrencyOption } from '../folder/concurrency-option.ts';
import { confirmPlan } from '../folder/confirm-plan.ts';
import { acceptOption, confirmOption, deleteOption, maxDeletesOption } from '../folder/plan-options.ts';
import type { Planned, PlanOptions } from '../folder/planned.ts';
import { planSource } from '../folder/planned.ts';
import { outcomeCounts, printRun, withProgress } from '../folder/run-outcome.ts';
import { receiptFormat, writeReceipt } from '../reports/receipt.ts';
import type { DefineVerb, Ending } from '../run.ts';
import { addExamples } from '../run.ts';

interface Options extends Omit<PlanOptions, 'merge'> {
  readonly merge?: true | undefined;
  readonly confirm?: string | undefined;
  readonly accept: readonly string[];
  readonly receipt?: string | undefined;
}

export const defineApply: DefineVerb = (command, run) => {
  command
    .argument('<source>', 'a saved plan, a change set, or a folder')
    .addOption(confirmOption())
    .addOption(acceptOption())
    .addOption(new Option('--merge', 'merge what changed since the file was made'))
    .addOption(deleteOption())
    .addOption(maxDeletesOption())
    .addOption(new Option('--receipt <file>', 'save the result as .json, .md or .xml (JUnit)'))
    .addOption(concurrencyOption())
    .action(run((context, source, options) => apply(context, source, options)));
  addExamples(command, [
    ['apply acme.tdplan --confirm "Acme Production"', 'Apply a saved plan exactly as reviewed:'],
    ['apply acme/ --tenant staging', 'Plan a folder and apply the plan:'],
    ['apply acme.tdplan --receipt receipt.xml', 'Save the result as JUnit:'],
  ]);
};

async function apply(context: Context, source: string, options: Options): Promise<Ending> {
  const merge = options.merge === true;
  const { receipt } = options;
  if (receipt !== undefined) receiptFormat(receipt);
  const planned = await planSource(context, source, { ...options, merge });
  const { profile, plan, summary } = planned;
  const desk = await context.desk();
  if (plan === undefined || plan.changing === 0) {
    if (plan !== undefined) await desk.call('changes.discard', { planId: plan.id });
    rejectProblems(context, planned);
    return await nothingApplied(context, planned, receipt);
  }
  try {
    rejectProblems(context, planned);
    if (!merge) rejectOtherReview(planned);
    const confirmed = await confirmPlan(desk.call, planned, options);
    const unchanged = summary.unchanged - (plan.counts.unchanged ?? 0);
    const applied = await withProgress(context, desk, plan.id, (callOptions) =>
      desk.call('changes.apply', { planId: plan.id, ...confirmed }, callOptions),
    );
    return await printRun(context, { verb: 'apply', profile, plan: applied, unchanged, receipt });
  } finally {
    // Only what was not begun is discarded by it.
    await desk.call('changes.discard', { planId: plan.id }, { signal: new AbortController().signal });
  }
}

async function nothingApplied(
  { output }: Context,
  { profile, summary }: Planned,
  receipt: string | undefined,
): Promise<Ending> {
  const data = {
    tenant: describeTenant(profile),
    run: null,
    state: 'finished',
    summary: outcomeCounts({}, summary.unchanged),
    items: [],
  };
  if (receipt !== undefined) await writeReceipt(receipt, data);
  await output.print({
    verb: 'apply',
    data,
    text: () => `${profile.name} already matches. No change needed.`,
  });
  return 'done';
}

/** A plan is applied as a whole, or not at all. Files of roles are there to be read: what they say can’t be applied. */
function rejectProblems({ output }: Context, { conflicts, skipped }: Planned): void {
  const [first] = conflicts;
  if (first !== undefined) throw failure('conflict', `${first.name}: ${first.message} Nothing was sent.`);
  const left = skipped.find(({ kind }) => kind !== 'role');
  if (left !== undefined) throw failure('invalid-input', `${left.name}: ${left.message} Nothing was sent.`);
  for (const { name, message } of skipped) output.warn(`${name}: ${message}`);
}

function rejectOtherReview({ source, isAsReviewed }: Planned): void {
  if (isAsReviewed) return;
  throw failure(
    'plan-outdated',
    `${source} would now change something else than what was reviewed. Nothing was sent.`,
  );
}
