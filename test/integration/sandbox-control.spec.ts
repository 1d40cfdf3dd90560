import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { registerSandbox, type ScaleRequest } from '../../tenant/sandbox/index.ts';
import { jsonOf, startAnalyticsTenant, type AnalyticsTenant } from './analytics-tenant.ts';
import { startReceiver, type WebhookReceiver } from './webhook-receiver.ts';

describe('sandbox controls', () => {
  let tenant: AnalyticsTenant;
  let receiver: WebhookReceiver;
  let resets = 0;
  const scaled: ScaleRequest[] = [];

  beforeAll(async () => {
    receiver = await startReceiver();
    tenant = await startAnalyticsTenant({
      before: (app, context, delivery) => {
        registerSandbox(app, context, {
          delivery,
          reset: () => void resets++,
          scale: async (request) => {
            scaled.push(request);
            return { apps: request.apps ?? 40, events: request.events ?? 5_000 };
          },
        });
        app.post('/SaasManage/DeleteApplication', async (request) => ({ item: request.failingBatchItem }));
        app.get('/plain', async () => ({ text: 'x'.repeat(1_000) }));
      },
    });
  });
  afterAll(async () => {
    await tenant.stop();
    await receiver.stop();
  });
  beforeEach(async () => {
    await tenant.call('DELETE', '/sandbox/faults');
    await tenant.call('DELETE', '/sandbox/generators');
    tenant.delivery.deliveries.clear();
    tenant.delivery.rules.clear();
  });

  const addFault = (fault: unknown) => tenant.json('POST', '/sandbox/faults', fault);
  const plain = (init?: RequestInit) => fetch(`${tenant.context.baseUrl}/plain`, init);

  describe('who may use them', () => {
    const paths: [string, string][] = [
      ['GET', '/sandbox/status'],
      ['GET', '/sandbox/events'],
      ['POST', '/sandbox/events'],
      ['GET', '/sandbox/deliveries'],
      ['POST', '/sandbox/deliveries/replay'],
      ['GET', '/sandbox/faults'],
      ['POST', '/sandbox/faults'],
      ['GET', '/sandbox/generators'],
      ['POST', '/sandbox/generators'],
      ['POST', '/sandbox/reset'],
      ['POST', '/sandbox/scale'],
      ['POST', '/sandbox/page-ticket'],
    ];
    it.each(paths)('%s %s needs a token of the tenant', async (method, path) => {
      for (const authorization of ['', 'Bearer nope']) {
        const response = await tenant.call(method, path, { headers: { authorization } });
        expect(response.status).toBe(401);
        expect(response.headers.get('www-authenticate')).toMatch(/^Bearer/);
      }
    });

    it.each(paths)('%s %s rejects a page of another origin, even with a token', async (method, path) => {
      for (const headers of [{ origin: 'https://evil.example' }, { origin: 'null' }]) {
        expect((await tenant.call(method, path, { headers })).status).toBe(403);
      }
    });

    it('accept the sandbox key, which only the owner of the data folder can read', async () => {
      const file = join(tenant.context.dataFolder, 'sandbox-key');
      const key = readFileSync(file, 'utf8').trim();
      expect(key.length).toBeGreaterThanOrEqual(43);
      expect(statSync(file).mode & 0o077).toBe(0);
      const response = await tenant.call('GET', '/sandbox/status', {
        headers: { authorization: `Bearer ${key}` },
      });
      expect(response.status).toBe(200);
    });
  });

  describe('bad input', () => {
    const bad: [string, string, unknown][] = [
      ['an event with an unknown member', '/sandbox/events', { event_type: 'SecurityAlert', user: 'x' }],
      ['an event with a nested column', '/sandbox/events', { columns: { user_name: { first: 'x' } } }],
      ['an event with a column name that is none', '/sandbox/events', { columns: { 'a b': 1 } }],
      ['no events', '/sandbox/events', []],
      ['too many events', '/sandbox/events', Array.from({ length: 1_001 }, () => ({}))],
      ['a fault of no kind', '/sandbox/faults', { kind: 'sulk' }],
      ['a fault without its numbers', '/sandbox/faults', { kind: 'latency' }],
      ['a fault on no path', '/sandbox/faults', { kind: 'reset', path: 'SaasManage' }],
      ['a generator that is too fast', '/sandbox/generators', { per_minute: 1e9 }],
      ['a replay of nothing', '/sandbox/deliveries/replay', {}],
      ['a size below zero', '/sandbox/scale', { events: -1 }],
    ];
    it.each(bad)('%s is rejected with a typed error', async (_what, path, body) => {
      const response = await tenant.json('POST', path, body);
      expect(response.status).toBe(400);
      expect(await jsonOf(response)).toMatchObject({
        error: 'invalid_request',
        request_id: expect.any(String),
      });
    });

    it('unknown resources are 404', async () => {
      for (const [method, path] of [
        ['GET', '/sandbox/events/none'],
        ['GET', '/sandbox/deliveries/none'],
        ['POST', '/sandbox/deliveries/none/replay'],
        ['DELETE', '/sandbox/faults/none'],
        ['DELETE', '/sandbox/generators/none'],
        ['GET', '/sandbox/none'],
      ] as const) {
        expect((await tenant.call(method, path)).status, path).toBe(404);
      }
    });
  });

  describe('events', () => {
    it('fills in every column that is not given, and keeps the given ones', async () => {
      const response = await tenant.json('POST', '/sandbox/events', {
        event_type: 'SecurityAlert',
        risk_level: 'High',
        columns: { user_name: "Zoë O'Brien", city: null },
      });
      expect(response.status).toBe(202);
      const { events } = await jsonOf<{ events: { event_id: string }[] }>(response);
      const event = await jsonOf<{ columns: Record<string, unknown> }>(
        tenant.call('GET', `/sandbox/events/${events[0]?.event_id}`),
      );
      expect(event).toMatchObject({ event_type: 'SecurityAlert', risk_level: 'High' });
      expect(event.columns).toMatchObject({ user_name: "Zoë O'Brien", city: null, intel_risk_level: 'High' });
      const models = await jsonOf<{ model: { columns: { name: string }[] } }[]>(
        tenant.call('GET', '/dataset/system/models'),
      );
      expect(Object.keys(event.columns)).toEqual(models[0]?.model.columns.map((column) => column.name));
    });

    it('come from a generator until it has raised its count', async () => {
      const before = tenant.delivery.events.count();
      await tenant.json('POST', '/rules/webhook', {
        name: 'Every alert',
        description: '',
        url: receiver.url,
        method: 'POST',
        content_type: 'application/json',
        headers: '',
        request_body: '${intel_risk_level}',
        enabled: true,
        event_type: 'SecurityAlert',
        risk_level: 'Low',
      });
      const response = await tenant.json('POST', '/sandbox/generators', {
        risk_levels: ['Low', 'High'],
        per_minute: 6_000,
        count: 12,
      });
      expect(response.status).toBe(201);
      const requests = await receiver.received(12);
      await tenant.delivery.idle();
      expect(requests.map((request) => request.body)).toEqual(
        Array.from({ length: 12 }, (_, index) => (index % 2 === 0 ? 'Low' : 'High')),
      );
      expect(tenant.delivery.events.count() - before).toBe(12);
      expect(await jsonOf(tenant.call('GET', '/sandbox/generators'))).toEqual({ generators: [] });
    });

    it('stop coming when their generator is stopped', async () => {
      const { id } = await jsonOf<{ id: string }>(
        tenant.json('POST', '/sandbox/generators', { per_minute: 60_000, event_type: 'Sensor.Noise' }),
      );
      expect((await tenant.call('DELETE', `/sandbox/generators/${id}`)).status).toBe(204);
      const count = tenant.delivery.events.count();
      expect((await tenant.call('DELETE', `/sandbox/generators/${id}`)).status).toBe(404);
      expect(tenant.delivery.events.count()).toBe(count);
    });
  });

  describe('faults', () => {
    it('return 429 with Retry-After as often as requested, then stop', async () => {
      await addFault({ kind: 'rate_limit', retry_after: 7, count: 2, path: '/plain' });
      const statuses = [];
      for (let request = 0; request < 3; request++) {
        const response = await plain();
        statuses.push([response.status, response.headers.get('retry-after')]);
      }
      expect(statuses).toEqual([
        [429, '7'],
        [429, '7'],
        [200, null],
      ]);
    });

    it('let the first requests pass when they are to hit the n-th', async () => {
      await addFault({ kind: 'server_error', status: 503, path: '/plain', skip: 2 });
      const statuses = [];
      for (let request = 0; request < 4; request++) statuses.push((await plain()).status);
      expect(statuses).toEqual([200, 200, 503, 200]);
    });

    it('return HTML instead of JSON', async () => {
      await addFault({ kind: 'html', path: '/plain' });
      const response = await plain();
      expect(response.headers.get('content-type')).toContain('text/html');
      expect(await response.text()).toContain('<h1>');
    });

    it('break the connection', async () => {
      await addFault({ kind: 'reset', path: '/plain' });
      await expect(plain()).rejects.toThrow();
      expect((await plain()).status).toBe(200);
    });

    it('send half of the response', async () => {
      await addFault({ kind: 'truncated', path: '/plain' });
      const response = await plain();
      expect(response.status).toBe(200);
      await expect(response.text()).rejects.toThrow();
    });

    it('say that the token is expired', async () => {
      await addFault({ kind: 'expired_token', path: '/analytics/*' });
      const response = await tenant.call('GET', '/rules');
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toContain('invalid_token');
      expect((await tenant.call('GET', '/rules')).status).toBe(200);
    });

    it('demand a challenge in the envelope, once', async () => {
      await addFault({ kind: 'challenge', path: '/saasmanage/*', method: 'post' });
      const ask = () => fetch(`${tenant.context.baseUrl}/SaasManage/DeleteApplication`, { method: 'POST' });
      expect(await jsonOf(ask())).toMatchObject({
        success: false,
        ErrorID: 'ChallengeRequired',
        Message: 'You must respond to a challenge to proceed.',
        Result: { ChallengeId: expect.any(String) },
      });
      expect(await jsonOf(ask())).toEqual({ item: null });
    });

    it('name the item of a batch that is to fail', async () => {
      await addFault({ kind: 'batch_item', item: 3, path: '/SaasManage/DeleteApplication' });
      const ask = () => fetch(`${tenant.context.baseUrl}/SaasManage/DeleteApplication`, { method: 'POST' });
      expect(await jsonOf(ask())).toEqual({ item: 3 });
      expect(await jsonOf(ask())).toEqual({ item: null });
    });

    it('delay a response and combine with others', async () => {
      await addFault({ kind: 'latency', milliseconds: 150, path: '/plain' });
      await addFault({ kind: 'server_error', path: '/plain' });
      const started = performance.now();
      expect((await plain()).status).toBe(500);
      expect(performance.now() - started).toBeGreaterThanOrEqual(145);
    });

    it('never meet the controls themselves', async () => {
      await addFault({ kind: 'server_error', path: '/*', count: null });
      expect((await plain()).status).toBe(500);
      const { faults } = await jsonOf<{ faults: { id: string; hits: number }[] }>(
        tenant.call('GET', '/sandbox/faults'),
      );
      expect(faults).toHaveLength(1);
      expect(faults[0]?.hits).toBe(1);
      expect((await tenant.call('DELETE', `/sandbox/faults/${faults[0]?.id}`)).status).toBe(204);
      expect((await plain()).status).toBe(200);
    });
  });

  it('reset restores only the seeded rules, and resets the rest of the tenant', async () => {
    await tenant.json('POST', '/sandbox/events', { event_type: 'SecurityAlert' });
    await addFault({ kind: 'reset', path: '/plain', count: null });
    const before = resets;
    expect((await tenant.call('POST', '/sandbox/reset')).status).toBe(204);
    expect(resets).toBe(before + 1);
    expect(await jsonOf<unknown[]>(tenant.call('GET', '/rules'))).toHaveLength(8);
    expect(tenant.delivery.events.count()).toBe(0);
    expect((await plain()).status).toBe(200);
  });

  it('scale passes the sizes on and returns the actual ones', async () => {
    const response = await tenant.json('POST', '/sandbox/scale', { apps: 10_000 });
    expect(await jsonOf(response)).toEqual({ apps: 10_000, events: 5_000 });
    expect(scaled.at(-1)).toEqual({ apps: 10_000 });
  });

  describe('status page', () => {
    const visit = (path: string, init: RequestInit = {}) =>
      fetch(tenant.context.baseUrl + path, { redirect: 'manual', ...init });
    const openSession = async (): Promise<string> => {
      const { url } = await jsonOf<{ url: string }>(tenant.call('POST', '/sandbox/page-ticket'));
      const response = await fetch(url, { redirect: 'manual' });
      expect(response.status).toBe(303);
      return response.headers.get('set-cookie') ?? '';
    };
    const post = (
      path: string,
      cookie: string,
      form: Record<string, string>,
      headers: Record<string, string> = {},
    ) =>
      visit(path, {
        method: 'POST',
        body: new URLSearchParams(form),
        headers: { cookie: cookie.split(';')[0] ?? '', origin: tenant.context.baseUrl, ...headers },
      });

    it('shows nothing about the tenant without a key', async () => {
      const response = await visit('/sandbox');
      const text = await response.text();
      expect(response.status).toBe(200);
      expect(text).toContain('Sandbox key');
      expect(text).not.toContain('Send a test event');
      expect((await visit('/sandbox/page/deliveries/x')).status).toBe(401);
      expect((await post('/sandbox/page/raise', '', { event_type: 'SecurityAlert' })).status).toBe(401);
    });

    it('opens once with a ticket, under a strict content security policy', async () => {
      const { url } = await jsonOf<{ url: string }>(tenant.call('POST', '/sandbox/page-ticket'));
      const first = await fetch(url, { redirect: 'manual' });
      const cookie = first.headers.get('set-cookie') ?? '';
      expect(cookie).toMatch(/; HttpOnly; SameSite=Strict/);
      expect((await fetch(url, { redirect: 'manual' })).status).toBe(200);
      const page = await visit('/sandbox', { headers: { cookie: cookie.split(';')[0] ?? '' } });
      expect(await page.text()).toContain('Send a test event');
      const policy = page.headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toContain('unsafe');
      expect(policy).not.toContain('script-src');
    });

    it('opens with the sandbox key and rejects a wrong one', async () => {
      const key = readFileSync(join(tenant.context.dataFolder, 'sandbox-key'), 'utf8').trim();
      expect((await post('/sandbox/page/sign-in', '', { key: 'wrong' })).status).toBe(401);
      expect((await post('/sandbox/page/sign-in', '', { key })).status).toBe(303);
      const foreign = { origin: 'https://evil.example' };
      expect((await post('/sandbox/page/sign-in', '', { key }, foreign)).status).toBe(403);
    });

    it('sends a test event through its form and shows the delivery, with all text escaped', async () => {
      const cookie = await openSession();
      await tenant.json('POST', '/rules/webhook', {
        name: '<b>Bold</b>',
        description: '',
        url: receiver.url,
        method: 'POST',
        content_type: 'text/html',
        headers: '',
        request_body: '<script>${event.user_name}</script>',
        enabled: true,
        event_type: 'SecurityAlert',
        risk_level: 'Low',
      });
      const form = { event_type: 'SecurityAlert', risk_level: 'High', user_name: '<i>me</i>', reason: '' };
      expect((await post('/sandbox/page/raise', cookie, form)).status).toBe(303);
      await tenant.delivery.idle();
      const headers = { cookie: cookie.split(';')[0] ?? '' };
      const page = await (await visit('/sandbox?notice=raised', { headers })).text();
      expect(page).toContain('&lt;b&gt;Bold&lt;/b&gt;');
      expect(page).not.toContain('<b>Bold');
      expect(page).toContain('Event sent.');
      const id = /\/sandbox\/page\/deliveries\/([0-9a-f-]{36})/.exec(page)?.[1] ?? '';
      const detail = await (await visit(`/sandbox/page/deliveries/${id}`, { headers })).text();
      expect(detail).toContain('&lt;script&gt;&lt;i&gt;me&lt;/i&gt;&lt;/script&gt;');
      expect(detail).not.toContain('<script>');
      expect((await post('/sandbox/page/replay', cookie, { id })).status).toBe(303);
      await tenant.delivery.idle();
      expect(tenant.delivery.deliveries.list({ limit: 5 })).toHaveLength(2);
    });

    it('rejects every change that a page of another origin posts with the session', async () => {
      const cookie = await openSession();
      for (const headers of [
        { origin: 'https://evil.example' },
        { origin: 'null' },
        { 'sec-fetch-site': 'cross-site' },
      ]) {
        const response = await post('/sandbox/page/reset', cookie, { sure: 'yes' }, headers);
        expect(response.status).toBe(403);
      }
    });

    it('steers generators, faults and reset through its forms', async () => {
      const cookie = await openSession();
      expect((await post('/sandbox/page/generator', cookie, { per_minute: '1' })).status).toBe(303);
      expect(
        (await post('/sandbox/page/fault', cookie, { path: '/plain', kind: 'server_error' })).status,
      ).toBe(303);
      expect((await plain()).status).toBe(500);
      expect((await post('/sandbox/page/fault', cookie, { path: 'x', kind: 'server_error' })).status).toBe(
        400,
      );
      expect((await post('/sandbox/page/reset', cookie, {})).status).toBe(400);
      expect((await post('/sandbox/page/reset', cookie, { sure: 'yes' })).status).toBe(303);
      expect(tenant.delivery.rules.list()).toHaveLength(8);
    });
  });
});
