import type { Context } from '../context.ts';
import { describeTenant } from '../described-tenant.ts';
import { freshData } from '../fresh-read.ts';
import { formatFields } from '../output/table.ts';
import type { DefineVerb } from '../run.ts';
import { addExamples } from '../run.ts';
import { formatExact } from '../../../languages/json/format-exact.ts';

export const defineConfig: DefineVerb = (command, run) => {
  const show = command
    .command('show')
    .description('show the configuration of a tenant; secrets are hidden')
    .action(run((context) => showConfiguration(context)));
  addExamples(show, [
    ['config show --tenant staging', 'Show what the tenant tells of itself:'],
    ['config show --json | jq .settings', 'What of it can be set:'],
  ]);
};

async function showConfiguration({ output, desk, tenant }: Context): Promise<void> {
  const profile = await tenant();
  const read = await (await desk()).call('configuration.get', { tenantId: profile.id });
  const { state, members } = freshData(read, output);
  await output.print({
    verb: 'config-show',
    data: {
      tenant: describeTenant(profile),
      settings: state,
      configuration: Object.fromEntries(members.map(({ name, value }) => [name, value])),
    },
    text: () =>
      formatFields(
        members.map(({ name, value }) => [name, typeof value === 'string' ? value : formatExact(value)]),
      ),
  });
}
