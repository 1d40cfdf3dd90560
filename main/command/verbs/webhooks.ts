import type { Command } from '@commander-js/extra-typings';
import type { Webhook } from '../../../contract/webhooks/webhooks.ts';
import { webhookDefinitionSchema, webhookStateOf } from '../../../contract/webhooks/webhooks.ts';
import { invalidInput } from '../../platform/invalid-input.ts';
import type { Context } from '../context.ts';
import { describeTenant } from '../described-tenant.ts';
import { findOne } from '../find-one.ts';
import { freshData } from '../fresh-read.ts';
import type { Column } from '../output/table.ts';
import { formatFields } from '../output/table.ts';
import { printable } from '../output/printable.ts';
import type { DefineVerb, Ending, Run } from '../run.ts';
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
  defineTest(command, run);
};

function defineTest(command: Command, run: Run): void {
  const test = command
    .command('test')
    .argument('<webhook>', 'name or ID')
    .option('--credentials-to <origin>', 'scheme, host and port that may receive credentials of another URL')
    .description('let the tenant send a test request to the URL of a webhook; nothing is stored')
    .action(run((context, webhook, { credentialsTo }) => testWebhook(context, webhook, credentialsTo)));
  addExamples(test, [
    ['webhooks test "Slack: risky sign-ins"', 'Send a test request; ends with 9 if it fails:'],
    ['webhooks test "Audit lake" --json | jq .result.httpStatus', 'Print the status of the response:'],
  ]);
}

async function testWebhook(
  context: Context,
  wanted: string,
  credentialsTo: string | undefined,
): Promise<Ending> {
  const profile = await context.tenant();
  const webhook = findOne(await readWebhooks(context, profile.id), wanted, 'webhook');
  const parsed = webhookDefinitionSchema.safeParse({ ...webhookStateOf(webhook), enabled: webhook.enabled });
  if (!parsed.success) throw invalidInput(parsed.error);
  const { call } = await context.desk();
  const { deliveryId: _delivery, ...result } = await call('webhooks.test', {
    tenantId: profile.id,
    targetId: webhook.id,
    definition: parsed.data,
    ...(credentialsTo === undefined ? {} : { credentialsTo }),
  });
  const { succeeded, httpStatus, message, durationMs } = result;
  await context.output.print({
    verb: 'webhooks-test',
    data: { tenant: describeTenant(profile), webhook: { id: webhook.id, name: webhook.name }, result },
    text: () =>
      `${succeeded ? 'Delivered' : 'Failed'}: ${httpStatus === 0 ? 'no response' : httpStatus}, ${Math.round(durationMs)} ms${message === '' ? '' : `. ${printable(message)}`}`,
  });
  return succeeded ? 'done' : 'tests-failed';
}

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
