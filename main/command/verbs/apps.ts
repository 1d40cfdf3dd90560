import type { ApplicationSummary } from '../../../contract/applications/application-summary.ts';
import { describeTenant } from '../described-tenant.ts';
import { findOne } from '../find-one.ts';
import { freshData } from '../fresh-read.ts';
import { formatFields } from '../output/table.ts';
import type { Column } from '../output/table.ts';
import type { DefineVerb } from '../run.ts';
import { addExamples } from '../run.ts';
import type { Context } from '../context.ts';

const columns: readonly Column<ApplicationSummary>[] = [
  { title: 'Name', value: ({ name }) => name },
  { title: 'Type', value: ({ type }) => type },
  { title: 'State', value: ({ state }) => state },
  { title: 'ID', value: ({ id }) => id },
];

export const defineApps: DefineVerb = (command, run) => {
  const list = command
    .command('list')
    .description('list the applications of a tenant')
    .action(run((context) => listApps(context)));
  addExamples(list, [
    ['apps list --tenant "Acme Production"', 'List applications as a table:'],
    ['apps list --ndjson | jq -r .name', 'Their names, one per line:'],
  ]);
  const show = command
    .command('show')
    .argument('<app>', 'name or ID')
    .description('show one application with its settings and its script')
    .action(run((context, app) => showApp(context, app)));
  addExamples(show, [
    ['apps show Payroll --tenant staging', 'Show an application:'],
    ['apps show Payroll --json | jq -r .application.script', 'Print its script:'],
  ]);
};

async function listApps({ output, desk, tenant }: Context): Promise<void> {
  const profile = await tenant();
  const read = await (await desk()).call('applications.list', { tenantId: profile.id });
  await output.list({
    verb: 'apps-list',
    key: 'applications',
    about: { tenant: describeTenant(profile) },
    rows: freshData(read, output),
    columns,
    empty: `${profile.name} has no applications.`,
  });
}

async function showApp({ output, desk, tenant }: Context, wanted: string): Promise<void> {
  const profile = await tenant();
  const { call } = await desk();
  const all = freshData(await call('applications.list', { tenantId: profile.id }), output);
  const { id } = findOne(all, wanted, 'application');
  const found = freshData(await call('applications.get', { tenantId: profile.id, id }), output);
  const { ownScript: script, record, ...application } = found;
  await output.print({
    verb: 'apps-show',
    data: { tenant: describeTenant(profile), application: { ...application, script, record } },
    text: () =>
      [
        formatFields([
          ['Name', application.name],
          ['Description', application.description],
          ['Type', application.type],
          ['Template', application.templateName],
          ['ID', application.id],
        ]),
        ...(script === null ? [] : ['', script]),
      ].join('\n'),
  });
}
