import { Command } from '@commander-js/extra-typings';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verbs } from '../../../main/command/verbs/verbs.ts';
import { aWebhook } from '../../builders/a-webhook.ts';
import { editFile, filesIn, tdeskOn } from '../../builders/pulled-folder.ts';
import type { RunDocument } from '../../builders/pulled-folder.ts';
import { runTdesk, signInThroughTdesk, spawnTdesk } from '../../builders/run-tdesk.ts';
import type { FaultProxy } from '../../fakes/fault-proxy.ts';
import { startFaultProxy } from '../../fakes/fault-proxy.ts';
import type { FaultyTenant } from '../../faults/faulty-tenant.ts';
import { startFaultyTenant } from '../../faults/faulty-tenant.ts';
import { makeTemporaryFolder } from '../desk-foundation.ts';
import { spawnScript } from '../spawn-script.ts';

const work = makeTemporaryFolder();
const at = (...path: string[]): string => join(work, ...path);
let tenant: FaultyTenant;
let network: FaultProxy;
/** What must be in no argument, output and file. */
const canaries = {
  header: 'canary-of-a-header-7f31',
  environment: 'canary-of-the-environment-a94c',
  received: 'canary-of-a-request-03be',
  passphrase: 'canary-of-a-passphrase-5d20',
};
const secrets = (): readonly string[] => [
  ...Object.values(canaries),
  tenant.accessToken,
  tenant.address.password,
];

/** Every command of the program, from the program: a new one without a case below fails. */
async function allCommands(): Promise<readonly string[]> {
  const program = new Command('tdesk');
  for (const { name, load } of verbs) (await load())(program.command(name), () => async () => undefined);
  const below = (command: CommandUnknownOpts): CommandUnknownOpts[] =>
    command.commands.length === 0 ? [command] : command.commands.flatMap(below);
  return below(program).map((command) => {
    const { parent } = command;
    return parent === null || parent === program ? command.name() : `${parent.name()} ${command.name()}`;
  });
}
const commands = await allCommands();

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function env(): Record<string, string> {
  const { address, accessToken } = tenant;
  const analyticsUrl = address.analyticsUrl.replace(address.baseUrl, network.baseUrl);
  const through = { ...address, baseUrl: network.baseUrl, analyticsUrl };
  const { env: ofTenant } = tdeskOn({ address: through, accessToken }, at('state'));
  return { ...ofTenant, TDESK_ISSUER: address.issuer, CANARY: canaries.environment };
}
const run = (...args: string[]): Promise<Ended> => runTdesk([...args, '--verbose'], { env: env() });
/** A profile without a keychain. */
const local = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere', TDESK_STATE: at('profile') };
const onProfile = (...args: string[]): Promise<Ended> => runTdesk([...args, '--verbose'], { env: local });

/** Runs one that doesn’t end on its own, until `isReady`. */
async function untilReady(
  args: readonly string[],
  isReady: (output: string) => boolean | Promise<boolean>,
  environment: Record<string, string> = {},
): Promise<Ended> {
  const child = spawnTdesk([...args, '--verbose'], { env: environment });
  if (child.stdout === null || child.stderr === null) throw new Error('It has no pipes.');
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  const closed = once(child, 'close');
  while (child.exitCode === null && !(await isReady(output))) await delay(20);
  child.kill('SIGINT');
  await closed;
  return { code: child.exitCode, stdout: output, stderr: '' };
}

const runIn = ({ stdout }: Ended): string => (JSON.parse(stdout) as RunDocument).run;

/** A new webhook whose secret comes from the environment. */
function addWebhook(name: string): void {
  const document = {
    ...{ name, url: 'https://canary.example/in', eventType: 'SecurityAlert', riskLevel: 'High' },
    headers: ['Authorization: Bearer ${env:CANARY}'],
  };
  writeFileSync(at(`folder/webhooks/${name}.json`), JSON.stringify(document));
  writeFileSync(at(`folder/webhooks/${name}.ftl`), '{ "user": "${(event.user_name!"")?json_string}" }');
}

const accept = ['--accept', 'https://canary.example'];

