import type { Command } from '@commander-js/extra-typings';
import { Option } from '@commander-js/extra-typings';
import { environments, tenantColors } from '../../../contract/tenants/tenants.ts';
import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { Context } from '../context.ts';
import { describeTenant } from '../described-tenant.ts';
import type { DefineVerb, Run } from '../run.ts';
import { addExamples } from '../run.ts';
import { readTenants } from '../state/read-tenants.ts';

export const defineTenants: DefineVerb = (command, run) => {
  const list = command
    .command('list')
    .description('list the tenants of the profile')
    .action(run((context) => listTenants(context)));
  addExamples(list, [
    ['tenants list', 'List tenants as a table:'],
    ['tenants list --json | jq -r ".tenants[].name"', 'Their names:'],
  ]);
  defineAdd(command, run);
  const remove = command
    .command('remove')
    .argument('<tenant>', 'name, ID or URL')
    .option('--yes', 'remove it without asking')
    .description('remove a tenant with its session, secrets and cached data; its history stays')
    .action(run((context, name, { yes = false }) => removeTenant(context, name, yes)));
  addExamples(remove, [['tenants remove staging --yes', 'Remove a tenant in a script:']]);
  const test = command
    .command('test')
    .argument('[tenant]', 'name, ID or URL (default: that of --tenant)')
    .description(
      'check step by step what works: proxy, DNS, connection, sign-in configuration, token, rights',
    )
    .action(
      run(async (context, name) => {
        const { testTenant } = await import('../tenant-test/test-tenant.ts');
        return await testTenant(context, name);
      }),
    );
  addExamples(test, [
    ['tenants test staging', 'See which step fails:'],
    ['tenants test --json | jq ".steps[] | select(.status == \\"failed\\")"', 'Only what failed:'],
  ]);
};

function defineAdd(command: Command, run: Run): void {
  const add = command
    .command('add')
    .argument('<name>', 'what to call it')
    .requiredOption('--url <url>', 'base URL of the management API')
    .requiredOption('--client-id <id>', 'client that people sign in with')
    .addOption(
      new Option('--environment <kind>', 'production asks for confirmation before changes')
        .choices(environments)
        .default('staging' as const),
    )
    .option('--analytics-url <url>', 'root of the analytics API (default: below the base URL)')
    .option('--issuer <url>', 'OpenID Connect issuer (default: the base URL)')
    .addOption(new Option('--color <name>', 'color in lists').choices(tenantColors).default('teal' as const))
    .description('add a tenant; a client secret is read with --secret-stdin and goes to the keychain')
    .action(
      run(async (context, name, options) => {
        await rejectTakenName(context, name);
        const { url: baseUrl, clientId, environment, color, analyticsUrl, issuer } = options;
        const clientSecret = await context.clientSecret();
        const added = await (
          await context.desk()
        ).call('tenants.add', {
          ...{ name, baseUrl, clientId, environment, color },
          ...(analyticsUrl === undefined ? {} : { analyticsUrl }),
          ...(issuer === undefined ? {} : { issuer }),
          ...(clientSecret === undefined ? {} : { clientSecret }),
        });
        await context.output.print({
          verb: 'tenants-add',
          data: { tenant: describeTenant(added) },
          text: () => `Added ${added.name} (${added.environment}). Sign in with: tdesk login "${added.name}"`,
        });
      }),
    );
  addExamples(add, [
    ['tenants add Staging --url https://staging.example --client-id admin-client', 'Add a tenant:'],
    [
      'tenants add Prod --url https://acme.example --client-id tenant-desk --environment production --secret-stdin < secret',
      'Add a production tenant whose client has a secret:',
    ],
  ]);
}

async function listTenants({ folder, output }: Context): Promise<void> {
  const rows = readTenants(folder).map((profile) => {
    const { analyticsUrl, issuer, clientId, isSandbox } = profile;
    return { ...describeTenant(profile), analyticsUrl, issuer, clientId, isSandbox };
  });
  await output.list({
    verb: 'tenants-list',
    key: 'tenants',
    rows,
    columns: [
      { title: 'Name', value: ({ name }) => name },
      { title: 'Environment', value: ({ environment }) => environment },
      { title: 'URL', value: ({ url }) => url },
      { title: 'ID', value: ({ id }) => id },
    ],
    empty: 'There is no tenant yet. Add one with tdesk tenants add.',
  });
}

/** Names are how the command line tells tenants apart. */
async function rejectTakenName({ desk }: Context, name: string): Promise<void> {
  const tenants = await (await desk()).call('tenants.list', undefined);
  if (!tenants.some((tenant) => tenant.name.toLocaleLowerCase() === name.trim().toLocaleLowerCase())) return;
  throw failure('invalid-input', `There is a tenant called ${name} already. Choose another name.`);
}

async function removeTenant(context: Context, name: string, isAgreed: boolean): Promise<void> {
  const profile = await context.tenant(name);
  if (!isAgreed) await confirmRemoval(context, profile);
  await (await context.desk()).call('tenants.remove', { id: profile.id });
  await context.output.print({
    verb: 'tenants-remove',
    data: { tenant: describeTenant(profile) },
    text: () => `Removed ${profile.name}. Its history stays.`,
  });
}

async function confirmRemoval(context: Context, { name }: TenantProfile): Promise<void> {
  const response = await context.ask(
    `Type ${name} to remove it with its session and secrets: `,
    `Removing ${name} needs a confirmation. Add --yes.`,
  );
  if (response.trim() !== name) throw failure('confirmation-mismatch', `${name} was not removed.`);
}
