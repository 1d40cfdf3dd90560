import { Option } from '@commander-js/extra-typings';
import { failure } from '../../platform/errors/failure.ts';
import type { Context } from '../context.ts';
import { describeTenant } from '../described-tenant.ts';
import { itemsOfPlan } from '../folder/planned.ts';
import { outcomeCounts, printRun, withProgress } from '../folder/run-outcome.ts';
import type { DefineVerb, Ending } from '../run.ts';
import { addExamples } from '../run.ts';

const confirmOption = () =>
  new Option('--confirm <name>', 'name of the tenant, where it is marked production');

export const defineUndo: DefineVerb = (command, run) => {
  command
    .argument('<run>', 'ID of a run')
    .addOption(confirmOption())
    .action(run((context, planId, { confirm }) => undo(context, planId, confirm)));
  addExamples(command, [['undo 0f3c5b1e-8a51-4c0e-9d6e-0d3f6a2b7c11', 'Take back what a run changed:']]);
};

export const defineResume: DefineVerb = (command, run) => {
  command.argument('<run>', 'ID of an open run').action(run((context, id) => goOn(context, 'resume', id)));
  addExamples(command, [['resume 0f3c5b1e-8a51-4c0e-9d6e-0d3f6a2b7c11', 'Continue where a run stopped:']]);
};

export const defineRollback: DefineVerb = (command, run) => {
  command.argument('<run>', 'ID of an open run').action(run((context, id) => goOn(context, 'rollback', id)));
  addExamples(command, [
    ['rollback 0f3c5b1e-8a51-4c0e-9d6e-0d3f6a2b7c11', 'Take back what an open run did:'],
  ]);
};

export const defineHistory: DefineVerb = (command, run) => {
  command.action(run((context) => history(context)));
  addExamples(command, [['history --tenant staging', 'List runs, newest first:']]);
};

async function undo(context: Context, planId: string, confirm: string | undefined): Promise<Ending> {
  const profile = await context.tenant();
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
    if (plan.confirmation !== null && confirm?.trim() !== plan.confirmation.trim()) {
      throw failure(
        'confirmation-mismatch',
        `${plan.confirmation} is marked production. Nothing was sent. Add --confirm "${plan.confirmation}".`,
      );
    }
    const applied = await withProgress(context, desk, plan.id, (options) =>
      desk.call(
        'changes.apply',
        {
          planId: plan.id,
          ...(plan.confirmation === null ? {} : { confirmation: plan.confirmation }),
          ...(plan.acknowledgement === undefined ? {} : { acknowledged: plan.acknowledgement }),
          acknowledgedHosts: (plan.destinations ?? []).map(({ host }) => host),
        },
        options,
      ),
    );
    return await printRun(context, { verb: 'undo', profile, plan: applied });
  } finally {
    await desk.call('changes.discard', { planId: plan.id }, { signal: new AbortController().signal });
  }
}

async function goOn(context: Context, verb: 'resume' | 'rollback', planId: string): Promise<Ending> {
  const profile = await context.tenant();
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
