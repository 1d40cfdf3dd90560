import type { Command } from '@commander-js/extra-typings';
import { InvalidArgumentError, Option } from '@commander-js/extra-typings';
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
  defineOffline(command, run);
  defineListen(command, run);
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

const number = (name: string, min: number, max: number) => (text: string) => {
  const value = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw new InvalidArgumentError(`Enter a ${name} from ${min} to ${max}.`);
};

function defineListen(command: Command, run: Run): void {
  const listen = command
    .command('listen')
    .addOption(
      new Option('--port <n>', 'port on 127.0.0.1')
        .default(0, 'a free one')
        .argParser(number('port', 0, 65_535)),
    )
    .addOption(
      new Option('--status <n>', 'status of every response')
        .default(200)
        .argParser(number('status', 200, 599)),
    )
    .addOption(new Option('--forward <url>', 'URL on this machine that gets every request'))
    .description('receive webhooks on this machine, and print them as they arrive; no tenant needed')
    .action(
      run(async (context, { port, status, forward }) => {
        const { forwardUrl } = await import('../live/receiver.ts');
        const { listenForWebhooks } = await import('../live/listen.ts');
        const to = forward === undefined ? undefined : forwardUrl(forward);
        await listenForWebhooks(context, { port, status, forward: to });
      }),
    );
  addExamples(listen, [
    ['webhooks listen --port 8080', 'Print every request to http://127.0.0.1:8080/:'],
    [
      'webhooks listen --forward http://localhost:3000/hooks',
      'Pass them on to your program, and print its responses:',
    ],
  ]);
}

function defineOffline(command: Command, run: Run): void {
  const render = command
    .command('render')
    .argument('<file>', 'template (.ftl)')
    .option('--event <file>', 'JSON file with an event (default: a security alert)')
    .description('print what a webhook would send; no tenant needed')
    .action(
      run(async (context, file, { event }) => {
        const { renderFile } = await import('../templates/offline-verbs.ts');
        return await renderFile(context, file, event);
      }),
    );
  addExamples(render, [
    ['webhooks render acme/webhooks/audit-lake.ftl --event sample.json', 'Render a template:'],
  ]);
  const lint = command
    .command('lint')
    .argument('<path>', 'template (.ftl), or a folder with some')
    .option('--warnings', 'fail for warnings, too')
    .option('--junit <file>', 'save the results as JUnit')
    .description('check templates for problems; no tenant needed')
    .action(
      run(async (context, path, { warnings, junit }) => {
        const { lintFiles } = await import('../templates/offline-verbs.ts');
        return await lintFiles(context, path, { warnings, junit });
      }),
    );
  addExamples(lint, [['webhooks lint acme/webhooks/ --warnings', 'Check all templates of a folder:']]);
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
