import type { Context } from '../context.ts';
import { describeTenant } from '../described-tenant.ts';
import { freshData } from '../fresh-read.ts';
import type { DefineVerb } from '../run.ts';
import { addExamples } from '../run.ts';

export const defineOrigins: DefineVerb = (command, run) => {
  const list = command
    .command('list')
    .description('list the trusted origins of a tenant')
    .action(run((context) => listOrigins(context)));
  addExamples(list, [
    ['origins list --tenant staging', 'List trusted origins:'],
    ['origins list --ndjson | jq -r .origin', 'One per line:'],
  ]);
};

async function listOrigins({ output, desk, tenant }: Context): Promise<void> {
  const profile = await tenant();
  const read = await (await desk()).call('origins.get', { tenantId: profile.id });
  const { origins, ownHost } = freshData(read, output);
  await output.list({
    verb: 'origins-list',
    key: 'origins',
    about: { tenant: describeTenant(profile), ownHost },
    rows: origins.map((origin) => ({ origin })),
    columns: [{ title: 'Origin', value: ({ origin }) => origin }],
    empty: `${profile.name} has no trusted origins.`,
  });
}
