import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RuleRecord } from '../../tenant/rules/rule-record.ts';
import type { TestTenant } from '../builders/a-tenant.ts';
import { aTenant } from '../builders/a-tenant.ts';
import { jsonOf } from './analytics-tenant.ts';
import { callManagement, type TenantAddress } from './tenant-process.ts';
import { startReceiver, type WebhookReceiver } from './webhook-receiver.ts';

/** All parts together: two tenants of one installation in a child process. */
describe('sandbox controls of a running tenant', () => {
  let running: TestTenant;
  let receiver: WebhookReceiver;
  let staging: TenantAddress;
  let production: TenantAddress;

  beforeAll(async () => {
    [running, receiver] = await Promise.all([aTenant({ tenants: 2 }), startReceiver()]);
    const [first, second] = running.addresses;
    if (second === undefined) throw new Error('There is only one tenant.');
    staging = first;
    production = second;
  });
  afterAll(async () => {
    await Promise.all([running[Symbol.asyncDispose](), receiver.stop()]);
  });

  const ask = (tenant: TenantAddress, method: string, path: string, body?: unknown): Promise<Response> => {
    const headers = new Headers({ authorization: `Bearer ${tenant.accessToken ?? ''}` });
    const isForm = body instanceof FormData;
    if (body !== undefined && !isForm) headers.set('content-type', 'application/json');
    const root =
      path.startsWith('/sandbox') || path.startsWith('/.well') ? tenant.baseUrl : tenant.analyticsUrl;
    const content = body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) };
    return fetch(root + path, { method, headers, ...content });
  };
  const rules = (tenant: TenantAddress) => jsonOf<RuleRecord[]>(ask(tenant, 'GET', '/rules'));
  const addFault = (fault: unknown) => ask(staging, 'POST', '/sandbox/faults', fault);
  const applicationIds = async (): Promise<string[]> => {
    const { envelope } = await callManagement(staging, '/redrock/query', {
      Script: 'Select ID from Application ORDER BY Name COLLATE NOCASE',
    });
    const result = envelope.Result as { Results: { Row: { ID: string } }[] };
    return result.Results.map((one) => one.Row.ID);
  };

  it('each begin with eight webhooks whose makers have user names', async () => {
    for (const tenant of [staging, production]) {
      const records = await rules(tenant);
      expect(records).toHaveLength(8);
      expect(new Set(records.map((record) => record.policy_id)).size).toBe(8);
    }
    await ask(staging, 'POST', '/rules/webhook', {
      name: 'Made here',
      description: '',
      url: `${receiver.url}/moved`,
      method: 'POST',
      content_type: 'application/json',
      headers: '',
      request_body: '{"who": "${event.user_name?json_string}", "at": "${system.domain}"}',
      enabled: true,
      event_type: 'SecurityAlert',
      risk_level: 'High',
    });
    expect((await rules(staging)).at(-1)?.created_by).toMatch(/@/);
  });

  it('move a webhook by file to the other tenant, which delivers with it', async () => {
    const id = (await rules(staging)).find((record) => record.name === 'Made here')?.policy_id;
    const options = { policy_ids: [id], export_url: true, export_header: true };
    const exported = await ask(staging, 'POST', '/file/export/rules/webhook/moved', options);
    const form = new FormData();
    form.append('file', new Blob([await exported.text()], { type: 'application/json' }), 'moved.json');
    expect((await ask(production, 'POST', '/file/import/rules/webhook', form)).status).toBe(200);
    await ask(production, 'POST', '/sandbox/events', {
      event_type: 'SecurityAlert',
      risk_level: 'High',
      columns: { user_name: 'zoe@acme.example' },
    });
    const [request] = await receiver.received(1);
    expect(JSON.parse(request?.body ?? '')).toEqual({
      who: 'zoe@acme.example',
      at: 'sandbox-production.analytics.example',
    });
  });

  it('reject a token of the other tenant', async () => {
    const foreign = { ...staging, accessToken: production.accessToken ?? '' };
    expect((await ask(foreign, 'GET', '/rules')).status).toBe(401);
    expect((await ask(foreign, 'GET', '/sandbox/status')).status).toBe(401);
  });

  it('make one item of a batch fail and leave the others to be done', async () => {
    const [first, second, third] = await applicationIds();
    await addFault({ kind: 'batch_item', item: 2, path: '/saasmanage/deleteapplication' });
    const { envelope } = await callManagement(staging, '/SaasManage/DeleteApplication', {
      _RowKey: [first, second, third],
    });
    expect(envelope.Result).toEqual([
      { success: true, _RowKey: first },
      { success: false, _RowKey: second },
      { success: true, _RowKey: third },
    ]);
    const left = await applicationIds();
    expect(left).toContain(second);
    expect(left).not.toContain(first);
  });

  it('make an import fail in the middle, without a trace', async () => {
    const before = await rules(staging);
    const options = {
      policy_ids: before.slice(0, 3).map((one) => one.policy_id),
      export_url: true,
      export_header: true,
    };
    const text = await (await ask(staging, 'POST', '/file/export/rules/webhook/three', options)).text();
    await addFault({ kind: 'batch_item', item: 3, path: '/analytics/services/v1.0/file/import/*' });
    const send = () => {
      const form = new FormData();
      form.append('file', new Blob([text], { type: 'application/json' }), 'three.json');
      return ask(staging, 'POST', '/file/import/rules/webhook', form);
    };
    expect((await send()).status).toBe(500);
    expect(await rules(staging)).toEqual(before);
    expect((await send()).status).toBe(200);
    expect(await rules(staging)).toHaveLength(before.length + 3);
  });

  it('meet every part of the tenant with faults, the identity provider included', async () => {
    const discovery = () => ask(staging, 'GET', '/.well-known/openid-configuration');
    await addFault({ kind: 'html', path: '/.well-known/*' });
    expect((await discovery()).headers.get('content-type')).toContain('text/html');
    await addFault({ kind: 'truncated', path: '/.well-known/*' });
    const cut = await discovery();
    await expect(cut.text()).rejects.toThrow();
    expect((await discovery()).status).toBe(200);
    await addFault({ kind: 'challenge', path: '/SaasManage/GetApplication' });
    const { status, envelope } = await callManagement(staging, '/SaasManage/GetApplication', {
      _RowKey: 'x',
    });
    expect([status, envelope.success, envelope.ErrorID]).toEqual([200, false, 'ChallengeRequired']);
  });

  it('restore the initial state of the tenant', async () => {
    expect((await ask(staging, 'POST', '/sandbox/reset')).status).toBe(204);
    expect(await rules(staging)).toHaveLength(8);
    expect(await applicationIds()).toHaveLength(40);
    expect((await ask(staging, 'GET', '/sandbox/status')).status).toBe(200);
  });

  it('fill it up to the requested size', async () => {
    const response = await ask(staging, 'POST', '/sandbox/scale', { apps: 60 });
    expect(response.status).toBe(200);
    expect(await jsonOf(response)).toMatchObject({ apps: 60 });
    expect(await applicationIds()).toHaveLength(60);
  });
});
