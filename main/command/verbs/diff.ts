import { stat } from 'node:fs/promises';
import { Option } from '@commander-js/extra-typings';
import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import { counted } from '../../../languages/text/intl.ts';
import { compareFolder } from '../compare/compare-folder.ts';
import { compareItems } from '../compare/compare-items.ts';
import { compareTenants } from '../compare/compare-tenants.ts';
import type { Comparison } from '../compare/difference.ts';
import { countDifferences, reversed } from '../compare/difference.ts';
import { comparisonLines } from '../compare/print-comparison.ts';
import type { Context } from '../context.ts';
import { describeTenant } from '../described-tenant.ts';
import { concurrencyOption } from '../folder/concurrency-option.ts';
import { requireFolder } from '../folder/read-folder.ts';
import type { DefineVerb, Ending } from '../run.ts';
import { addExamples } from '../run.ts';

interface Options {
  readonly exitCode?: true | undefined;
  readonly concurrency: number;
}

export const defineDiff: DefineVerb = (command, run) => {
  command
    .argument('<first>', 'folder, or name, ID or URL of a tenant')
    .argument('<second>', 'folder, or name, ID or URL of a tenant')
    .addOption(new Option('--exit-code', 'end with 3 if something differs'))
    .addOption(concurrencyOption())
    .action(run((context, first, second, options) => diff(context, [first, second], options)));
  addExamples(command, [
    ['diff staging production', 'Compare two tenants:'],
    ['diff acme/ production --exit-code', 'Compare a folder with a tenant, and end with 3 if they differ:'],
    ['diff acme/ acme-old/ --json | jq .summary', 'Count the differences of two folders:'],
  ]);
};

type Side =
  | { readonly type: 'folder'; readonly path: string }
  | { readonly type: 'tenant'; readonly profile: TenantProfile };

async function diff(
  context: Context,
  [one, other]: readonly [string, string],
  { exitCode, concurrency }: Options,
): Promise<Ending> {
  const first = await sideOf(context, one);
  const second = await sideOf(context, other);
  const compared = await compareSides(context, first, second, concurrency);
  const summary = countDifferences(compared);
  const total = compared.items.length;
  await context.output.print({
    verb: 'diff',
    data: {
      first: describeSide(first),
      second: describeSide(second),
      summary,
      items: compared.items,
    },
    text: () =>
      total === 0
        ? `${nameOf(first)} and ${nameOf(second)} are the same.`
        : [
            `${nameOf(first)} and ${nameOf(second)} differ in ${counted(total, 'item')}`,
            '',
            ...comparisonLines(context, compared.items),
            '',
            `Diff: ${summary.first} only in ${nameOf(first)}, ${summary.second} only in ${nameOf(second)}, ${summary.different} different, ${summary.unclear} unclear, ${summary.same} the same`,
          ].join('\n'),
  });
  return exitCode === true && total > 0 ? 'differences' : 'done';
}

/** A folder where there is one of this name, else a tenant. */
async function sideOf(context: Context, name: string): Promise<Side> {
  const isFolder = await stat(name).then(
    (found) => found.isDirectory(),
    () => false,
  );
  return isFolder ? { type: 'folder', path: name } : { type: 'tenant', profile: await context.tenant(name) };
}

async function compareSides(
  context: Context,
  first: Side,
  second: Side,
  concurrency: number,
): Promise<Comparison> {
  if (first.type === 'tenant') {
    if (second.type === 'tenant') return await compareTenants(context, first.profile, second.profile);
    return reversed(await compareSides(context, second, first, concurrency));
  }
  const items = requireFolder(first.path);
  if (second.type === 'folder') return compareItems(items, requireFolder(second.path));
  const { profile } = second;
  return await compareFolder(context, {
    ...{ source: first.path, items, profile, concurrency, namesPeople: false },
  });
}

const nameOf = (side: Side): string => (side.type === 'folder' ? side.path : side.profile.name);

const describeSide = (side: Side): object =>
  side.type === 'folder' ? { folder: side.path } : { tenant: describeTenant(side.profile) };
