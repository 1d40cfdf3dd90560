import { rmSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { applicationStateOf } from '../../contract/applications/applications.ts';
import { valueAt, withValue } from '../../contract/applications/application-settings.ts';
import { isPlaceholder } from '../../contract/values/placeholder.ts';
import type { TestTenant } from '../builders/a-tenant.ts';
import { aTenant } from '../builders/a-tenant.ts';
import { anApplication } from '../builders/an-application.ts';
import { change, create, fromDrafts, setAll, undo } from '../builders/requests.ts';
import { openDraft } from '../builders/use-desk.ts';
import type { FaultProxy } from '../fakes/fault-proxy.ts';
import { startFaultProxy } from '../fakes/fault-proxy.ts';
import { makeTemporaryFolder } from '../integration/desk-foundation.ts';
import type { DeskOnTenant } from '../integration/desk-on-tenant.ts';
import { createTestVault, startDesk } from '../integration/desk-on-tenant.ts';
import { findInFolder } from './find-in-folder.ts';

const path = 'OAuthProfile.ClientSecret';
const secrets = {
  first: 'first-7f3c-never-on-disk',
  second: 'second-91ae-never-on-disk',
  nested: 'nested-c04d-never-on-disk',
};

let tenant: TestTenant;
let network: FaultProxy;
let folder: string;
let vault = createTestVault();

beforeAll(async () => {
  tenant = await aTenant();
});
afterAll(() => tenant[Symbol.asyncDispose]());
beforeEach(async () => {
  network = await startFaultProxy(tenant.baseUrl);
  folder = makeTemporaryFolder();
  vault = createTestVault();
});
afterEach(async () => {
  await network[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

const open = (): DeskOnTenant =>
  startDesk({ baseUrl: network.baseUrl, accessToken: tenant.accessToken, folder, vault });

/** An OpenID Connect application with a secret, created outside Tenant Desk. */
async function makeApplication(name: string): Promise<string> {
  const [added] = (await tenant.manage('/SaasManage/ImportAppFromTemplate', {
    ID: 'Generic OpenID Connect',
  })) as { readonly _RowKey: string }[];
  const id = added?._RowKey ?? '';
  const OAuthProfile = { ClientSecret: secrets.first, Redirects: ['https://app.example/cb'] };
  const keys = { Keys: [{ SigningPassphrase: secrets.nested }] };
  await tenant.manage('/SaasManage/UpdateApplicationDE', {
    _RowKey: id,
    Name: name,
    OAuthProfile,
    Vendor: keys,
  });
  return id;
}

async function secretOf(id: string): Promise<unknown> {
  return valueAt(await recordOf(id), path);
}
async function recordOf(id: string): Promise<Record<string, unknown>> {
  return (await tenant.manage('/SaasManage/GetApplication', { _RowKey: id })) as Record<string, unknown>;
}

async function stateIn(desk: DeskOnTenant, id: string) {
  const input = { tenantId: desk.tenantId, id, freshness: 'tenant-first' } as const;
  return applicationStateOf((await desk.call('applications.get', input)).data);
}

async function idOf(desk: DeskOnTenant, name: string): Promise<string> {
  const { data } = await desk.call('applications.list', {
    tenantId: desk.tenantId,
    freshness: 'tenant-first',
  });
  return data.find((each) => each.name === name)?.id ?? '';
}

/** Everything that a window could show about the changes. */
async function shown(desk: DeskOnTenant): Promise<string> {
  const plans = [...(await desk.history()), ...(await desk.open())];
  const items = await Promise.all(plans.map(({ id }) => desk.itemsOf(id)));
  return JSON.stringify([plans, items, await desk.call('drafts.list', {})]);
}

const nothingLeaks = async (desk: DeskOnTenant): Promise<void> => {
  expect(findInFolder(folder, Object.values(secrets))).toEqual([]);
  const text = await shown(desk);
  for (const secret of Object.values(secrets)) expect(text).not.toContain(secret);
};

describe('the secret of an application', () => {
  it('appears in no file and no visible text through draft, restart, apply, and undo, and is set and restored', async () => {
    const id = await makeApplication('Guarded');
    {
      await using desk = open();
      const base = await stateIn(desk, id);
      expect(isPlaceholder(String(valueAt(base.settings, path)))).toBe(true);
      const state = { ...base, settings: { ...withValue(base.settings, path, secrets.second) } };
      await openDraft(desk, { kind: 'application', targetId: id, base }).type(state);
      await nothingLeaks(desk);
    }
    // The app was closed; the draft and its secret remain.
    await using desk = open();
    const { plan, items } = await desk.apply(fromDrafts({ kind: 'application', targetId: id }));
    expect(items).toMatchObject([{ state: 'verified', summary: 'client secret' }]);
    expect(await secretOf(id)).toBe(secrets.second);
    await nothingLeaks(desk);
    await desk[Symbol.asyncDispose]();
    await using later = open();
    expect((await later.apply(undo(plan.id))).items).toMatchObject([{ state: 'verified' }]);
    expect(await secretOf(id)).toBe(secrets.first);
    await nothingLeaks(later);
  });

  it('stays unchanged, like all others, when something else is changed', async () => {
    const id = await makeApplication('Unchanged');
    await using desk = open();
    const before = await recordOf(id);
    const { items } = await desk.apply(setAll('application', [id], { description: 'Other' }));
    expect(items).toMatchObject([{ state: 'verified', summary: 'description' }]);
    const { _entitycontext: _one, _metadata: _two, _Timestamp: _three, ...after } = await recordOf(id);
    expect({ ...before, ...after }).toEqual({ ...before, Description: 'Other' });
    await nothingLeaks(desk);
  });

  it('is restored with a deleted application, also after a restart', async () => {
    const id = await makeApplication('Deleted');
    const deleteIt = async (): Promise<string> => {
      await using desk = open();
      const { plan } = await desk.apply(setAll('application', [id], null));
      await nothingLeaks(desk);
      return plan.id;
    };
    const planId = await deleteIt();
    await using desk = open();
    const undone = await desk.apply(undo(planId));
    expect(undone.items.map(({ state, error }) => [state, error])).toEqual([['verified', undefined]]);
    const back = await idOf(desk, 'Deleted');
    expect(await secretOf(back)).toBe(secrets.first);
    expect(valueAt(await recordOf(back), 'Vendor')).toEqual({
      Keys: [{ SigningPassphrase: secrets.nested }],
    });
    await nothingLeaks(desk);
  });

  it('that a tenant masks is never sent as dots, and the plan says that it cannot be restored', async () => {
    const id = await makeApplication('Masked');
    await using desk = open();
    // The response of such a tenant, whatever its secret is.
    await tenant.manage('/SaasManage/UpdateApplicationDE', {
      _RowKey: id,
      OAuthProfile: { ClientSecret: '********' },
    });
    const base = await stateIn(desk, id);
    expect(valueAt(base.settings, path)).toBe('••••');
    await desk.apply(setAll('application', [id], { description: 'Other' }));
    expect(await secretOf(id)).toBe('********');
    const state = { ...base, settings: { ...withValue(base.settings, path, secrets.second) } };
    const fresh = { ...base, description: 'Other' };
    const { items } = await desk.apply(change('application', id, fresh, { ...state, description: 'Other' }));
    expect(items[0]?.warnings.join(' ')).toContain('so undo can’t restore it');
    expect(await secretOf(id)).toBe(secrets.second);
    const sent = network.requests.filter((request) => request.path.endsWith('/UpdateApplicationDE'));
    for (const { body } of sent) expect(body).not.toMatch(/•|\*{3}/);
  });

  it('that was partly changed or is unknown is rejected before anything is sent', async () => {
    const id = await makeApplication('Rejected');
    await using desk = open();
    const base = await stateIn(desk, id);
    const wanted = (secret: string) => ({ ...base, settings: { ...withValue(base.settings, path, secret) } });
    for (const secret of ['••••1a2b3c4dx', '••••00000000', '********']) {
      const plan = await desk
        .plan(change('application', id, base, wanted(secret)))
        .catch((error: unknown) => error);
      expect(plan).toMatchObject({ error: { code: 'invalid-input' } });
    }
    const added = await desk.plan(
      create(
        'application',
        anApplication({
          templateId: 'Generic OpenID Connect',
          settings: { OAuthProfile: { ClientSecret: '••••00000000' } },
        }),
      ),
    );
    expect((await desk.itemsOf(added.id))[0]?.warnings.join(' ')).toContain(
      'is no longer stored here and won’t be set',
    );
  });
});
