import { describe, expect, it } from 'vitest';
import type { ViewRights, Rights } from '../../contract/tenants/rights.ts';
import { deskTokenOf, nameOfOrdinaryUser } from '../builders/an-ordinary-user.ts';
import { useTenant } from '../builders/use-tenant.ts';
import { startFaultProxy } from '../fakes/fault-proxy.ts';
import { startDesk } from './desk-on-tenant.ts';

const tenant = useTenant(() => ['--apps', '3']);

const byView = ({ views }: Rights): Readonly<Record<string, ViewRights | undefined>> =>
  Object.fromEntries(views.map((row) => [row.view, row]));

async function rightsWith(accessToken: string, baseUrl = tenant.baseUrl): Promise<Rights> {
  await using desk = startDesk({ baseUrl, accessToken });
  return await desk.call('rights.check', { tenantId: desk.tenantId });
}

it('an admin may read everything, and nothing is claimed about changes that were not tried', async () => {
  const rights = await rightsWith(tenant.accessToken);
  expect(rights.views.map(({ read }) => read)).toEqual(Array(5).fill('allowed'));
  expect(new Set(rights.views.map(({ change }) => change))).toEqual(new Set(['unknown']));
});

describe('an account with fewer rights', () => {
  it('sees per view what is denied and what to change', async () => {
    const token = await deskTokenOf(tenant, await nameOfOrdinaryUser(tenant));
    const { applications, webhooks, configuration } = byView(await rightsWith(token));
    expect(applications).toMatchObject({ read: 'allowed' });
    expect(configuration).toMatchObject({ read: 'allowed', change: 'unknown' });
    expect(webhooks).toMatchObject({ read: 'denied', change: 'denied' });
    expect(webhooks?.fixes?.[0]).toContain('role');
    expect(webhooks?.response).toContain('right');
  });

  it('writes nothing while it is checked', async () => {
    await using network = await startFaultProxy(tenant.baseUrl);
    await rightsWith(tenant.accessToken, network.baseUrl);
    const paths = network.requests.map(({ method, path }) => `${method} ${path.split('?')[0]}`);
    expect(paths.length).toBeGreaterThan(3);
    expect(paths.filter((path) => /Update|Set|Import|Delete|Publish|DELETE/.test(path))).toEqual([]);
    expect(paths.filter((path) => path.startsWith('POST') && path.includes('/analytics/'))).toEqual([]);
  });
});

it('a token without the scope is distinguished from an account without the right', async () => {
  await using network = await startFaultProxy(tenant.baseUrl);
  network.setFaults(({ path }) =>
    path.includes('/analytics/')
      ? {
          ...{ kind: 'answer', status: 401, body: '' },
          headers: { 'www-authenticate': 'Bearer error="insufficient_scope", scope="analytics"' },
        }
      : { kind: 'pass' },
  );
  const { webhooks, roles } = byView(await rightsWith(tenant.accessToken, network.baseUrl));
  expect(roles).toMatchObject({ read: 'allowed' });
  expect(webhooks).toMatchObject({ read: 'denied', cause: 'The token doesn’t have the scope for it.' });
  expect(webhooks?.fixes?.join(' ')).toContain('scope');
});

it('a tenant that can’t be asked is unknown, not denied', async () => {
  const network = await startFaultProxy(tenant.baseUrl);
  await network[Symbol.asyncDispose]();
  const rights = await rightsWith(tenant.accessToken, network.baseUrl);
  expect(new Set(rights.views.map(({ read }) => read))).toEqual(new Set(['unknown']));
});