/** An apply that the tenant stops at its second item: its run stays open. */
async function stopped(name: string): Promise<Ended> {
  addWebhook(`${name}-1`);
  addWebhook(`${name}-2`);
  network.setFaults(({ method, body }) =>
    method === 'POST' && body.includes(`${name}-2`)
      ? { kind: 'answer', status: 429, body: '', headers: { 'retry-after': '3600' } }
      : { kind: 'pass' },
  );
  const ended = await run('apply', at('folder'), '--json', ...accept);
  network.setFaults(() => ({ kind: 'pass' }));
  return ended;
}

let listening = '';
const isNumber = /:(\d+)\//;

/** Each command as people run it, and the exit codes that are expected. */
const cases: Readonly<
  Record<string, { readonly codes: readonly number[]; readonly work: () => Promise<readonly Ended[]> }>
> = {
  'tenants add': {
    codes: [0],
    work: async () => [
      await onProfile(
        ...[
          'tenants',
          'add',
          'Acme',
          '--url',
          tenant.address.baseUrl,
          '--client-id',
          tenant.address.clientId,
        ],
      ),
    ],
  },
  'tenants list': { codes: [0], work: async () => [await onProfile('tenants', 'list')] },
  login: {
    codes: [0, 0, 0],
    async work() {
      const window = spawnScript('browser-desk.ts', [local.TDESK_STATE], { ...process.env, ...local });
      await window.nextLine();
      const { code, document, page } = await signInThroughTdesk(['login', 'Acme', '--verbose'], {
        ...{ env: local, password: tenant.address.password },
      });
      const who = await onProfile('whoami');
      const out = await onProfile('logout', 'Acme');
      await window.kill();
      return [{ code, stdout: `${JSON.stringify(document)}${page}`, stderr: '' }, who, out];
    },
  },
  logout: { codes: [0], work: async () => [await onProfile('logout', 'Acme')] },
  'tenants remove': { codes: [0], work: async () => [await onProfile('tenants', 'remove', 'Acme', '--yes')] },
  'tenants test': { codes: [0], work: async () => [await run('tenants', 'test')] },
  whoami: {
    codes: [0, 0, 4],
    async work() {
      const { TDESK_TOKEN: token = '', ...rest } = env();
      const client = { TDESK_CLIENT_ID: 'svc-1@acme.example', TDESK_CLIENT_SECRET: tenant.address.password };
      return [
        await runTdesk(['whoami', '--verbose'], { env: { ...rest, ...client } }),
        await runTdesk(['whoami', '--verbose', '--token-stdin'], { env: rest, stdin: token }),
        await runTdesk(['apps', 'list', '--verbose'], { env: { ...rest, TDESK_TOKEN: `${token}x` } }),
      ];
    },
  },
  'apps list': { codes: [0], work: async () => [await run('apps', 'list')] },
  'apps show': { codes: [0], work: async () => [await run('apps', 'show', 'Canary app')] },
  'apps export-script': {
    codes: [0],
    work: async () => [await run('apps', 'export-script', 'Canary app')],
  },
  'webhooks list': { codes: [0], work: async () => [await run('webhooks', 'list')] },
  'webhooks show': { codes: [0], work: async () => [await run('webhooks', 'show', 'Canary header')] },
  'webhooks test': { codes: [9], work: async () => [await run('webhooks', 'test', 'Canary header')] },
  'roles list': { codes: [0], work: async () => [await run('roles', 'list')] },
  'origins list': { codes: [0], work: async () => [await run('origins', 'list')] },
  'config show': { codes: [0], work: async () => [await run('config', 'show')] },
  pull: { codes: [0], work: async () => [await run('pull', at('folder'))] },
  plan: {
    codes: [0, 0, 0, 0],
    async work() {
      addWebhook('canary');
      editFile(at('folder'), 'webhooks/canary-header.ftl', (before) => `${before}\n`);
      const source = at('folder');
      return [
        await run('plan', source, '--table'),
        await run('plan', source, '--markdown'),
        await run('plan', source, '--out', at('plan.tdplan')),
        await run('plan', at('plan.tdplan')),
      ];
    },
  },
  apply: {
    codes: [8, 0],
    async work() {
      const denied = await run('apply', at('plan.tdplan'));
      const receipts = ['--receipt', at('receipt.json')];
      const hosts = ['--accept', 'https://hooks.acme.example', ...accept];
      return [denied, await run('apply', at('plan.tdplan'), '--json', ...hosts, ...receipts)];
    },
  },
  undo: {
    codes: [0],
    work: async () => [
      await run(
        'undo',
        runIn({ code: 0, stderr: '', stdout: readFileSync(at('receipt.json'), 'utf8') }),
        ...accept,
        '--accept',
        'https://hooks.acme.example',
      ),
    ],
  },
  resume: {
    codes: [7, 0],
    async work() {
      const first = await stopped('resumed');
      return [first, await run('resume', runIn(first))];
    },
  },
  rollback: {
    codes: [7, 0],
    async work() {
      const first = await stopped('rolled');
      return [first, await run('rollback', runIn(first))];
    },
  },
  history: { codes: [0], work: async () => [await run('history')] },
  drift: { codes: [3], work: async () => [await run('drift', at('folder'), '--exit-code')] },
  diff: { codes: [0], work: async () => [await run('diff', at('folder'), network.baseUrl)] },
  'config explain': { codes: [0], work: async () => [await run('config', 'explain', at('folder'))] },
  query: {
    codes: [0, 0],
    work: async () => [
      await run('query', 'SELECT Username FROM User', '--ndjson'),
      await run('query', 'SELECT Username FROM User', '--out', at('users.csv')),
    ],
  },
  procedure: { codes: [0], work: async () => [await run('procedure', 'servers-by-type')] },
  'job start': {
    codes: [0, 2],
    work: async () => [await run('job', 'start'), await run('job', 'start', 'assign-computer-role')],
  },
  'job list': { codes: [0], work: async () => [await run('job', 'list')] },
  'job show': { codes: [8], work: async () => [await run('job', 'show', 'nothing')] },
  'templates test': {
    codes: [0],
    work: async () => [
      await run('templates', 'test', at('folder/webhooks/canary.ftl'), '--junit', at('t.xml')),
    ],
  },
  'webhooks render': {
    codes: [0],
    work: async () => [await run('webhooks', 'render', at('folder/webhooks/canary.ftl'))],
  },
  'webhooks lint': {
    codes: [0],
    work: async () => [await run('webhooks', 'lint', at('folder/webhooks/canary.ftl'))],
  },
  'scripts test': {
    codes: [0],
    async work() {
      mkdirSync(at('scripts/x.tests'), { recursive: true });
      writeFileSync(at('scripts/x.js'), 'setSubjectName(LoginUser.Username);');
      const test = { user: { Username: 'zoe@acme.example' }, expect: { 'Name ID': 'zoe@acme.example' } };
      writeFileSync(at('scripts/x.tests/a.json'), JSON.stringify(test));
      return [await run('scripts', 'test', at('scripts'))];
    },
  },
  'events tail': { codes: [0], work: async () => [await run('events', 'tail', '--since', '1d', '--once')] },
  'webhooks listen': {
    codes: [0],
    work: async () => [
      await untilReady(['webhooks', 'listen'], async (output) => {
        const [, port] = isNumber.exec(output) ?? [];
        if (port === undefined) return false;
        if (listening !== '') return output.includes('"method"');
        listening = port;
        const headers = { authorization: `Bearer ${canaries.received}`, 'x-api-key': canaries.received };
        await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: '{}', headers });
        return false;
      }),
    ],
  },
  browser: {
    codes: [0],
    work: async () => [
      await untilReady(['browser', '--no-open'], (output) => output.includes('"ready":true'), local),
    ],
  },
  'sandbox start': {
    codes: [0],
    async work() {
      const saved = at('sandbox.env');
      let found: readonly string[] = [];
      const ended = await untilReady(
        ['sandbox', 'start', '--apps', '2', '--events', '0', '--save-env', saved],
        (output) => {
          if (!output.includes(saved)) return false;
          const [, value = ''] = /^TDESK_TOKEN=(.+)$/m.exec(readFileSync(saved, 'utf8')) ?? [];
          found = [value];
          return value !== '';
        },
      );
      for (const value of found) expect(ended.stdout).not.toContain(value);
      return [ended];
    },
  },
  backup: {
    codes: [0, 2],
    async work() {
      const withPassphrase = { env: { ...local, TDESK_BACKUP_PASSPHRASE: canaries.passphrase } };
      const file = at('profile.tdbackup');
      return [
        await runTdesk(['backup', file, '--secrets', '--verbose'], withPassphrase),
        await onProfile('backup', file, '--secrets'),
      ];
    },
  },
  restore: {
    codes: [0, 2],
    async work() {
      const file = at('profile.tdbackup');
      const piped = { env: local, stdin: canaries.passphrase };
      return [
        await runTdesk(['restore', file, '--passphrase-stdin', '--yes', '--verbose'], piped),
        await onProfile('restore', file),
      ];
    },
  },
  doctor: { codes: [0], work: async () => [await onProfile('doctor', '--out', at('report.json'))] },
  completion: { codes: [0], work: async () => [await run('completion', 'bash')] },
  complete: { codes: [0], work: async () => [await run('complete', '--', 'apps', '')] },
  man: { codes: [0], work: async () => [await run('man')] },
};

