import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runTdesk, spawnTdesk } from '../../builders/run-tdesk.ts';
import { useTenant } from '../../builders/use-tenant.ts';
import { startFaultProxy } from '../../fakes/fault-proxy.ts';
import { makeTemporaryFolder } from '../desk-foundation.ts';

const tenant = useTenant(() => ['--apps', '5', '--events', '0']);
const state = makeTemporaryFolder();
afterAll(() => rmSync(state, { recursive: true }));

const verbs = [
  'login',
  'logout',
  'doctor',
  'completion',
  'tenants list',
  'tenants add',
  'tenants remove',
  'tenants test',
  'whoami',
  'apps list',
  'apps show',
  'webhooks list',
  'webhooks show',
  'roles list',
  'origins list',
  'config show',
  'pull',
  'plan',
  'apply',
  'undo',
  'history',
  'resume',
  'rollback',
  'apps export-script',
  'webhooks test',
  'webhooks render',
  'webhooks lint',
  'webhooks listen',
  'config explain',
  'drift',
  'diff',
  'query',
  'procedure',
  'job start',
  'job list',
  'job show',
  'templates test',
  'scripts test',
  'events tail',
  'sandbox start',
  'man',
];

describe('secrets of the command', () => {
  it.each(verbs)('%s has examples, and no option that takes a secret as its value', async (verb) => {
    const { code, stdout } = await runTdesk([...verb.split(' '), '--help']);
    expect(code).toBe(0);
    expect(stdout).toContain('Examples:');
    expect(stdout).not.toMatch(/--\S*(?:token|secret|password|key)\S* [<[]\w/i);
  });

  it('reach no output and no file', async () => {
    const { accessToken: token, password: secret } = tenant;
    const env = {
      TDESK_TENANT_URL: tenant.baseUrl,
      TDESK_ANALYTICS_URL: tenant.analyticsUrl,
      TDESK_STATE: state,
    };
    const client = { TDESK_CLIENT_ID: 'svc-1@acme.example', TDESK_CLIENT_SECRET: secret };
    const runs = [
      await runTdesk(['apps', 'list', '--verbose'], { env: { ...env, TDESK_TOKEN: token } }),
      await runTdesk(['apps', 'list', '--verbose'], { env: { ...env, TDESK_TOKEN: `${token}x` } }),
      await runTdesk(['whoami', '--verbose'], { env: { ...env, ...client } }),
      await runTdesk(['whoami', '--verbose', '--token-stdin'], { env, stdin: token }),
    ];
    const acme = join(state, 'acme');
    const others = [
      ['pull', acme],
      ['drift', acme],
      ['query', 'SELECT Username FROM User', '--ndjson'],
      ['procedure', 'servers-by-type'],
      ['job', 'list'],
      ['events', 'tail', '--since', '1d', '--once'],
      ['config', 'explain', acme],
    ];
    for (const args of others) {
      const run = await runTdesk([...args, '--verbose'], { env: { ...env, TDESK_TOKEN: token } });
      expect({ args, code: run.code }).toEqual({ args, code: 0 });
      runs.push(run);
    }
    expect(runs.slice(0, 4).map(({ code }) => code)).toEqual([0, 4, 0, 0]);
    const message = runs.map(({ stdout, stderr }) => stdout + stderr).join('');
    const files = readdirSync(state, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1'));
    expect(files.length).toBeGreaterThan(2);
    for (const canary of [token, secret]) {
      expect(message).not.toContain(canary);
      for (const content of files) expect(content).not.toContain(canary);
    }
  });

  it.runIf(process.platform === 'linux')('are in no argument while it runs', async () => {
    await using network = await startFaultProxy(tenant.baseUrl);
    const held = network.nextHeld();
    network.setFaults(() => ({ kind: 'hold-request' }));
    const child = spawnTdesk(['apps', 'list', '--token-stdin'], {
      env: { TDESK_TENANT_URL: network.baseUrl, TDESK_STATE: state },
      stdin: tenant.accessToken,
    });
    await held;
    const running = readFileSync(`/proc/${child.pid}/cmdline`, 'latin1');
    expect(running).toContain('apps');
    expect(running).not.toContain(tenant.accessToken);
  });
});
