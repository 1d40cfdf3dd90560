import type { Context } from '../context.ts';
import { describeTenant } from '../described-tenant.ts';
import { freshData } from '../fresh-read.ts';
import type { DefineVerb } from '../run.ts';
import { addExamples } from '../run.ts';

export const defineRoles: DefineVerb = (command, run) => {
  const list = command
    .command('list')
    .description('list the roles of a tenant')
    .action(run((context) => listRoles(context)));
  addExamples(list, [
    ['roles list --tenant staging', 'List roles as a table:'],
    ['roles list --ndjson', 'One JSON document per role:'],
  ]);
};

async function listRoles({ output, desk, tenant }: Context): Promise<void> {
  const profile = await tenant();
  const read = await (await desk()).call('roles.list', { tenantId: profile.id });
  await output.list({
    verb: 'roles-list',
    key: 'roles',
    about: { tenant: describeTenant(profile) },
    rows: freshData(read, output),
    columns: [
      { title: 'Name', value: ({ name }) => name },
      { title: 'Type', value: ({ type }) => type },
      { title: 'Description', value: ({ description }) => description },
      { title: 'ID', value: ({ id }) => id },
    ],
    empty: `${profile.name} has no roles.`,
  });
}
