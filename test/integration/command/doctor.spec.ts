import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runTdesk, tdeskJson } from '../../builders/run-tdesk.ts';
import { makeTemporaryFolder } from '../desk-foundation.ts';

let folder: string;
beforeEach(() => {
  folder = makeTemporaryFolder();
});
afterEach(() => rmSync(folder, { recursive: true }));

const environment = (more: Record<string, string> = {}) => ({
  env: { TDESK_STATE: join(folder, 'state'), DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere', ...more },
});

interface Doctor {
  readonly checks: readonly { readonly check: string; readonly status: string; readonly detail: string }[];
}

const statuses = ({ checks }: Doctor): Record<string, string> =>
  Object.fromEntries(checks.map(({ check, status }) => [check, status]));

describe('doctor', () => {
  it('reports what works, what does not, and what to do', async () => {
    const add = ['tenants', 'add', 'Acme', '--url', 'https://acme.example', '--client-id', 'desk'];
    await tdeskJson(add, environment());
    const found = (await tdeskJson(
      ['doctor'],
      environment({ HTTPS_PROXY: 'http://me:hush@proxy.example:3128' }),
    )) as Doctor;
    expect(statuses(found)).toMatchObject({
      tdesk: 'ok',
      Node: 'ok',
      profile: 'ok',
      services: 'ok',
      keychain: 'warning',
      proxy: 'ok',
      policy: 'ok',
      certificates: 'ok',
    });
    const proxy = found.checks.find(({ check }) => check === 'proxy');
    expect(proxy?.detail).toBe('proxy.example:3128 (environment)');
  });

  it('exits with 1 if the profile cannot be used', async () => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'state'), 'a file');
    const { code, stdout } = await runTdesk(['doctor', '--json'], environment());
    expect(code).toBe(1);
    expect(statuses(JSON.parse(stdout) as Doctor)).toMatchObject({ services: 'failed' });
  });

  it('writes a report without names, hosts and folders', async () => {
    const add = ['tenants', 'add', 'Acme', '--url', 'https://acme.example', '--client-id', 'desk'];
    await tdeskJson(add, environment());
    await runTdesk(['tenants', 'test', 'Acme'], environment({ HTTPS_PROXY: 'http://127.0.0.1:9' }));
    const out = join(folder, 'report.json');
    await tdeskJson(['doctor', '--out', out], environment());
    const text = readFileSync(out, 'utf8');
    expect(JSON.parse(text)).toMatchObject({ schema: 'tdesk/doctor-report/v1' });
    expect(text).toContain('<tenant 1>');
    for (const secret of ['acme.example', 'Acme', folder, homedir()]) expect(text).not.toContain(secret);
  });
});
