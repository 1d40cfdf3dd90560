import { rmSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { runTdesk, tdeskJson } from '../../builders/run-tdesk.ts';
import { useTenant } from '../../builders/use-tenant.ts';
import { makeTemporaryFolder } from '../desk-foundation.ts';

const tenant = useTenant(() => ['--apps', '5', '--events', '0']);
const state = makeTemporaryFolder();
afterAll(() => rmSync(state, { recursive: true }));
const env = () => ({
  TDESK_TENANT_URL: tenant.baseUrl,
  TDESK_ANALYTICS_URL: tenant.analyticsUrl,
  TDESK_TOKEN: tenant.accessToken,
  TDESK_STATE: state,
});

describe('reading a tenant with the command', () => {
  it.each([
    ['apps list', 'apps-list', 'applications'],
    ['webhooks list', 'webhooks-list', 'webhooks'],
    ['roles list', 'roles-list', 'roles'],
    ['origins list', 'origins-list', 'origins'],
  ])('%s prints one JSON document that names its schema', async (verb, schema, key) => {
    const { code, stdout, stderr } = await runTdesk(verb.split(' '), { env: env() });
    const document = JSON.parse(stdout) as Record<string, unknown>;
    expect({ code, stderr, schema: document['schema'] }).toEqual({
      code: 0,
      stderr: '',
      schema: `tdesk/${schema}/v1`,
    });
    expect(document['tenant']).toMatchObject({ url: tenant.baseUrl, environment: 'development' });
    expect(document[key]).not.toEqual([]);
  });

  it('prints a line of JSON for each row with --ndjson, and a table with --table', async () => {
    const lines = await runTdesk(['apps', 'list', '--ndjson'], { env: env() });
    const rows = lines.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { name: string });
    expect(rows).toHaveLength(5);
    expect(rows[0]).toMatchObject({ schema: 'tdesk/apps-list/v1', id: expect.any(String) });
    const table = await runTdesk(['apps', 'list', '--table'], { env: env() });
    expect(table.stdout).toMatch(/^NAME +TYPE +STATE +ID\n/);
    for (const { name } of rows) expect(table.stdout).toContain(name);
  });

  it('shows an application by name or ID, and lists the candidates for an ambiguous name', async () => {
    const list = (await tdeskJson(['apps', 'list'], { env: env() })) as {
      applications: { id: string; name: string }[];
    };
    const [{ id, name } = { id: '', name: '' }] = list.applications;
    const byName = await tdeskJson(['apps', 'show', name], { env: env() });
    expect(byName).toMatchObject({ schema: 'tdesk/apps-show/v1', application: { id, name } });
    expect(await tdeskJson(['apps', 'show', id], { env: env() })).toMatchObject({ application: { id } });
    const { code, stdout, stderr } = await runTdesk(['apps', 'show', 'Nothing'], { env: env() });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('There is no application with the name or ID Nothing.');
  });

  it('shows a webhook with its template, and the configuration', async () => {
    const webhook = await tdeskJson(['webhooks', 'show', 'Slack: risky sign-ins'], { env: env() });
    expect(webhook).toMatchObject({
      schema: 'tdesk/webhooks-show/v1',
      webhook: { name: 'Slack: risky sign-ins', requestBody: expect.stringContaining('${') },
    });
    expect(await tdeskJson(['config', 'show'], { env: env() })).toMatchObject({
      schema: 'tdesk/config-show/v1',
      configuration: { Name: tenant.name },
    });
  });

  it('says who is signed in, and what of the tenant works', async () => {
    expect(await tdeskJson(['whoami'], { env: env() })).toMatchObject({
      schema: 'tdesk/whoami/v1',
      storedIn: 'memory',
    });
    const test = (await tdeskJson(['tenants', 'test'], { env: env() })) as {
      works: boolean;
      steps: { step: string; status: string }[];
    };
    expect(test.works).toBe(true);
    expect(test.steps.map(({ step, status }) => `${step} ${status}`)).toEqual([
      'proxy ok',
      'DNS skipped',
      'connection ok',
      'discovery ok',
      'token ok',
      'read applications ok',
      'read roles ok',
      'read configuration ok',
      'read webhooks ok',
    ]);
  });

  it('signs in with client credentials and with a token from stdin', async () => {
    const { TDESK_TOKEN: token, ...rest } = env();
    const client = { TDESK_CLIENT_ID: 'svc-1@acme.example', TDESK_CLIENT_SECRET: tenant.password };
    expect(await tdeskJson(['whoami'], { env: { ...rest, ...client } })).toMatchObject({
      user: { subject: 'svc-1@acme.example' },
      canRenew: true,
    });
    const { TDESK_CLIENT_SECRET: secret, ...clientOnly } = client;
    const piped = { env: { ...rest, ...clientOnly }, stdin: `${secret}\n` };
    expect(await tdeskJson(['whoami', '--secret-stdin'], piped)).toMatchObject({ canRenew: true });
    const withToken = { env: rest, stdin: `${token}\n` };
    expect(await tdeskJson(['whoami', '--token-stdin'], withToken)).toMatchObject({ canRenew: false });
  });
});
