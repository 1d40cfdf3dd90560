import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from 'vitest';
import { runTdesk, spawnTdesk } from '../../builders/run-tdesk.ts';
import { useTenant } from '../../builders/use-tenant.ts';
import { startFaultProxy } from '../../fakes/fault-proxy.ts';
import { makeTemporaryFolder } from '../desk-foundation.ts';

const tenant = useTenant(() => ['--apps', '40', '--events', '0']);
const state = makeTemporaryFolder();
afterAll(() => rmSync(state, { recursive: true }));
const env = () => ({
  TDESK_TENANT_URL: tenant.baseUrl,
  TDESK_ANALYTICS_URL: tenant.analyticsUrl,
  TDESK_TOKEN: tenant.accessToken,
  TDESK_STATE: state,
});

interface ErrorDocument {
  readonly schema: string;
  readonly code: string;
  readonly next?: string;
  readonly exitCode: number;
}

async function failing(args: readonly string[], changes: Record<string, string> = {}) {
  const { code, stdout, stderr } = await runTdesk([...args, '--json'], { env: { ...env(), ...changes } });
  expect(stdout).toBe('');
  return { code, error: JSON.parse(stderr) as ErrorDocument };
}

describe('how the command ends', () => {
  it('with 2 for invalid arguments, with a suggestion', async () => {
    const verb = await runTdesk(['tennants', 'list']);
    expect(verb).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('Did you mean tenants?'),
    });
    const subcommand = await runTdesk(['apps', 'lst']);
    expect(subcommand).toMatchObject({ code: 2, stderr: expect.stringContaining('Did you mean list?') });
    const option = await failing(['apps', 'list', '--tenent', 'x']);
    expect(option).toMatchObject({ code: 2, error: { schema: 'tdesk/error/v1', code: 'invalid-input' } });
  });

  it('with 2 for a tenant that is not known, and for plain http to another machine', async () => {
    expect(await failing(['apps', 'list', '--tenant', 'nowhere'])).toMatchObject({ code: 2 });
    expect(await failing(['apps', 'list'], { TDESK_TENANT_URL: 'http://tenant.example' })).toMatchObject({
      code: 2,
      error: { message: expect.stringContaining('is not an https URL') },
    });
  });

  it('with 4 if no one is signed in, the token is not accepted, or the client secret is wrong', async () => {
    expect(await failing(['apps', 'list'], { TDESK_TOKEN: '' })).toMatchObject({
      code: 4,
      error: { code: 'signed-out', exitCode: 4, next: expect.stringContaining('TDESK_TOKEN') },
    });
    expect(await failing(['apps', 'list'], { TDESK_TOKEN: 'expired' })).toMatchObject({ code: 4 });
    const client = { TDESK_TOKEN: '', TDESK_CLIENT_ID: 'svc-1@acme.example', TDESK_CLIENT_SECRET: 'wrong' };
    expect(await failing(['apps', 'list'], client)).toMatchObject({
      code: 4,
      error: { code: 'sign-in-refused' },
    });
    expect(await runTdesk(['tenants', 'test'], { env: { ...env(), ...client } })).toMatchObject({ code: 4 });
  });

  it('with 5 if the tenant is unreachable, and never with cached data', async () => {
    expect(await runTdesk(['apps', 'list'], { env: env() })).toMatchObject({ code: 0 });
    const network = await startFaultProxy(tenant.baseUrl);
    const through = { TDESK_TENANT_URL: network.baseUrl, TDESK_ANALYTICS_URL: `${network.baseUrl}/a` };
    expect(await runTdesk(['apps', 'list'], { env: { ...env(), ...through } })).toMatchObject({ code: 0 });
    await network[Symbol.asyncDispose]();
    expect(await failing(['apps', 'list'], through)).toMatchObject({
      code: 5,
      error: { code: 'unreachable' },
    });
    expect(await runTdesk(['tenants', 'test'], { env: { ...env(), ...through } })).toMatchObject({ code: 5 });
  });

  it('silently when its output pipe is closed', async () => {
    const child = spawnTdesk(['apps', 'list', '--ndjson'], { env: env() });
    child.stdout?.once('data', () => child.stdout?.destroy());
    const errorOutput = child.stderr === null ? '' : text(child.stderr);
    const [code] = (await once(child, 'close')) as [number];
    expect({ code, errorOutput: await errorOutput }).toEqual({ code: 0, errorOutput: '' });
  });

  it('with 130 at Ctrl+C while it waits for a tenant', async () => {
    await using network = await startFaultProxy(tenant.baseUrl);
    const held = network.nextHeld();
    network.setFaults(() => ({ kind: 'hold-request' }));
    const through = { TDESK_TENANT_URL: network.baseUrl, TDESK_ANALYTICS_URL: `${network.baseUrl}/a` };
    const child = spawnTdesk(['apps', 'list'], { env: { ...env(), ...through } });
    await held;
    child.kill('SIGINT');
    expect(await once(child, 'close')).toEqual([130, null]);
  });

  it('with its version and with help, which need no tenant and no state', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(await runTdesk(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
    expect(await runTdesk(['apps', 'list', '--help'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Examples:'),
      stderr: '',
    });
  });
});
