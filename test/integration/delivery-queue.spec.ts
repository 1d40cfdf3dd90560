import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readDeliveryStatistics, type DeliveryBucket } from '../../tenant/delivery/delivery-statistics.ts';
import { registerSandbox } from '../../tenant/sandbox/index.ts';
import { jsonOf, startAnalyticsTenant, type AnalyticsTenant } from './analytics-tenant.ts';
import { startReceiver, type WebhookReceiver } from './webhook-receiver.ts';

interface DeliveryDetail {
  id: string;
  state: string;
  attempts: number;
  error: string | null;
  http_status: number | null;
  request_body: string | null;
  replay_of: string | null;
  attempt_list: {
    number: number;
    duration_ms: number;
    request: { url: string; method: string; headers: { name: string; value: string }[] } | null;
    response: {
      status: number;
      body: string;
      body_is_cut: boolean;
      headers: { name: string; value: string }[];
    } | null;
    failure: string | null;
    message: string;
  }[];
}

interface Raised {
  events: { event_id: string; deliveries: { delivery_id: string; rule_id: string }[] }[];
}

const FAST = {
  retries: { retries: 5, baseMs: 4, capMs: 40 },
  limits: { timeoutMs: 400, responseBytes: 64 },
  slots: { perHost: 4, inAll: 100 },
};