beforeAll(async () => {
  tenant = await startFaultyTenant();
  network = await startFaultProxy(tenant.address.baseUrl);
  const { administrator } = tenant;
  const id = await administrator.addApplication('Generic SAML');
  await administrator.changeApplication(id, { Name: 'Canary app', Script: 'setAudience("a");' });
  await administrator.createWebhook(
    aWebhook({ name: 'Canary header', headers: `X-Api-Key: ${canaries.header}`, riskLevel: 'High' }),
  );
});
afterAll(async () => {
  await network[Symbol.asyncDispose]();
  await tenant[Symbol.asyncDispose]();
  rmSync(work, { recursive: true });
});

/** Arguments of every process of the machine that has a canary in them. */
function revealingArguments(): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        return [readFileSync(`/proc/${name}/cmdline`, 'latin1')];
      } catch {
        // It ended in between.
        return [];
      }
    })
    .filter((line) => secrets().some((secret) => line.includes(secret)));
}

/** Looks at the arguments of all processes again and again while `work` runs. */
async function watchingArguments<Result>(work: () => Promise<Result>): Promise<Result> {
  if (process.platform !== 'linux') return await work();
  const found = new Set<string>();
  const watching = setInterval(() => revealingArguments().forEach((line) => found.add(line)), 100);
  try {
    return await work();
  } finally {
    clearInterval(watching);
    expect([...found]).toEqual([]);
  }
}

