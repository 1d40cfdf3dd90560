import { Option } from '@commander-js/extra-typings';
import { counted } from '../../../languages/text/intl.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { Context } from '../context.ts';
import { concurrencyOption } from '../folder/concurrency-option.ts';
import type { PlanFile } from '../folder/plan-file.ts';
import { writePlanFile } from '../folder/plan-file.ts';
import { deleteOption, maxDeletesOption } from '../folder/plan-options.ts';
import { printPlan } from '../folder/print-plan.ts';
import type { Planned, PlanOptions } from '../folder/planned.ts';
import { planSource } from '../folder/planned.ts';
import type { DefineVerb, Ending } from '../run.ts';
import { addExamples } from '../run.ts';

interface Options extends Omit<PlanOptions, 'merge'> {
  readonly out?: string | undefined;
  readonly changeSet?: string | undefined;
  readonly exitCode?: true | undefined;
  readonly markdown?: true | undefined;
}

export const definePlan: DefineVerb = (command, run) => {
  command
    .argument('<source>', 'folder, saved plan, or change set')
    .addOption(new Option('--out <file>', 'save the plan'))
    .addOption(new Option('--change-set <file>', 'save the changes for review in the window'))
    .addOption(new Option('--exit-code', 'end with 3 where something differs'))
    .addOption(new Option('--markdown', 'print the review as Markdown'))
    .addOption(deleteOption())
    .addOption(maxDeletesOption())
    .addOption(concurrencyOption())
    .action(run((context, source, options) => plan(context, source, options)));
  addExamples(command, [
    ['plan acme/ --tenant production', 'Show what would change:'],
    ['plan acme/ --out acme.tdplan --exit-code', 'Save it, and end with 3 if there is something:'],
    ['plan acme/ --delete "Legacy HR" --max-deletes 1', 'Delete an application, too:'],
    ['plan acme/ --change-set acme.tdchanges', 'Save it as a change set, which the window opens:'],
    ['plan acme/ --markdown >> "$GITHUB_STEP_SUMMARY"', 'For the summary of a pull request:'],
  ]);
};

async function plan(context: Context, source: string, options: Options): Promise<Ending> {
  const { out, changeSet, exitCode, markdown } = options;
  const planned = await planSource(context, source, { ...options, merge: false });
  const { call } = await context.desk();
  try {
    if (out !== undefined) await writePlanFile(out, fileOf(planned));
    if (changeSet !== undefined) await saveChangeSet(context, planned, changeSet);
    if (markdown === true) await context.output.write(await asMarkdown(context, planned));
    else await printPlan(context, planned, out);
  } finally {
    if (planned.plan !== undefined) await call('changes.discard', { planId: planned.plan.id });
  }
  const { create, update, delete: deletes, conflict } = planned.summary;
  return exitCode === true && create + update + deletes + conflict > 0 ? 'differences' : 'done';
}

function fileOf({ source, toFile }: Planned): PlanFile {
  if (toFile !== undefined) return toFile();
  throw failure('invalid-input', `${source} is a change set already. Omit --out, and apply ${source}.`);
}

async function saveChangeSet(context: Context, { plan: made }: Planned, path: string): Promise<void> {
  if (made === undefined || made.changing + made.undecided === 0) {
    context.output.warn(`There are no changes: ${path} wasn’t written.`);
    return;
  }
  const { call } = await context.desk();
  const saved = await call('changeSets.save', { planId: made.id }, { files: { save: path } });
  const skipped = saved?.skipped ?? 0;
  if (skipped > 0)
    context.output.warn(`${path} doesn’t contain ${counted(skipped, 'item')} without changes.`);
}

async function asMarkdown(context: Context, { plan: made, profile }: Planned): Promise<string> {
  if (made === undefined) return `No changes for ${profile.name}.\n`;
  return await (await context.desk()).call('changes.markdown', { planId: made.id });
}
