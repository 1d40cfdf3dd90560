import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SECURITY_HEADERS } from '../../tenant/http/security-headers.ts';
import type { RuleRecord } from '../../tenant/rules/rule-record.ts';
import type { VariableModel } from '../../tenant/analytics/variable-models.ts';
import { jsonOf, startAnalyticsTenant, type AnalyticsTenant } from './analytics-tenant.ts';
import { startReceiver, type WebhookReceiver } from './webhook-receiver.ts';

const DEFINITION = {
  name: 'Alerts to chat',
  description: '',
  url: 'https://hooks.chat.example/services/1',
  method: 'POST',
  content_type: 'application/json',
  headers: '',
  request_body: '{"text": "${event.user_name}"}',
  enabled: true,
  event_type: 'SecurityAlert',
  risk_level: 'Low',
};

interface Rejection {
  error: string;
  message: string;
  problems: { field: string; problem: string }[];
  request_id: string;
}

describe('analytics rules', () => {
  let tenant: AnalyticsTenant;
  let receiver: WebhookReceiver;

  beforeAll(async () => {
    [tenant, receiver] = await Promise.all([startAnalyticsTenant(), startReceiver()]);
  });
  afterAll(async () => {
    await Promise.all([tenant.stop(), receiver.stop()]);
  });
  beforeEach(() => {
    tenant.delivery.rules.clear();
  });

  const create = (changes: Record<string, unknown> = {}) =>
    tenant.json('POST', '/rules/webhook', { ...DEFINITION, ...changes });
  const list = () => jsonOf<RuleRecord[]>(tenant.call('GET', '/rules'));
  const onlyRecord = async (): Promise<RuleRecord> => {
    const [record, ...others] = await list();
    if (record === undefined || others.length > 0) throw new Error('There is not exactly one rule.');
    return record;
  };
  const onlyId = async (): Promise<string> => (await onlyRecord()).policy_id;

  it('creates a webhook with 204 and lists it exactly as documented', async () => {
    const before = Date.now();
    const response = await create();
    expect(response.status).toBe(204);
    expect(await response.text()).toBe('');
    const record = await onlyRecord();
    expect(record).toEqual({
      tenant_id: 'sandbox-staging',
      policy_id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      name: 'Alerts to chat',
      description: '',
      rule: {
        filter_type: expect.stringMatching(/\.EventTypeFilter$/),
        filter_meta_data: { event_type: 'SecurityAlert' },
      },
      actions: [
        {
          action_type: 'webhook',
          action_meta_data: {
            headers: '',
            method: 'POST',
            content_type: 'application/json',
            request_body: DEFINITION.request_body,
            url: DEFINITION.url,
          },
          action_provider: null,
          provider_meta_data: { risk_level: 'Low' },
        },
      ],
      status: 0,
      created_by: 'admin@acme.example',
      updated_by: 'admin@acme.example',
      created_timestamp: expect.any(Number),
      updated_timestamp: expect.any(Number),
      new: false,
      id: ['sandbox-staging', record.policy_id],
    });
    expect(record.created_timestamp).toBeGreaterThanOrEqual(before);
    expect(record.created_timestamp).toBeLessThanOrEqual(Date.now());
  });

  it('creates a disabled webhook when the definition says so', async () => {
    await create({ enabled: false });
    expect((await onlyRecord()).status).toBe(1);
  });

  it.each(['true', '{true}', ' { true } '])('enables with the body %j', async (body) => {
    await create({ enabled: false });
    const id = await onlyId();
    const response = await tenant.call('POST', `/rules/${id}/status`, {
      body,
      headers: { 'content-type': 'application/json' },
    });
    expect(response.status).toBe(204);
    expect((await onlyRecord()).status).toBe(0);
  });

  it.each(['false', '{false}'])('disables with the body %j', async (body) => {
    await create();
    const id = await onlyId();
    const response = await tenant.call('POST', `/rules/${id}/status`, { body });
    expect(response.status).toBe(204);
    expect((await onlyRecord()).status).toBe(1);
  });

  it.each(['', 'yes', '1', '{true', 'true}', '{"enabled":true}', 'truefalse', '"true"'])(
    'rejects the status %j and changes nothing',
    async (body) => {
      await create({ enabled: false });
      const response = await tenant.call('POST', `/rules/${await onlyId()}/status`, { body });
      expect(response.status).toBe(400);
      expect((await onlyRecord()).status).toBe(1);
    },
  );

  it('deletes a webhook with 204, and returns 404 the second time', async () => {
    await create();
    const id = await onlyId();
    expect((await tenant.call('DELETE', `/rules/${id}`)).status).toBe(204);
    expect(await list()).toEqual([]);
    expect((await tenant.call('DELETE', `/rules/${id}`)).status).toBe(404);
    expect((await tenant.call('POST', `/rules/${id}/status`, { body: 'true' })).status).toBe(404);
  });

  it('lists every column of the event and system variables', async () => {
    const models = await jsonOf<VariableModel[]>(tenant.call('GET', '/dataset/system/models'));
    expect(models.map(({ node_name, type }) => [node_name, type])).toEqual([
      ['event', 'SYSTEM'],
      ['system', 'SYSTEM'],
      // User-defined ones have the same shape.
      ['organization', 'USER'],
    ]);
    for (const model of models) {
      expect(Object.keys(model)).toEqual([
        'model_mode',
        'node_name',
        'description',
        'type',
        'multiple_snapshot',
        'model',
      ]);
      for (const column of model.model.columns) {
        expect(column).toEqual({ type: expect.stringMatching(/^[A-Z]+$/), name: expect.any(String) });
      }
    }
    const columns = models[0]?.model.columns.map((column) => column.name);
    expect(columns).toEqual(
      expect.arrayContaining([
        'user_name',
        'reason',
        'app_type',
        'agent_id',
        'event_time',
        'intel_risk_level',
      ]),
    );
    expect(models[1]?.model.columns.map((column) => column.name)).toEqual(['domain', 'podscape']);
  });

  describe('test endpoint', () => {
    it('calls the URL with the rendered payload and reports the response', async () => {
      receiver.respondWith(() => ({ status: 201 }));
      const response = await tenant.json('POST', '/rules/webhook/test', {
        ...DEFINITION,
        url: `${receiver.url}/hook?x=1`,
        headers: 'X-Team: identity\nAuthorization: Bearer abc',
        request_body: '{"risk": "${intel_risk_level}", "type": "${event.event_type}", "of": "${tenant_id}"}',
        risk_level: 'High',
      });
      expect(response.status).toBe(200);
      expect(await response.json()).toEqual({
        result: true,
        http_status: 201,
        message: expect.stringContaining('201'),
      });
      const sent = receiver.requests.at(-1);
      expect(sent?.method).toBe('POST');
      expect(sent?.path).toBe('/hook?x=1');
      expect(sent?.headers).toMatchObject({
        'x-team': 'identity',
        authorization: 'Bearer abc',
        'content-type': 'application/json',
        'x-webhook-delivery': expect.stringMatching(/^[0-9a-f-]{36}$/),
      });
      expect(JSON.parse(sent?.body ?? '')).toEqual({
        risk: 'High',
        type: 'SecurityAlert',
        of: 'sandbox-staging',
      });
      expect(await list()).toEqual([]);
    });

    it('follows no redirect and reports the response', async () => {
      receiver.respondWith(() => ({ status: 302, headers: { location: 'http://127.0.0.1:1/' } }));
      const response = await tenant.json('POST', '/rules/webhook/test', { ...DEFINITION, url: receiver.url });
      expect(await response.json()).toMatchObject({ result: false, http_status: 302 });
    });

    it('reports a failed connection with status 0', async () => {
      const gone = await startReceiver();
      await gone.stop();
      const response = await tenant.json('POST', '/rules/webhook/test', { ...DEFINITION, url: gone.url });
      expect(response.status).toBe(200);
      expect(await response.json()).toEqual({
        result: false,
        http_status: 0,
        message: expect.stringContaining('rejected the connection'),
      });
    });

    it('reports a template that cannot be rendered and sends no request', async () => {
      const calls = receiver.requests.length;
      const response = await tenant.json('POST', '/rules/webhook/test', {
        ...DEFINITION,
        url: receiver.url,
        request_body: '${event.no_such_column}',
      });
      expect(await response.json()).toMatchObject({
        result: false,
        http_status: 0,
        message: expect.stringContaining('no_such_column'),
      });
      expect(receiver.requests.length).toBe(calls);
    });

    it('may be used before and after the webhook exists', async () => {
      receiver.respondWith(() => ({ status: 200 }));
      const body = { ...DEFINITION, url: receiver.url };
      expect(
        (await jsonOf<{ result: boolean }>(tenant.json('POST', '/rules/webhook/test', body))).result,
      ).toBe(true);
      await create({ url: receiver.url });
      expect(
        (await jsonOf<{ result: boolean }>(tenant.json('POST', '/rules/webhook/test', body))).result,
      ).toBe(true);
    });
  });

  describe('bad definitions', () => {
    const bad: [string, Record<string, unknown>, string][] = [
      ['an empty name', { name: ' ' }, 'name'],
      ['a name over two lines', { name: 'a\nb' }, 'name'],
      ['a name that is too long', { name: 'n'.repeat(201) }, 'name'],
      ['a name that is no string', { name: 7 }, 'name'],
      ['a URL without scheme', { url: 'hooks.chat.example' }, 'url'],
      ['a URL of another scheme', { url: 'file:///etc/passwd' }, 'url'],
      ['a URL without host', { url: 'http://' }, 'url'],
      ['a URL with a line break', { url: 'http://a.example/\r\nX: y' }, 'url'],
      ['a URL with credentials', { url: 'https://me:secret@a.example/' }, 'url'],
      ['a header with a carriage return', { headers: 'X-A: b\r\nX-Injected: c' }, 'headers'],
      ['headers that end the header block', { headers: 'X-A: b\n\nGET / HTTP/1.1' }, 'headers'],
      ['a header that is folded', { headers: 'X-A: b\n c' }, 'headers'],
      ['a header with a control character', { headers: 'X-A: \u0000b' }, 'headers'],
      ['a header without colon', { headers: 'Authorization' }, 'headers'],
      ['a header that frames the message', { headers: 'Transfer-Encoding: chunked' }, 'headers'],
      ['a header named twice', { headers: 'X-A: 1\nx-a: 2' }, 'headers'],
      ['a header beyond Latin-1', { headers: 'X-A: ✓' }, 'headers'],
      ['a method that is none', { method: 'TRACE' }, 'method'],
      ['a content type that splits', { content_type: 'text/plain\r\nX: y' }, 'content_type'],
      ['a payload template that is too large', { request_body: 'x'.repeat(1_000_001) }, 'request_body'],
      ['enabled as text', { enabled: 'true' }, 'enabled'],
      ['no event type', { event_type: undefined }, 'event_type'],
      ['no risk level', { risk_level: '' }, 'risk_level'],
    ];

    it.each(bad)(
      'rejects %s with the name of the member, and stores nothing',
      async (_what, changes, field) => {
        const response = await create(changes);
        expect(response.status).toBe(400);
        const rejection = await jsonOf<Rejection>(response);
        expect(rejection.error).toBe('invalid_request');
        expect(rejection.problems.map((problem) => problem.field)).toEqual([field]);
        expect(rejection.message).toContain(field);
        expect(rejection.request_id).not.toBe('');
        expect((await tenant.json('POST', '/rules/webhook/test', { ...DEFINITION, ...changes })).status).toBe(
          400,
        );
        expect(await list()).toEqual([]);
      },
    );

    it.each([
      ['text that is not JSON', 'name=x', 'application/json', 400, 'invalid_json'],
      ['nothing', '', 'application/json', 400, 'invalid_json'],
      ['an array', '[]', 'application/json', 400, 'invalid_request'],
      ['null', 'null', 'application/json', 400, 'invalid_request'],
      [
        'deep nesting',
        `{"name":${'['.repeat(5_000)}${']'.repeat(5_000)}}`,
        'application/json',
        400,
        'invalid_json',
      ],
      ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0x22]), 'application/json', 400, 'invalid_json'],
      ['another content type', JSON.stringify(DEFINITION), 'text/plain', 415, 'unsupported_media_type'],
      ['five megabytes', `"${'x'.repeat(5_000_000)}"`, 'application/json', 413, 'too_large'],
    ])('responds to %s with a typed error', async (_what, body, contentType, status, code) => {
      const response = await tenant.call('POST', '/rules/webhook', {
        body,
        headers: { 'content-type': contentType },
      });
      expect(response.status).toBe(status);
      expect((await jsonOf<Rejection>(response)).error).toBe(code);
      expect(await list()).toEqual([]);
    });
  });

  describe('every answer', () => {
    const operations: [string, () => Promise<Response>, number][] = [
      ['a list', () => tenant.call('GET', '/rules'), 200],
      ['a creation', () => create(), 204],
      ['a refused body', () => create({ url: 'x' }), 400],
      ['an unknown rule', () => tenant.call('DELETE', '/rules/none'), 404],
      ['an unknown path', () => tenant.call('GET', '/nothing/here'), 404],
      ['a missing token', () => fetch(`${tenant.context.analyticsUrl}/rules`), 401],
      [
        'a wrong token',
        () => tenant.call('GET', '/rules', { headers: { authorization: 'Bearer nope' } }),
        401,
      ],
    ];
    it.each(operations)('to %s carries the documented security headers', async (_what, ask, status) => {
      const response = await ask();
      expect(response.status).toBe(status);
      for (const [name, value] of Object.entries(SECURITY_HEADERS)) {
        expect(response.headers.get(name), name).toBe(value);
      }
    });

    it('to a request without a good token is 401 with a challenge, before the body is looked at', async () => {
      for (const authorization of ['', 'Basic abc', 'Bearer ', 'Bearer nope']) {
        const response = await tenant.call('POST', '/rules/webhook', {
          body: '{',
          headers: { authorization },
        });
        expect(response.status).toBe(401);
        expect(response.headers.get('www-authenticate')).toMatch(/^Bearer/);
        expect((await jsonOf<Rejection>(response)).error).toBe('unauthorized');
      }
    });

    it('is the same for a path in another case', async () => {
      expect((await tenant.call('GET', '/RULES')).status).toBe(200);
    });
  });
});
