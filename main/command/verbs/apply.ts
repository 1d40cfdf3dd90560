import { Option } from '@commander-js/extra-typings';
import { hostsToAcknowledge } from '../../../contract/changes/destinations.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { Context } from '../context.ts';
import { describeTenant } from '../described-tenant.ts';
import { concurrencyOption } from '../folder/concurrency-option.ts';
import { readPlanFile } from '../folder/plan-file.ts';
import { acceptOption, deleteOption, maxDeletesOption } from '../folder/plan-options.ts';
import type { Planned, PlanOptions } from '../folder/planned.ts';
import { planSource } from '../folder/planned.ts';
import { acceptancesOf } from '../folder/print-plan.ts';
import { outcomeCounts, printRun, withProgress } from '../folder/run-outcome.ts';
import type { DefineVerb, Ending } from '../run.ts';
import { addExamples } from '../run.ts';

interface Options extends Omit<PlanOptions, 'merge'> {
  readonly merge?: true | undefined;
  readonly confirm?: string | undefined;
  readonly accept: readonly string[];
}

export const defineApply: DefineVerb = (command, run) => {
  command
    .argument('<source>', 'a saved plan, or a folder')
    .addOption(new Option('--confirm <name>', 'name of the tenant, where it is marked production'))
    .addOption(acceptOption())
    .addOption(new Option('--merge', 'merge what changed since a saved plan was made'))
    .addOption(deleteOption())
    .addOption(maxDeletesOption())
    .addOption(concurrencyOption())
    .action(run((context, source, options) => apply(context, source, options)));
  addExamples(command, [
    ['apply plan.tdchanges --confirm "Acme Production"', 'Apply a saved plan exactly as reviewed:'],
    ['apply acme/ --tenant staging', 'Plan a folder and apply the plan:'],
  ]);
};

async function apply(context: Context, source: string, options: Options): Promise<Ending> {
  const merge = options.merge === true;
  const planned = await planSource(context, source, { ...options, merge });
  const { profile, plan, summary } = planned;
  const desk = await context.desk();
  if (plan === undefined || plan.changing === 0) {
    if (plan !== undefined) await desk.call('changes.discard', { planId: plan.id });
    refuseProblems(planned);
    return await nothingApplied(context, planned);
  }
  try {
    refuseProblems(planned);
    if (!merge) refuseOtherReview(source, (await readPlanFile(source))?.review, planned.file.review);
    const confirmed = confirmedBy(planned, options);
    const unchanged = summary.unchanged - (plan.counts.unchanged ?? 0);
    const applied = await withProgress(context, desk, plan.id, (callOptions) =>
      desk.call('changes.apply', { planId: plan.id, ...confirmed }, callOptions),
    );
    return await printRun(context, { verb: 'apply', profile, plan: applied, unchanged });
  } finally {
    // Only what was not begun is discarded by it.
    await desk.call('changes.discard', { planId: plan.id }, { signal: new AbortController().signal });
  }
}

async function nothingApplied({ output }: Context, { profile, summary }: Planned): Promise<Ending> {
  await output.print({
    verb: 'apply',
    data: {
      tenant: describeTenant(profile),
      run: null,
      state: 'finished',
      summary: outcomeCounts({}, summary.unchanged),
      items: [],
    },
    text: () => `${profile.name} is as wanted already. Nothing was sent.`,
  });
  return 'done';
}

/** A plan is applied as a whole, or not at all. */
function refuseProblems({ conflicts, skipped }: Planned): void {
  const [first] = conflicts;
  if (first !== undefined) throw failure('conflict', `${first.name}: ${first.message} Nothing was sent.`);
  const [left] = skipped;
  if (left !== undefined) throw failure('invalid-input', `${left.name}: ${left.message} Nothing was sent.`);
}

function refuseOtherReview(source: string, reviewed: string | undefined, now: string): void {
  if (reviewed === undefined || reviewed === now) return;
  throw failure(
    'plan-outdated',
    `${source} would now change something else than what was reviewed. Nothing was sent.`,
  );
}

function confirmedBy(planned: Planned, { confirm, accept }: Options) {
  const { plan } = planned;
  const required = plan?.confirmation ?? null;
  if (required !== null && confirm?.trim() !== required.trim()) {
    throw failure(
      'confirmation-mismatch',
      `${required} is marked production. Nothing was sent. Add --confirm "${required}".`,
    );
  }
  const missing = acceptancesOf(planned).filter(({ code }) => !accept.includes(code));
  if (missing.length > 0) {
    const lines = missing.map(({ code, words }) => `${words} (--accept ${code})`).join('; ');
    throw failure(
      'confirmation-mismatch',
      `Nothing was sent. Accept each of these to apply the plan: ${lines}.`,
    );
  }
  return {
    ...(required === null ? {} : { confirmation: required }),
    ...(plan?.acknowledgement === undefined ? {} : { acknowledged: plan.acknowledgement }),
    acknowledgedHosts: [...hostsToAcknowledge(plan?.destinations ?? [])],
  };
}
