import { failure } from '../../platform/errors/failure.ts';
import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import type { Context } from '../context.ts';
import { describeTenant } from '../described-tenant.ts';
import type { Confirmation } from '../folder/confirm-plan.ts';
import { confirmPlan } from '../folder/confirm-plan.ts';
import { acceptOption, confirmOption } from '../folder/plan-options.ts';
import { itemsOfPlan } from '../folder/plan-items.ts';
import { outcomeCounts, printRun, withProgress } from '../folder/run-outcome.ts';
import type { DefineVerb, Ending } from '../run.ts';
import { addExamples } from '../run.ts';
import { definesTenant } from '../state/run-environment.ts';

export const defineUndo: DefineVerb = (command, run) => {
  command
    .argument('<run>', 'ID of a run')
    .addOption(confirmOption())
    .addOption(acceptOption())
    .action(run((context, planId, options) => undo(context, planId, options)));
  addExamples(command, [['undo 0f3c5b1e-8a51-4c0e-9d6e-0d3f6a2b7c11', 'Undo what a run changed:']]);
};

export const defineResume: DefineVerb = (command, run) => {
  command
    .argument('<run>', 'ID of an open run')
    .action(run((context, id) => continueRun(context, 'resume', id)));
  addExamples(command, [['resume 0f3c5b1e-8a51-4c0e-9d6e-0d3f6a2b7c11', 'Continue where a run stopped:']]);
};

export const defineRollback: DefineVerb = (command, run) => {
  command
    .argument('<run>', 'ID of an open run')
    .action(run((context, id) => continueRun(context, 'rollback', id)));
  addExamples(command, [
    ['rollback 0f3c5b1e-8a51-4c0e-9d6e-0d3f6a2b7c11', 'Undo what an open run has applied so far:'],
  ]);
};

export const defineHistory: DefineVerb = (command, run) => {
  command.action(run((context) => history(context)));
  addExamples(command, [['history --tenant staging', 'List runs, newest first:']]);
};

async function undo(context: Context, planId: string, options: Confirmation): Promise<Ending> {
  const profile = await tenantOfRun(context, planId);
  const desk = await context.desk();
  const plan = await desk.call('changes.plan', { tenantId: profile.id, request: { from: 'undo', planId } });
  try {
    const items = await itemsOfPlan(desk.call, plan);
    const undecided = items.find(({ state, decision }) => state === 'pending' && decision !== null);
    if (undecided !== undefined) {
      throw failure(
        'conflict',
        `${undecided.target.name} changed since the run. Nothing was sent. Resolve it in the window.`,
      );
    }
    const left = items.find(({ state }) => state === 'left-out');
    if (left !== undefined) {
      throw failure(
        'conflict',
        `${left.target.name}: ${left.error?.message ?? left.summary} Nothing was sent.`,
      );
    }
    const confirmed = await confirmPlan(desk.call, { plan, items }, options);
    const applied = await withProgress(context, desk, plan.id, (callOptions) =>
      desk.call('changes.apply', { planId: plan.id, ...confirmed }, callOptions),
    );
    return await printRun(context, { verb: 'undo', profile, plan: applied });
  } finally {
    await desk.call('changes.discard', { planId: plan.id }, { signal: new AbortController().signal });
  }
}

/** A run knows its tenant: `--tenant` is only needed if the run isn't found without it. */
async function tenantOfRun(context: Context, planId: string): Promise<TenantProfile> {
  const { options, env } = context;
  if (options.tenant !== undefined || definesTenant(env)) return await context.tenant();
  const { tenantId } = await (await context.desk()).call('changes.get', { planId });
  return await context.tenant(tenantId);
}

async function continueRun(context: Context, verb: 'resume' | 'rollback', planId: string): Promise<Ending> {
  const profile = await tenantOfRun(context, planId);
  const desk = await context.desk();
  const method = verb === 'resume' ? 'changes.resume' : 'changes.takeBack';
  const plan = await withProgress(context, desk, planId, (options) => desk.call(method, { planId }, options));
  return await printRun(context, { verb, profile, plan });
}

async function history({ output, tenant, desk }: Context): Promise<void> {
  const profile = await tenant();
  const entries = await (await desk()).call('history.list', { tenantId: profile.id });
  const rows = entries.flatMap((entry) => {
    if (!entry.isReadable) return [];
    const { id, title, state, appliedAt, appliedBy, counts, isUndoable } = entry.plan;
    const at = appliedAt === null ? null : new Date(appliedAt).toISOString();
    return [{ run: id, title, state, appliedAt: at, appliedBy, isUndoable, summary: outcomeCounts(counts) }];
  });
  await output.list({
    verb: 'history',
    key: 'runs',
    about: { tenant: describeTenant(profile) },
    rows,
    columns: [
      { title: 'Run', value: ({ run }) => run },
      { title: 'Applied', value: ({ appliedAt }) => appliedAt ?? '' },
      { title: 'By', value: ({ appliedBy }) => appliedBy },
      { title: 'State', value: ({ state }) => state },
      { title: 'Title', value: ({ title }) => title },
    ],
    empty: `Nothing was applied to ${profile.name} with this profile.`,
  });
}
