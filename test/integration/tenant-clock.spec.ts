import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { listen } from '../../tenant/server/listen.ts';
import { openInstallation } from '../../tenant/installation/installation.ts';
import type { OpenTenant } from '../../tenant/installation/open-tenant.ts';
import { openTenant } from '../../tenant/installation/open-tenant.ts';

let folder: string;
let tenant: OpenTenant;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  folder = mkdtempSync(join(tmpdir(), 'tenant-clock-'));
  const { server, port } = await listen(0);
  tenant = await openTenant({
    id: 'sandbox-staging',
    name: 'Sandbox Staging',
    number: 1,
    server,
    port,
    folder,
    size: { applications: 0, events: 0 },
    installation: openInstallation(folder).keys,
    password: 'of-this-installation',
    startQueryRunner: () => {
      throw new Error('Nothing is queried here.');
    },
    queryTimeoutSeconds: 10,
    smtpUrl: undefined,
  });
});
afterAll(async () => {
  vi.useRealTimers();
  await tenant.close();
  rmSync(folder, { recursive: true });
});

/** Sets the system clock; the monotonic clock continues. */
function setClock(by: number): void {
  vi.setSystemTime(Date.now() + by);
}

const weeks = 7 * 86_400_000;

it.each([3 * weeks, -6 * weeks])('a token lives on when the clock is set by %d ms', async (by) => {
  const authorization = `Bearer ${await tenant.issueAdminToken()}`;
  const ask = async (): Promise<readonly number[]> => {
    const management = `${tenant.baseUrl}/SaasManage/GetCategories`;
    return [
      (await fetch(management, { method: 'POST', headers: { authorization } })).status,
      (await fetch(`${tenant.baseUrl}/userinfo`, { headers: { authorization } })).status,
    ];
  };
  expect(await ask()).toEqual([200, 200]);
  setClock(by);
  expect(await ask()).toEqual([200, 200]);
});

it.each([3 * weeks, -6 * weeks])(
  'a session of the status page lives on when it is set by %d ms',
  async (by) => {
    const headers = { authorization: `Bearer ${await tenant.issueAdminToken()}` };
    const issued = await fetch(`${tenant.baseUrl}/sandbox/page-ticket`, { method: 'POST', headers });
    const { url } = (await issued.json()) as { url: string };
    const signedIn = await fetch(url, { redirect: 'manual' });
    const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
    setClock(by);
    const page = `${tenant.baseUrl}/sandbox/page/deliveries/none`;
    expect((await fetch(page, { headers: { cookie } })).status).toBe(404);
    expect((await fetch(page)).status).toBe(401);
  },
);
