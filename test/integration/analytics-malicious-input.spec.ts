import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseHeaderText } from '../../tenant/rules/header-text.ts';
import { targetUrlProblem } from '../../tenant/rules/target-url.ts';
import { registerSandbox } from '../../tenant/sandbox/index.ts';
import { GOOD_TOKEN, startAnalyticsTenant, type AnalyticsTenant } from './analytics-tenant.ts';

const GOOD = {
  name: 'Hook',
  description: '',
  url: 'https://hooks.chat.example/',
  method: 'POST',
  content_type: 'application/json',
  headers: '',
  request_body: '{}',
  enabled: true,
  event_type: 'SecurityAlert',
  risk_level: 'Low',
};

const ROUTES = [
  ['POST', '/analytics/services/v1.0/rules/webhook'],
  ['POST', '/analytics/services/v1.0/rules/webhook/test'],
  ['POST', '/analytics/services/v1.0/rules/some-id/status'],
  ['POST', '/analytics/services/v1.0/file/export/rules/webhook/name'],
  ['POST', '/analytics/services/v1.0/file/import/rules/webhook'],
  ['DELETE', '/analytics/services/v1.0/rules/some-id'],
  ['POST', '/sandbox/events'],
  ['POST', '/sandbox/generators'],
  ['POST', '/sandbox/faults'],
  ['POST', '/sandbox/deliveries/replay'],
  ['POST', '/sandbox/deliveries/some-id/replay'],
  ['POST', '/sandbox/scale'],
] as const;

/** Any input leads to a rejection with a reason or to success, never to a partial change or a crash. */
describe('malicious input', () => {
  let tenant: AnalyticsTenant;

  beforeAll(async () => {
    tenant = await startAnalyticsTenant({
      before: (app, context, delivery) =>
        registerSandbox(app, context, {
          delivery,
          reset: () => undefined,
          scale: async () => ({ apps: 0, events: 0 }),
        }),
    });
  });
  afterAll(() => tenant.stop());

  const inject = (method: 'POST' | 'DELETE', url: string, payload: string | Buffer, contentType: string) =>
    tenant.app.inject({
      method,
      url,
      payload,
      headers: { authorization: `Bearer ${GOOD_TOKEN}`, 'content-type': contentType },
    });

  const mostlyGoodDefinition = fc
    .record(
      {
        name: fc.string(),
        url: fc.oneof(fc.webUrl(), fc.string()),
        method: fc.oneof(fc.constantFrom('post', 'GET'), fc.string()),
        headers: fc.string({ unit: 'binary' }),
        enabled: fc.oneof(fc.boolean(), fc.string()),
        risk_level: fc.anything(),
      },
      { requiredKeys: [] },
    )
    .map((changes) => JSON.stringify({ ...GOOD, ...changes }));
  const payload = fc.oneof(
    fc.json(),
    mostlyGoodDefinition,
    fc.string({ unit: 'binary' }),
    fc.constantFrom('', 'null', '[]', '{"__proto__":{"a":1}}', '"', '{"a":', '1e999', '['.repeat(10_000)),
  );
  const contentType = fc.constantFrom(
    'application/json',
    'application/json; charset=utf-16',
    'text/plain',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
    'nonsense',
  );

  it('never leads to a server error, and always has a reason', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...ROUTES),
        payload,
        contentType,
        async ([method, url], body, type) => {
          // A valid generator would continue to send events, and a fault would affect the next request.
          const before = tenant.delivery.rules.list();
          const response = await inject(method, url, body, type);
          expect(response.statusCode).toBeLessThan(500);
          if (response.statusCode >= 400) {
            expect(response.json()).toMatchObject({
              error: expect.stringMatching(/^[a-z_]+$/),
              message: expect.stringMatching(/\S/),
              problems: expect.any(Array),
              request_id: expect.any(String),
            });
            expect(tenant.delivery.rules.list()).toEqual(before);
          }
          await tenant.call('DELETE', '/sandbox/generators');
          await tenant.call('DELETE', '/sandbox/faults');
        },
      ),
      { numRuns: 300 },
    );
  });

  it('never gets a header text through that could split a request', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (name, value) => {
        const parsed = parseHeaderText(`${name}: ${value}`);
        if (!parsed.ok) return;
        for (const header of parsed.headers) {
          expect(header.name).toMatch(/^[!#$%&'*+\-.^_`|~\w]+$/);
          expect(header.value).toMatch(/^[\t\x20-\x7e\x80-\xff]*$/);
          expect(header.name.toLowerCase()).not.toMatch(
            /^(host|content-length|transfer-encoding|connection)$/,
          );
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('never gets an address through that is not plain http or https', () => {
    fc.assert(
      fc.property(fc.oneof(fc.webUrl(), fc.string({ unit: 'binary' }), fc.webPath()), (text) => {
        if (targetUrlProblem(text) !== undefined) return;
        const url = new URL(text);
        expect(['http:', 'https:']).toContain(url.protocol);
        expect(url.hostname).not.toBe('');
        expect(url.username + url.password).toBe('');
        expect(text).not.toMatch(/\s/);
      }),
      { numRuns: 2_000 },
    );
  });
});