describe('secrets of the command', () => {
  it('are proven for every command of the program', () => {
    expect(Object.keys(cases).toSorted()).toEqual(commands.toSorted());
  });

  it.each(commands.filter((name) => name !== 'complete'))(
    '%s has examples, and no option that takes a secret as its value',
    async (name) => {
      const { code, stdout } = await runTdesk([...name.split(' '), '--help']);
      expect(code).toBe(0);
      expect(stdout).toContain('Examples:');
      expect(stdout).not.toMatch(/--\S*(?:token|secret|password|key)\S* [<[]\w/i);
    },
  );

  it.each(Object.entries(cases))('%s shows none', async (_name, { codes, work: runCase }) => {
    const ended = await watchingArguments(runCase);
    const output = ended.map(({ stdout, stderr }) => stdout + stderr).join('');
    expect(
      ended.map(({ code }) => code),
      output,
    ).toEqual(codes);
    for (const secret of secrets()) expect(output).not.toContain(secret);
  });

  it('are in no file: folders, plans, receipts, reports, logs, history', () => {
    const files = filesIn(work);
    expect(Object.keys(files)).toEqual(
      expect.arrayContaining(['receipt.json', 'plan.tdplan', 'report.json', 'users.csv', 't.xml']),
    );
    const revealing = Object.entries(files)
      .filter(([, content]) => secrets().some((secret) => content.includes(secret)))
      .map(([path]) => path);
    expect(revealing).toEqual([]);
  });

  it('are where they belong: the canaries reached the tenant', () => {
    const headers = [...tenant.read().webhooks.values()].map((webhook) => webhook.headers).join('\n');
    expect(headers).toContain(canaries.header);
    expect(headers).toContain(canaries.environment);
  });
});
