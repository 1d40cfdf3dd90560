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
    ['config show --tenant staging', 'Show the settings of a tenant:'],
    ['config show --json | jq .settings', 'Those that can be changed:'],
  ]);
  const explain = command
    .command('explain')
    .argument('[dir]', 'folder of a tenant', '.')
    .description('show where each value comes from: option, environment variable or tdesk.json')
    .action(
      run(async (context, dir) => {
        const { explainConfiguration } = await import('../folder/explain-configuration.ts');
        await explainConfiguration(context, dir);
      }),
    );
  addExamples(explain, [
    ['config explain acme/ --tenant production', 'Values for one tenant, and their sources:'],
    ['config explain acme/ --json | jq ".values[] | select(.source == null)"', 'Those without a value:'],
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
