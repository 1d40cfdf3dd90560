import type { Command } from '@commander-js/extra-typings';
import type { ApplicationSummary } from '../../../contract/applications/application-summary.ts';
import { describeTenant } from '../described-tenant.ts';
import { findOne } from '../find-one.ts';
import { freshData } from '../fresh-read.ts';
import { formatFields } from '../output/table.ts';
import type { Column } from '../output/table.ts';
import { replaceFile } from '../../platform/host/replace-file.ts';
import type { DefineVerb, Run } from '../run.ts';
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
    ['apps show Payroll --json | jq .application.settings', 'Print its settings:'],
  ]);
  defineExportScript(command, run);
};

function defineExportScript(command: Command, run: Run): void {
  const exportScript = command
    .command('export-script')
    .argument('<app>', 'name or ID')
    .option('--out <file>', 'file to write (default: stdout)')
    .description('print the script of an application as it is')
    .action(run((context, app, { out }) => exportAppScript(context, app, out)));
  addExamples(exportScript, [
    ['apps export-script Payroll --out payroll.js', 'Save a script:'],
    ['apps export-script Payroll --tenant staging | diff payroll.js -', 'Compare it with a file:'],
  ]);
}

async function exportAppScript(context: Context, wanted: string, out: string | undefined): Promise<void> {
  const { output, desk, tenant } = context;
  const profile = await tenant();
  const { call } = await desk();
  const all = freshData(await call('applications.list', { tenantId: profile.id }), output);
  const { id, name } = findOne(all, wanted, 'application');
  const read = await call('scripts.get', { tenantId: profile.id, applicationId: id });
  const { script } = freshData(read, output);
  if (out === undefined) return await output.write(script);
  await replaceFile(out, (sink) => sink(Buffer.from(script)));
  output.note(`Saved the script of ${name} to ${out}`);
}

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
