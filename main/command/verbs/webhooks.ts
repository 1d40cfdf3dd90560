import type { Webhook } from '../../../contract/webhooks/webhooks.ts';
import type { Context } from '../context.ts';
import { describeTenant } from '../described-tenant.ts';
import { findOne } from '../find-one.ts';
import { freshData } from '../fresh-read.ts';
import type { Column } from '../output/table.ts';
import { formatFields } from '../output/table.ts';
import type { DefineVerb } from '../run.ts';
import { addExamples } from '../run.ts';

const columns: readonly Column<Webhook>[] = [
  { title: 'Name', value: ({ name }) => name },
  { title: 'Status', value: ({ activation }) => activation },
  { title: 'Event', value: ({ eventType }) => eventType },
  { title: 'Min risk', value: ({ riskLevel }) => riskLevel },
  { title: 'URL', value: ({ url }) => url },
  { title: 'ID', value: ({ id }) => id },
];

export const defineWebhooks: DefineVerb = (command, run) => {
  const list = command
    .command('list')
    .description('list the webhooks of a tenant; credentials are placeholders')
    .action(run((context) => listWebhooks(context)));
  addExamples(list, [
    ['webhooks list --tenant staging', 'List webhooks as a table:'],
    ["webhooks list --json | jq '.webhooks[] | select(.enabled | not) | .name'", 'Those that are disabled:'],
  ]);
  const show = command
    .command('show')
    .argument('<webhook>', 'name or ID')
    .description('show one webhook with its template; credentials are placeholders')
    .action(run((context, webhook) => showWebhook(context, webhook)));
  addExamples(show, [
    ['webhooks show "Slack: risky sign-ins"', 'Show a webhook:'],
    ['webhooks show "Slack: risky sign-ins" --json | jq -r .webhook.requestBody', 'Print its template:'],
  ]);
};

async function readWebhooks({ output, desk }: Context, tenantId: string): Promise<readonly Webhook[]> {
  return freshData(await (await desk()).call('webhooks.list', { tenantId }), output);
}

async function listWebhooks(context: Context): Promise<void> {
  const profile = await context.tenant();
  await context.output.list({
    verb: 'webhooks-list',
    key: 'webhooks',
    about: { tenant: describeTenant(profile) },
    rows: await readWebhooks(context, profile.id),
    columns,
    empty: `${profile.name} has no webhooks.`,
  });
}

async function showWebhook(context: Context, wanted: string): Promise<void> {
  const profile = await context.tenant();
  const webhook = findOne(await readWebhooks(context, profile.id), wanted, 'webhook');
  await context.output.print({
    verb: 'webhooks-show',
    data: { tenant: describeTenant(profile), webhook },
    text: () =>
      [
        formatFields([
          ['Name', webhook.name],
          ['Description', webhook.description],
          ['Status', webhook.activation],
          ['Event', webhook.eventType],
          ['Min risk', webhook.riskLevel],
          ['Request', `${webhook.method} ${webhook.url}`],
          ['Content type', webhook.contentType],
          ['ID', webhook.id],
        ]),
        ...(webhook.headers === '' ? [] : ['', webhook.headers]),
        ...(webhook.requestBody === '' ? [] : ['', webhook.requestBody]),
      ].join('\n'),
  });
}
