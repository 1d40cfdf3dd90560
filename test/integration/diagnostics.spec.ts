import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, hostname } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { diagnosticNames } from '../../contract/diagnostics/diagnostics.ts';
import { createEnvironmentProxy } from '../../main/platform/http/environment-proxy.ts';
import { createFileLog } from '../../main/platform/log/file-log.ts';
import { replaceFile } from '../../main/platform/host/replace-file.ts';
import { unusablePolicy } from '../../main/platform/policy/managed-policy.ts';
import { createMemoryVault } from '../../main/platform/secrets/secret-vault.ts';
import type { TestProfile } from '../builders/a-profile.ts';
import { aProfile } from '../builders/a-profile.ts';
import { makeTemporaryFolder, tenantAt } from './desk-foundation.ts';

let folder: string;
let app: TestProfile;
const opened: TestProfile[] = [];

async function open(...choices: Parameters<typeof aProfile>): Promise<TestProfile> {
  app = await aProfile({ folder, ...choices[0] });
  opened.push(app);
  return app;
}

beforeEach(() => {
  folder = makeTemporaryFolder();
});
afterEach(async () => {
  for (const each of opened.splice(0)) await each[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

const reportSchema = z.strictObject({
  schema: z.literal('tdesk/doctor-report/v1'),
  at: z.iso.datetime(),
  checks: z.array(z.object({ check: z.string(), status: z.string(), detail: z.string() })),
  log: z.array(z.string()),
});

async function report(): Promise<{ readonly text: string; readonly log: readonly string[] }> {
  const { text } = await app.call('diagnostics.report', undefined);
  return { text, log: reportSchema.parse(JSON.parse(text)).log };
}

async function check(name: string): Promise<{ readonly status: string; readonly detail: string }> {
  const found = (await app.call('diagnostics.check', undefined)).find((each) => each.check === name);
  if (found === undefined) throw new Error(`Nothing checks ${name}.`);
  return found;
}

/** What a service could write, through the log of the services. */
function write(fields: Readonly<Record<string, unknown>>): void {
  createFileLog(folder, Date.now).write('error', 'canary.written', fields);
}

describe('checks', () => {
  it('cover everything that Tenant Desk depends on, and are fine on a new profile', async () => {
    const { call } = await open();
    const checks = await call('diagnostics.check', undefined);
    expect(checks.map((each) => each.check)).toEqual(diagnosticNames);
    expect(checks.filter(({ status }) => status !== 'ok')).toEqual([]);
  });

  it('say what to do about a keychain, a policy and proxy settings that can’t be used', async () => {
    await open({
      vault: createMemoryVault({ available: false, name: 'Secret Service', reason: 'Install libsecret.' }),
      policy: unusablePolicy('/etc/policy.json', '/etc/policy.json is not JSON. Correct it.'),
      systemProxy: createEnvironmentProxy({ HTTPS_PROXY: 'socks5://me:hush@proxy.example' }),
    });
    expect(await check('keychain')).toMatchObject({ status: 'warning', detail: 'Install libsecret.' });
    expect(await check('policy')).toMatchObject({
      status: 'warning',
      detail: '/etc/policy.json is not JSON. Correct it.',
    });
    const proxy = await check('proxy');
    expect(proxy.detail).toContain('socks5 proxies aren’t supported');
    expect(proxy.detail).not.toContain('hush');
  });

  it('mention crash reports', async () => {
    await open();
    expect(await check('crashReports')).toMatchObject({ status: 'ok', detail: 'None' });
    mkdirSync(join(folder, 'crashes'));
    writeFileSync(join(folder, 'crashes', 'one.dmp'), '');
    expect(await check('crashReports')).toMatchObject({ status: 'warning' });
  });

  it('fail one by one, where something they need doesn’t answer', async () => {
    const vault = createMemoryVault({ available: true, name: 'Test' });
    await open({ vault: { ...vault, status: () => Promise.reject(new Error('D-Bus went away')) } });
    expect(await check('keychain')).toEqual({
      check: 'keychain',
      status: 'failed',
      detail: 'Something failed: D-Bus went away',
    });
    expect(await check('certificates')).toMatchObject({ status: 'ok' });
  });
});

describe('the report', () => {
  it('has no secret, whatever the log was given', async () => {
    const canaries = {
      token: 'canary-of-a-token-5c1e',
      clientSecret: 'canary-of-a-client-secret-90ab',
      passphrase: 'canary-of-a-passphrase-41dd',
      proxyPassword: 'canary-of-a-proxy-password-77f0',
      header: 'canary-of-a-header-e2c9',
      cookie: 'canary-of-a-cookie-18b3',
      code: 'canary-of-a-code-c0de',
    };
    await open({
      systemProxy: createEnvironmentProxy({
        HTTPS_PROXY: `http://me:${canaries.proxyPassword}@10.1.2.3:3128`,
      }),
    });
    await app.call('tenants.add', {
      ...tenantAt('http://127.0.0.1:9', { extraHeaders: { 'X-Canary': canaries.header } }),
      clientSecret: canaries.clientSecret,
    });
    await app.backUp({ passphrase: canaries.passphrase, includesSecrets: true });
    write({
      authorization: `Bearer ${canaries.token}`,
      headers: { cookie: `session=${canaries.cookie}` },
      error: new Error(
        `POST https://me:${canaries.proxyPassword}@acme.example/token?code=${canaries.code} refused client_secret=${canaries.clientSecret}, header ${canaries.header}`,
      ),
      message: `refresh_token=${canaries.token}`,
    });
    const { text, log } = await report();
    expect(log.join('\n')).toContain('canary.written');
    for (const canary of Object.values(canaries)) expect(text).not.toContain(canary);
    expect(text).not.toContain('10.1.2.3');
  });

  it('has no secret that an earlier version wrote to the log', async () => {
    await open();
    const line = JSON.stringify({
      event: 'old',
      password: 'canary-5d',
      url: 'https://acme.example/?access_token=canary-6e',
    });
    writeFileSync(
      join(folder, 'log', 'desk.1.log'),
      `${line}\n{"event":"cut","detail":"Bearer canary-7f-and-more`,
    );
    const { text, log } = await report();
    expect(log[0]).toContain('"event":"old"');
    expect(text).not.toContain('canary-');
  });

  it('names no tenant, host, person, machine and folder', async () => {
    await open();
    await app.call('tenants.add', tenantAt('https://Login.Acme.example', { name: 'Acme (EU)' }));
    write({
      tenant: 'Acme (EU)',
      path: join(folder, 'desk.sqlite'),
      windowsPath: String.raw`C:\Users\zoe@acme.example`,
      error: new Error('getaddrinfo ENOTFOUND removed-tenant.example'),
      at: 'https://LOGIN.acme.example:443/a and login.acme.example',
      who: 'zoe.admin+test@acme.example',
      machine: hostname(),
    });
    const { text, log } = await report();
    expect(log.at(-1)).toContain('<tenant 1>');
    const names = ['Acme', 'acme.example', 'removed-tenant', 'zoe', folder, homedir(), `"${hostname()}"`];
    for (const name of names) expect(text).not.toContain(name);
  });

  it('is saved through the dialog of the host, and says that it could not be', async () => {
    await open();
    const saved = await app.call('diagnostics.save', undefined);
    expect(saved?.fileName).toMatch(/^tenant-desk-diagnostics-\d{4}-\d\d-\d\d\.json$/);
    reportSchema.parse(JSON.parse(Buffer.from(app.host.saved[0]?.bytes ?? []).toString()));
    await opened.pop()?.[Symbol.asyncDispose]();

    const notAFolder = join(folder, 'file');
    writeFileSync(notAFolder, '');
    await open({
      async saveFile(_options, fill) {
        await replaceFile(join(notAFolder, 'diagnostics.json'), fill);
        return { fileName: 'diagnostics.json' };
      },
    });
    await expect(app.call('diagnostics.save', undefined)).rejects.toMatchObject({
      error: { code: 'storage-failed', message: expect.stringContaining('can’t be saved there') as string },
    });
  });

  it('can be made while the log can’t be read', async () => {
    await open();
    rmSync(join(folder, 'log'), { recursive: true });
    mkdirSync(join(folder, 'log', 'desk.log'), { recursive: true });
    expect((await report()).log).toEqual([]);
  });
});
