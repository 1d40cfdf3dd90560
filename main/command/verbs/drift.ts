import { Option } from '@commander-js/extra-typings';
import { counted } from '../../../languages/text/intl.ts';
import { compareFolder } from '../compare/compare-folder.ts';
import type { ItemDifference } from '../compare/difference.ts';
import { countDifferences } from '../compare/difference.ts';
import { withGitFolder } from '../compare/git-folder.ts';
import { comparisonLines } from '../compare/print-comparison.ts';
import type { Context } from '../context.ts';
import { describeTenant } from '../described-tenant.ts';
import { concurrencyOption } from '../folder/concurrency-option.ts';
import { requireFolder } from '../folder/read-folder.ts';
import { tenantOfFolder } from '../folder/tenant-of-folder.ts';
import type { DefineVerb, Ending } from '../run.ts';
import { addExamples } from '../run.ts';

interface Options {
  readonly exitCode?: true | undefined;
  readonly git?: string | undefined;
  readonly concurrency: number;
}

export const defineDrift: DefineVerb = (command, run) => {
  command
    .argument('<dir>', 'folder that was pulled')
    .addOption(new Option('--exit-code', 'end with 3 if the tenant differs'))
    .addOption(new Option('--git <revision>', 'compare with the folder in this git revision'))
    .addOption(concurrencyOption())
    .action(run((context, dir, options) => drift(context, dir, options)));
  addExamples(command, [
    ['drift acme/ --tenant production --exit-code', 'Fail a nightly job if the tenant was changed:'],
    ['drift acme/ --git main', 'Compare with what is on the main branch:'],
    ['drift acme/ --json | jq -r ".items[] | [.kind, .name, .changedBy] | @tsv"', 'Who changed what:'],
  ]);
};

const drifted = { first: 'deleted', second: 'created', different: 'changed', unclear: 'unclear' } as const;

async function drift(context: Context, dir: string, options: Options): Promise<Ending> {
  const { git } = options;
  if (git === undefined) return await driftOf(context, dir, dir, options);
  return await withGitFolder(dir, git, (folder) => driftOf(context, dir, folder, options));
}

async function driftOf(
  context: Context,
  dir: string,
  folder: string,
  { exitCode, git, concurrency }: Options,
): Promise<Ending> {
  const items = requireFolder(folder);
  const profile = await tenantOfFolder(context, dir);
  const compared = await compareFolder(context, {
    ...{ source: dir, items, profile, concurrency, namesPeople: true },
  });
  const { first, second, different, unclear, same } = countDifferences(compared);
  const summary = { created: second, changed: different, deleted: first, unclear, unchanged: same };
  const total = first + second + different + unclear;
  await context.output.print({
    verb: 'drift',
    data: {
      tenant: describeTenant(profile),
      folder: dir,
      ...(git === undefined ? {} : { revision: git }),
      summary,
      items: compared.items.map(driftItem),
    },
    text: () =>
      total === 0
        ? `${profile.name} matches ${dir}.`
        : [
            `${profile.name} differs from ${dir} in ${counted(total, 'item')}`,
            '',
            ...comparisonLines(context, compared.items),
            '',
            `Drift: ${second} created, ${different} changed, ${first} deleted, ${unclear} unclear, ${same} unchanged`,
            `To update your files, run tdesk pull ${dir}`,
          ].join('\n'),
  });
  return exitCode === true && total > 0 ? 'differences' : 'done';
}

function driftItem({ difference, changedBy, changedAt, ...item }: ItemDifference) {
  return {
    ...item,
    change: drifted[difference],
    changedBy: changedBy ?? null,
    changedAt: changedAt ?? null,
  };
}