describe('delivery of webhooks', () => {
  let tenant: AnalyticsTenant;
  let receiver: WebhookReceiver;

  beforeAll(async () => {
    tenant = await startAnalyticsTenant({
      delivery: FAST,
      before: (app, context, delivery) =>
        registerSandbox(app, context, {
          delivery,
          reset: () => undefined,
          scale: async () => ({ apps: 0, events: 0 }),
        }),
    });
  });
  afterAll(() => tenant.stop());
  beforeEach(async () => {
    tenant.delivery.deliveries.clear();
    tenant.delivery.rules.clear();
    receiver = await startReceiver();
  });
  afterEach(async () => {
    await tenant.delivery.idle();
    await receiver.stop();
  });

  const addRule = async (changes: Record<string, unknown> = {}): Promise<void> => {
    const response = await tenant.json('POST', '/rules/webhook', {
      name: 'Hook',
      description: '',
      url: `${receiver.url}/hook`,
      method: 'POST',
      content_type: 'application/json',
      headers: '',
      request_body: '{"n": "${event.reason}"}',
      enabled: true,
      event_type: 'SecurityAlert',
      risk_level: 'Low',
      ...changes,
    });
    expect(response.status).toBe(204);
  };
  const raise = (events: unknown) => jsonOf<Raised>(tenant.json('POST', '/sandbox/events', events));
  const alert = (reason: string, riskLevel = 'High') => ({
    event_type: 'SecurityAlert',
    risk_level: riskLevel,
    columns: { reason },
  });
  const detail = (id: string) => jsonOf<DeliveryDetail>(tenant.call('GET', `/sandbox/deliveries/${id}`));
  const firstDelivery = (raised: Raised): string => raised.events[0]?.deliveries[0]?.delivery_id ?? '';
  const reasons = () => receiver.requests.map((request) => JSON.parse(request.body).n);

  it('sends the configured method, content type, headers and rendered payload', async () => {
    await addRule({ method: 'PUT', content_type: 'text/plain; charset=utf-8', headers: 'X-Team: identity' });
    const raised = await raise(alert('Zoë was here'));
    const [request] = await receiver.received(1);
    await tenant.delivery.idle();
    expect(request?.method).toBe('PUT');
    expect(request?.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'x-team': 'identity',
      'x-webhook-delivery': firstDelivery(raised),
    });
    expect(request?.body).toBe('{"n": "Zoë was here"}');
    const delivery = await detail(firstDelivery(raised));
    expect(delivery).toMatchObject({ state: 'delivered', attempts: 1, http_status: 200, error: null });
    expect(delivery.attempt_list[0]?.request?.headers).toContainEqual({ name: 'X-Team', value: 'identity' });
  });

  it('sends nothing that was cleared during a response', async () => {
    await addRule();
    receiver.respondWith(() => {
      tenant.delivery.deliveries.clear();
      return { status: 200 };
    });
    await raise([alert('1'), alert('2'), alert('3')]);
    await tenant.delivery.idle();
    expect(reasons()).toEqual(['1']);
    receiver.respondWith(() => ({ status: 200 }));
    await raise(alert('4'));
    await tenant.delivery.idle();
    expect(reasons()).toEqual(['1', '4']);
  });

  it('invokes every matching rule, and none that is disabled, of another type or of a higher level', async () => {
    await addRule({ name: 'low', url: `${receiver.url}/low`, risk_level: 'Low' });
    await addRule({ name: 'medium', url: `${receiver.url}/medium`, risk_level: 'Medium' });
    await addRule({ name: 'high', url: `${receiver.url}/high`, risk_level: 'High' });
    await addRule({ name: 'off', url: `${receiver.url}/off`, enabled: false });
    await addRule({ name: 'other', url: `${receiver.url}/other`, event_type: 'Cloud.Core.Login' });
    await raise(alert('x', 'Medium'));
    await tenant.delivery.idle();
    expect(receiver.requests.map((request) => request.path).sort()).toEqual(['/low', '/medium']);
    await raise({ event_type: 'Cloud.Core.Login' });
    await tenant.delivery.idle();
    expect(receiver.requests.at(-1)?.path).toBe('/other');
    expect(receiver.requests).toHaveLength(3);
  });

  it('keeps the order of a rule even while the first delivery fails', async () => {
    await addRule();
    receiver.respondWith((_request, index) => ({ status: index < 3 ? 503 : 200 }));
    await raise(['1', '2', '3', '4'].map((reason) => alert(reason)));
    await tenant.delivery.idle();
    expect(reasons()).toEqual(['1', '1', '1', '1', '2', '3', '4']);
    const ids = receiver.requests.map((request) => request.headers['x-webhook-delivery']);
    expect(new Set(ids.slice(0, 4)).size).toBe(1);
    expect(new Set(ids).size).toBe(4);
  });

  it('is not delayed by a hanging receiver', async () => {
    await addRule({ name: 'hangs', url: `${receiver.url}/hang` });
    await addRule({ name: 'works', url: `${receiver.url}/work` });
    receiver.respondWith((request) => (request.path === '/hang' ? 'hang' : { status: 200 }));
    await raise(['1', '2', '3'].map((reason) => alert(reason)));
    await receiver.received(4);
    const paths = receiver.requests.map((request) => request.path);
    expect(paths.filter((path) => path === '/work')).toHaveLength(3);
    expect(paths.filter((path) => path === '/hang')).toHaveLength(1);
    receiver.respondWith(() => ({ status: 200 }));
  });

  it('delivers at once to a healthy receiver while more rules than there are slots wait for one that hangs', async () => {
    const healthy = await startReceiver();
    try {
      for (let number = 0; number < 6; number++) await addRule({ name: `hangs ${number}` });
      await addRule({ name: 'works', url: `${healthy.url}/work` });
      receiver.respondWith(() => 'hang');
      await raise([alert('1'), alert('2')]);
      await healthy.received(2);
      // All that have come: the slots of one receiver, none of which has ended.
      expect(receiver.requests).toHaveLength(FAST.slots.perHost);
    } finally {
      receiver.respondWith(() => ({ status: 200 }));
      await healthy.stop();
    }
  });

  it('shows a compressed response as text', async () => {
    await addRule();
    receiver.respondWith(() => ({
      status: 202,
      headers: { 'content-encoding': 'gzip' },
      body: gzipSync('taken in'),
    }));
    const id = firstDelivery(await raise(alert('packed')));
    await tenant.delivery.idle();
    expect((await detail(id)).attempt_list[0]?.response).toMatchObject({ status: 202, body: 'taken in' });
  });

  it('gives up after five retries and keeps every attempt', async () => {
    await addRule();
    receiver.respondWith(() => ({ status: 500, body: 'x'.repeat(100), headers: { 'x-why': 'down' } }));
    const id = firstDelivery(await raise(alert('dead')));
    await tenant.delivery.idle();
    const delivery = await detail(id);
    expect(delivery).toMatchObject({ state: 'dead', attempts: 6, http_status: 500 });
    expect(delivery.attempt_list.map((attempt) => attempt.number)).toEqual([1, 2, 3, 4, 5, 6]);
    for (const attempt of delivery.attempt_list) {
      expect(attempt.response).toMatchObject({ status: 500, body: 'x'.repeat(64), body_is_cut: true });
      expect(attempt.response?.headers).toContainEqual({ name: 'x-why', value: 'down' });
      expect(attempt.request?.url).toBe(`${receiver.url}/hook`);
    }
    expect(receiver.requests).toHaveLength(6);
  });

  it.each([
    ['a broken connection', 'reset', 'connection_reset', null],
    // It responded with 200 and still failed: the sender may have failed at the end.
    ['half of an answer', 'cut', 'response_incomplete', { status: 200, body_is_cut: true }],
    ['no answer', 'hang', 'timeout', null],
    ['an answer that never ends', 'stall', 'timeout', { status: 200, body: 'only the beginning' }],
  ] as const)('retries after %s and reports the reason', async (_what, result, failure, response) => {
    await addRule();
    receiver.respondWith((_request, index) => (index === 0 ? result : { status: 204 }));
    const id = firstDelivery(await raise(alert('again')));
    await tenant.delivery.idle();
    const delivery = await detail(id);
    expect(delivery).toMatchObject({ state: 'delivered', attempts: 2, http_status: 204, error: null });
    expect(delivery.attempt_list[0]).toMatchObject({ failure, response });
    expect(delivery.attempt_list[0]?.message).not.toBe('');
  });

  it('counts a redirect as a failure and does not follow it', async () => {
    await addRule();
    receiver.respondWith(() => ({ status: 307, headers: { location: `${receiver.url}/elsewhere` } }));
    const id = firstDelivery(await raise(alert('moved')));
    await tenant.delivery.idle();
    expect((await detail(id)).state).toBe('dead');
    expect(receiver.requests.every((request) => request.path === '/hook')).toBe(true);
  });

  it('records a payload that cannot be rendered as a dead delivery, and continues with the next', async () => {
    await addRule({ request_body: '${event.reason}' });
    const raised = await raise([{ ...alert(''), columns: { reason: null } }, alert('fine')]);
    await tenant.delivery.idle();
    const failed = await detail(firstDelivery(raised));
    expect(failed).toMatchObject({ state: 'dead', attempts: 1, request_body: null });
    expect(failed.attempt_list[0]).toMatchObject({ failure: 'render_failed', request: null, response: null });
    expect(failed.error).toContain('reason');
    expect(receiver.requests.map((request) => request.body)).toEqual(['fine']);
  });

  it('calls no example host, and reports the reason at once', async () => {
    await addRule({ url: 'https://hooks.chat.example/services/1' });
    const id = firstDelivery(await raise(alert('nowhere')));
    await tenant.delivery.idle();
    const delivery = await detail(id);
    expect(delivery).toMatchObject({ state: 'dead', attempts: 1 });
    expect(delivery.attempt_list[0]).toMatchObject({ failure: 'reserved_name', request: null });
    expect(delivery.error).toContain('hooks.chat.example');
  });

  it('counts delivered and dead deliveries per half hour', async () => {
    await addRule();
    receiver.respondWith((_request, index) => ({ status: index < 6 ? 500 : 200 }));
    await raise(['dies', 'lives', 'lives too'].map((reason) => alert(reason)));
    await tenant.delivery.idle();
    const { context } = tenant;
    const statistics = readDeliveryStatistics(context.database, context.now());
    expect(statistics).toMatchObject({ delivered: 2, dead: 1, pending: 0, successRate: 2 / 3 });
    expect(statistics.p95Ms).toEqual(expect.any(Number));
    expect(statistics.buckets).toHaveLength(48);
    const sum = (pick: (bucket: DeliveryBucket) => number) =>
      statistics.buckets.reduce((total, bucket) => total + pick(bucket), 0);
    expect([sum((one) => one.delivered), sum((one) => one.dead), sum((one) => one.pending)]).toEqual([
      2, 1, 0,
    ]);
    const status = await jsonOf(tenant.call('GET', '/sandbox/status'));
    expect(status).toMatchObject({ rules: 1, deliveries_last_24_h: { delivered: 2, dead: 1, pending: 0 } });
  });

  it('still delivers events that were accepted before the rule was disabled or deleted', async () => {
    await addRule();
    receiver.respondWith((_request, index) => ({ status: index === 0 ? 500 : 200 }));
    const raised = await raise(alert('accepted'));
    const ruleId = raised.events[0]?.deliveries[0]?.rule_id ?? '';
    expect((await tenant.call('DELETE', `/rules/${ruleId}`)).status).toBe(204);
    await tenant.delivery.idle();
    expect((await detail(firstDelivery(raised))).state).toBe('delivered');
    await raise(alert('too late'));
    await tenant.delivery.idle();
    expect(reasons()).not.toContain('too late');
  });

  describe('replay', () => {
    it('sends the same payload under a new identifier', async () => {
      await addRule();
      receiver.respondWith(() => ({ status: 500 }));
      const id = firstDelivery(await raise(alert('once more')));
      await tenant.delivery.idle();
      receiver.respondWith(() => ({ status: 200 }));
      const response = await tenant.json('POST', '/sandbox/deliveries/replay', { ids: [id] });
      expect(response.status).toBe(202);
      const { replays } = await jsonOf<{ replays: { delivery_id: string; replay_of: string }[] }>(response);
      await tenant.delivery.idle();
      expect(replays).toEqual([{ delivery_id: expect.any(String), replay_of: id }]);
      const replayed = await detail(replays[0]?.delivery_id ?? '');
      expect(replayed).toMatchObject({ state: 'delivered', replay_of: id, attempts: 1 });
      expect(replayed.id).not.toBe(id);
      expect(receiver.requests.at(-1)?.body).toBe(receiver.requests[0]?.body);
    });

    it('takes up all dead letters once', async () => {
      await addRule();
      receiver.respondWith(() => ({ status: 500 }));
      await raise([alert('a'), alert('b')]);
      await tenant.delivery.idle();
      receiver.respondWith(() => ({ status: 200 }));
      const all = () =>
        jsonOf<{ replays: unknown[] }>(tenant.json('POST', '/sandbox/deliveries/replay', { status: 'dead' }));
      expect((await all()).replays).toHaveLength(2);
      await tenant.delivery.idle();
      expect(reasons().slice(-2)).toEqual(['a', 'b']);
      expect((await all()).replays).toHaveLength(0);
    });

    it('renders again with another rule, and rejects one that is deleted or unknown', async () => {
      await addRule({ request_body: '${event.no_such}' });
      const raised = await raise(alert('fixed'));
      const id = firstDelivery(raised);
      await tenant.delivery.idle();
      await tenant.call('DELETE', `/rules/${raised.events[0]?.deliveries[0]?.rule_id}`);
      const replay = (body: unknown) => tenant.json('POST', `/sandbox/deliveries/${id}/replay`, body);
      expect((await replay({})).status).toBe(409);
      expect((await replay({ rule_id: 'none' })).status).toBe(404);
      await addRule({ name: 'Corrected' });
      const [corrected] = tenant.delivery.rules.list();
      expect((await replay({ rule_id: corrected?.policyId })).status).toBe(202);
      await tenant.delivery.idle();
      expect(reasons()).toEqual(['fixed']);
      const good = tenant.delivery.deliveries.list({ limit: 1 })[0]?.id;
      const mixed = await tenant.json('POST', '/sandbox/deliveries/replay', { ids: [good, 'none'] });
      expect(mixed.status).toBe(404);
      expect(tenant.delivery.deliveries.list({ limit: 50 })).toHaveLength(2);
    });
  });

  it('lists deliveries newest first, by state, rule and event, a page at a time', async () => {
    await addRule();
    const raised = await raise(['1', '2', '3'].map((reason) => alert(reason)));
    await tenant.delivery.idle();
    type Page = {
      deliveries: { id: string; request_url: string; request_body: string }[];
      next: number | null;
    };
    const ask = (query: string) => jsonOf<Page>(tenant.call('GET', `/sandbox/deliveries?${query}`));
    const first = await ask('limit=2&status=delivered');
    expect(first.deliveries.map((one) => JSON.parse(one.request_body).n)).toEqual(['3', '2']);
    expect(first.deliveries[0]?.request_url).toBe(`${receiver.url}/hook`);
    const second = await ask(`limit=2&before=${first.next}`);
    expect(second.deliveries.map((one) => JSON.parse(one.request_body).n)).toEqual(['1']);
    expect(second.next).toBeNull();
    expect((await ask(`event_id=${raised.events[1]?.event_id}`)).deliveries).toHaveLength(1);
    expect((await ask('status=dead')).deliveries).toEqual([]);
    expect((await ask(`rule_id=${raised.events[0]?.deliveries[0]?.rule_id}`)).deliveries).toHaveLength(3);
    expect((await tenant.call('GET', '/sandbox/deliveries?limit=0')).status).toBe(400);
  });
});
