import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { createBrowserSession } from '../integration/browser-session.ts';
import { makeTemporaryFolder } from '../integration/desk-foundation.ts';
import { administratorName, authorizationAddress } from '../integration/sign-in-by-form.ts';
import type { TenantAddress, TenantProcess } from '../integration/tenant-process.ts';
import { callManagement, startTenant } from '../integration/tenant-process.ts';
import { hashPassword } from '../../tenant/oidc/passwords.ts';
import { findInFolder } from './find-in-folder.ts';

/** What every installation had, and the world could read, before each got its own. */
const PUBLISHED = 'sandbox';

let folder: string;
beforeEach(() => {
  folder = makeTemporaryFolder();
  return () => rmSync(folder, { recursive: true, force: true });
});

const start = (): Promise<TenantProcess> =>
  startTenant({ args: ['--data', folder, '--apps', '2', '--events', '0', '--admin-token'] });

/** Whether the admin can sign in by typing this password. */
async function opens(tenant: TenantAddress, password: string): Promise<boolean> {
  const browser = createBrowserSession(tenant.baseUrl);
  const page = await browser.open(authorizationAddress(tenant));
  const back = await browser.submit(page, { username: administratorName, password, decision: 'sign-in' });
  return back.status !== 401 && new URL(back.url).searchParams.has('code');
}

/** Whether this password gives a service user a token. */
async function serves({ baseUrl }: TenantAddress, password: string): Promise<boolean> {
  const { ok } = await fetch(`${baseUrl}/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${encodeURIComponent('svc-1@acme.example')}:${password}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  return ok;
}

/** Makes the data folder one of a version that had the published password. */
function backdate(): void {
  const file = join(folder, 'installation.json');
  const { password: _password, ...older } = JSON.parse(readFileSync(file, 'utf8')) as { password: string };
  writeFileSync(file, JSON.stringify(older));
  for (const tenant of ['sandbox-staging', 'sandbox-production']) {
    const database = new DatabaseSync(join(folder, tenant, 'tenant.db'));
    const { salt, hash } = hashPassword(PUBLISHED, Buffer.from('salt'));
    database.prepare('UPDATE credential SET salt = ?, hash = ?').run(salt, hash);
    database.close();
  }
}

describe('the password of the embedded tenants', () => {
  it('is shown only at the start, is unique per installation, and no published one opens anything', async () => {
    const [own, other] = await Promise.all([
      start(),
      startTenant({ args: ['--apps', '0', '--events', '0'] }),
    ]);
    try {
      for (const tenant of own.tenants) {
        expect(tenant.username).toBe(administratorName);
        expect(tenant.password).toMatch(/^[\w-]{22,}$/);
        expect(await opens(tenant, tenant.password)).toBe(true);
        expect(await serves(tenant, tenant.password)).toBe(true);
        for (const foreign of [PUBLISHED, '', other.tenants[0].password]) {
          expect(await opens(tenant, foreign)).toBe(false);
          expect(await serves(tenant, foreign)).toBe(false);
        }
      }
    } finally {
      await Promise.all([own.stop(), other.stop()]);
    }
  });

  it('is not on the sign-in page that anyone can open', async () => {
    const running = await start();
    try {
      const [tenant] = running.tenants;
      const { html } = await createBrowserSession(tenant.baseUrl).open(authorizationAddress(tenant));
      expect(html).toMatch(/<input id="password"[^>]* value=""/);
      expect(html).not.toContain(tenant.password);
    } finally {
      await running.stop();
    }
  });

  it('stays the same, in a file that only its owner can read', async () => {
    const first = await start();
    await first.stop();
    const second = await start();
    await second.stop();
    const [{ password }] = first.tenants;
    expect(second.tenants.map((tenant) => tenant.password)).toEqual([password, password]);
    expect(findInFolder(folder, [password])).toEqual([`installation.json: ${password.slice(0, 4)}…`]);
    expect(readdirSync(folder).sort()).toEqual([
      'installation.json',
      'sandbox-production',
      'sandbox-staging',
    ]);
    if (process.platform === 'win32') return;
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o077).toBe(0);
  });

  it('replaces the published one in a folder of an earlier version, and ends sessions that used it', async () => {
    const before = await start();
    await before.stop();
    backdate();
    const after = await start();
    try {
      const [tenant] = after.tenants;
      const { accessToken = '' } = before.tenants[0];
      expect(tenant.password).not.toBe(before.tenants[0].password);
      expect(await opens(tenant, PUBLISHED)).toBe(false);
      expect(await opens(tenant, tenant.password)).toBe(true);
      const old = await callManagement({ ...tenant, accessToken }, '/TenantConfig/GetCustomerConfig');
      expect(old.status).toBe(401);
      const { envelope } = await callManagement(tenant, '/redrock/query', {
        Script: 'select count(*) as n from Application',
      });
      expect(envelope.Result).toMatchObject({ Results: [{ Row: { n: 2 } }] });
    } finally {
      await after.stop();
    }
    const again = await start();
    try {
      const { accessToken = '' } = after.tenants[0];
      const saved = await callManagement(
        { ...again.tenants[0], accessToken },
        '/TenantConfig/GetCustomerConfig',
      );
      expect(saved.status).toBe(200);
    } finally {
      await again.stop();
    }
  });

  it('is valid for all users again after the tenant was reset', async () => {
    const running = await start();
    try {
      const [tenant] = running.tenants;
      const { status } = await fetch(`${tenant.baseUrl}/sandbox/reset`, {
        method: 'POST',
        headers: { authorization: `Bearer ${tenant.accessToken ?? ''}`, 'content-type': 'application/json' },
        body: '{}',
      });
      expect(status).toBe(204);
      expect(await opens(tenant, tenant.password)).toBe(true);
      expect(await serves(tenant, tenant.password)).toBe(true);
      expect(await opens(tenant, PUBLISHED)).toBe(false);
    } finally {
      await running.stop();
    }
  });
});
