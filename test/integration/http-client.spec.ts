import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DeskFailure } from '../../contract/errors/desk-failure.ts';
import { defaultSettings } from '../../contract/settings/default-settings.ts';
import type { TenantProfile } from '../../contract/tenants/tenants.ts';
import { createConnectivity } from '../../main/tenants/client/connectivity.ts';
import { createTenantClient } from '../../main/tenants/client/create-tenant-client.ts';
import type { TenantClient } from '../../main/tenants/client/tenant-client.ts';
import type { Transport } from '../../main/platform/http/transport.ts';
import { createTransport } from '../../main/platform/http/transport.ts';
import { failure } from '../../main/platform/errors/failure.ts';
import { sendJson } from '../fakes/identity-provider.ts';
import type { RecordingHost } from '../fakes/recording-host.ts';
import { createRecordingHost } from '../fakes/recording-host.ts';
import type { Responder, TenantServer } from '../fakes/tenant-server.ts';
import { startTenantServer } from '../fakes/tenant-server.ts';
import { callContext } from './desk-foundation.ts';

const scriptSchema = z.looseObject({ Script: z.string(), Modified: z.boolean() });
const token = 'access.token.of.the.test';

let server: TenantServer;
let transport: Transport;
let client: TenantClient;
let host: RecordingHost;
let profile: TenantProfile;
let replacements: string[];
let logged: unknown[];

beforeEach(async () => {
  server = await startTenantServer((_request, response) => void response.end());
  transport = createTransport(defaultSettings, 'TenantDesk/test');
  host = createRecordingHost();
  replacements = [];
  logged = [];
  profile = {
    id: 'acme',
    name: 'Acme',
    color: 'blue',
    environment: 'development',
    baseUrl: server.origin,
    analyticsUrl: `${server.origin}/analytics/services/v1.0`,
    issuer: server.origin,
    clientId: 'desk',
    scopes: ['openid'],
    extraHeaders: {},
    hasClientSecret: false,
    isSandbox: false,
  };
  client = createTenantClient({
    transport,
    tenants: { get: () => profile, list: () => [profile] },
    tokens: {
      get: async () => token,
      replace: async () => {
        const replacement = replacements.shift();
        if (replacement === undefined) throw failure('session-expired', 'Your session expired.');
        return replacement;
      },
    },
    connectivity: createConnectivity(host.emit),
    log: { write: (...line) => void logged.push(line) },
    now: Date.now,
  });
});

afterEach(async () => {
  transport.close();
  await server[Symbol.asyncDispose]();
});

const context = { ...callContext(), requestId: 'request-7' };

function readScript(path = '/SaasManage/GetScript'): Promise<unknown> {
  return client.manage(
    {
      tenantId: 'acme',
      path,
      body: { appkey: 'a' },
      result: scriptSchema,
      purpose: 'read the script of Payroll',
    },
    context,
  );
}

function writeScript(): Promise<unknown> {
  return client.manage(
    {
      tenantId: 'acme',
      path: '/SaasManage/UpdateApplicationDE',
      body: { _RowKey: 'a' },
      result: z.unknown(),
      purpose: 'replace the script of Payroll',
    },
    context,
  );
}

async function failureOf(work: Promise<unknown>): Promise<DeskFailure> {
  const thrown = await work.catch((error: unknown) => error);
  if (thrown instanceof DeskFailure) return thrown;
  throw new Error(`It did not fail: ${JSON.stringify(thrown)}`);
}

const json =
  (status: number, body: unknown): Responder =>
  (_request, response) =>
    sendJson(response, status, body);
const text =
  (status: number, body: string, headers: Record<string, string> = {}): Responder =>
  (_request, response) =>
    void response.writeHead(status, headers).end(body);
const fine = json(200, { success: true, Result: { Script: 's', Modified: false, Extra: 1 } });

describe('a management call', () => {
  it('is a POST with a bearer token and the headers of a native client', async () => {
    server.respond = fine;
    await readScript();
    expect(server.requests).toMatchObject([
      {
        method: 'POST',
        path: '/SaasManage/GetScript',
        body: '{"appkey":"a"}',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'x-idap-native-client': 'true',
          'x-centrify-native-client': 'true',
          'x-request-id': 'request-7',
        },
      },
    ]);
  });

  it('sends the extra headers of the profile, which replace no vital one', async () => {
    server.respond = fine;
    profile = {
      ...profile,
      extraHeaders: {
        'X-Centrify-Native-Client': 'Yes',
        'X-Tenant': 'acme',
        Host: 'evil',
        'content-type': 'x',
      },
    };
    await readScript();
    expect(server.requests[0]?.headers).toMatchObject({
      'x-centrify-native-client': 'Yes',
      'x-tenant': 'acme',
      host: `127.0.0.1:${server.port}`,
      'content-type': 'application/json',
    });
  });

  it('returns the Result with unknown members', async () => {
    server.respond = fine;
    expect(await readScript()).toEqual({ Script: 's', Modified: false, Extra: 1 });
  });

  it.each([
    [
      'a refusal',
      json(200, { success: false, Message: 'No such app', ErrorID: 'E1', MessageID: '_I18N_X' }),
      'refused-by-tenant',
      'No such app',
    ],
    ['a wordless refusal', json(200, { success: false }), 'refused-by-tenant', 'without giving a reason'],
    [
      'a call for step-up',
      json(200, { success: false, ErrorID: 'ChallengeRequired', Result: { ChallengeId: 'c' } }),
      'challenge-required',
      'requires re-authentication',
    ],
    [
      'a page',
      text(200, '<html>Sign in</html>', { 'content-type': 'text/html' }),
      'unexpected-response',
      'isn’t JSON',
    ],
    ['half an answer', text(200, '{"success":true,"Resu'), 'unexpected-response', 'isn’t JSON'],
    ['nothing', text(200, ''), 'unexpected-response', 'isn’t JSON'],
    ['no envelope', json(200, { Result: {} }), 'schema-mismatch', 'at success'],
    [
      'another shape',
      json(200, { success: true, Result: { Script: 's', Modified: 'no' } }),
      'schema-mismatch',
      'at Result.Modified',
    ],
    ['no result', json(200, { success: true, Result: null }), 'schema-mismatch', 'at Result'],
    ['a redirect', text(302, '', { location: '/login' }), 'unexpected-response', 'redirect'],
    ['400', json(400, { Message: 'Bad body' }), 'refused-by-tenant', 'Bad body'],
    ['403', json(403, {}), 'forbidden', 'don’t have permission'],
    ['404', text(404, ''), 'not-found', 'not found on'],
    ['500', text(500, '<h1>Oh</h1>'), 'tenant-error', 'HTTP 500'],
    ['502', text(502, ''), 'tenant-error', 'HTTP 502'],
  ] as const)(
    'answered with %s is a distinct failure with its request',
    async (_name, received, code, message) => {
      server.respond = received;
      const error = await failureOf(readScript());
      expect(error.code).toBe(code);
      expect(error.message).toContain(message);
      expect(error.message).toContain('Acme');
      expect(error.error.requestId).toBe('request-7');
    },
  );

  it('has the tenant’s reason for the rejection', async () => {
    server.respond = json(200, { success: false, Message: 'No', MessageID: '_I18N_No', ErrorID: 'E-42' });
    expect((await failureOf(readScript())).error.detail).toBe('No; MessageID _I18N_No; ErrorID E-42');
  });

  it.each([
    ['an error', json(500, { Message: `Not valid: ${token}` })],
    ['a refusal', json(200, { success: false, Message: `You sent Bearer ${token}` })],
  ])(
    'never repeats its token in a failure or in the log, even when the tenant does in %s',
    async (_name, received) => {
      server.respond = received;
      const error = await failureOf(readScript());
      expect(JSON.stringify(error.error)).not.toContain(token);
      expect(JSON.stringify(logged)).not.toContain(token);
      expect(error.error.detail).toContain('[hidden]');
    },
  );
});

describe('a token that the tenant rejects', () => {
  it('is replaced once, and the call repeated', async () => {
    replacements = ['another'];
    server.respond = (request, response) =>
      request.headers.authorization === 'Bearer another'
        ? fine(request, response)
        : sendJson(response, 401, {});
    expect(await readScript()).toMatchObject({ Script: 's' });
    expect(server.requests).toHaveLength(2);
  });

  it('ends the call when the next one is rejected, too', async () => {
    replacements = ['another', 'a third'];
    server.respond = json(401, {});
    expect((await failureOf(readScript())).code).toBe('session-expired');
    expect(server.requests).toHaveLength(2);
  });
});

describe('a token that does not reach as far', () => {
  it('is a missing right, not the end of the session', async () => {
    replacements = ['another'];
    server.respond = text(401, '', { 'www-authenticate': 'Bearer error="insufficient_scope"' });
    expect((await failureOf(readScript())).code).toBe('forbidden');
    expect(replacements).toEqual(['another']);
  });
});

describe('a tenant that requests a later retry', () => {
  const later =
    (status: number, retryAfter: string): Responder =>
    (request, response) =>
      server.requests.length === 1
        ? void response.writeHead(status, { 'retry-after': retryAfter }).end()
        : fine(request, response);

  it.each([429, 503])('gets repeated reads (%i)', async (status) => {
    server.respond = later(status, '0');
    expect(await readScript()).toMatchObject({ Script: 's' });
    expect(server.requests).toHaveLength(2);
  });

  it('gets at most three requests', async () => {
    server.respond = text(429, '', { 'retry-after': '0' });
    expect((await failureOf(readScript())).code).toBe('rate-limited');
    expect(server.requests).toHaveLength(3);
  });

  it('ends long waits: the user learns when to retry', async () => {
    server.respond = later(429, '3600');
    const error = await failureOf(readScript());
    expect(error).toMatchObject({ code: 'rate-limited', error: { retryable: true } });
    expect(error.message).toContain('3600 s');
    expect(server.requests).toHaveLength(1);
  });

  it('gets a write again when it says that it did not take it (429)', async () => {
    server.respond = later(429, '0');
    await writeScript();
    expect(server.requests).toHaveLength(2);
  });

  it('gets no write a second time when it may have taken it (503)', async () => {
    server.respond = later(503, '0');
    const error = await failureOf(writeScript());
    expect(error.code).toBe('tenant-error');
    expect(error.message).toContain('may have been applied');
    expect(server.requests).toHaveLength(1);
  });

  it('gets no stored procedure a second time, as it may do something', async () => {
    server.respond = later(503, '0');
    await failureOf(
      client.manage(
        {
          tenantId: 'acme',
          path: '/RedRock/Query',
          body: { Script: '@/lib/email_report.js' },
          result: z.unknown(),
          purpose: 'run a query',
        },
        context,
      ),
    );
    expect(server.requests).toHaveLength(1);
  });

  it('can be left while waiting', async () => {
    const controller = new AbortController();
    server.respond = (_request, response) => {
      response.writeHead(429, { 'retry-after': '5' }).end();
      response.once('close', () => setImmediate(() => controller.abort(failure('canceled', 'Canceled.'))));
    };
    const call = client.manage(
      { tenantId: 'acme', path: '/SaasManage/GetScript', result: z.unknown(), purpose: 'read' },
      { signal: controller.signal, requestId: 'r' },
    );
    expect((await failureOf(call)).code).toBe('canceled');
  });
});

describe('an analytics call', () => {
  const path = '/rules';

  it('is sent to the analytics URL and returns the parsed body', async () => {
    server.respond = json(200, [{ name: 'a' }]);
    const rules = await client.analytics(
      {
        tenantId: 'acme',
        method: 'GET',
        path,
        response: z.array(z.object({ name: z.string() })),
        purpose: 'list',
      },
      context,
    );
    expect(rules).toEqual([{ name: 'a' }]);
    expect(server.requests[0]).toMatchObject({ method: 'GET', path: '/analytics/services/v1.0/rules' });
  });

  it('may have a response without a body, but not a page', async () => {
    const remove = () =>
      client.analytics(
        { tenantId: 'acme', method: 'DELETE', path: '/rules/1', response: z.undefined(), purpose: 'delete' },
        context,
      );
    server.respond = text(204, '');
    expect(await remove()).toBeUndefined();
    server.respond = text(200, '<html>Sign in</html>');
    expect((await failureOf(remove())).code).toBe('unexpected-response');
  });

  it('sends a file byte for byte as a separate part', async () => {
    server.respond = text(200, '');
    const bytes = new TextEncoder().encode('{ "a" :  "ü" }\r\n');
    await client.analytics(
      {
        tenantId: 'acme',
        method: 'POST',
        path: '/file/import/rules/webhook',
        file: { name: 'my "rules".json', bytes },
        response: z.undefined(),
        purpose: 'import',
      },
      context,
    );
    const [request] = server.requests;
    const parts = await new Response(request?.body, {
      headers: { 'content-type': request?.headers['content-type'] ?? '' },
    }).formData();
    const file = parts.get('file');
    if (!(file instanceof File)) throw new Error('There is no file.');
    expect(new Uint8Array(await file.arrayBuffer())).toEqual(bytes);
    expect(file.name).toBe('my "rules".json');
    expect(file.type).toBe('application/json');
  });

  it('brings a file as it came, up to a size', async () => {
    server.respond = text(200, '{ "kept":  true }\n');
    const download = (maxBytes: number) =>
      client.analyticsBytes(
        {
          tenantId: 'acme',
          method: 'POST',
          path: '/file/export/rules/webhook/x',
          maxBytes,
          purpose: 'export',
        },
        context,
      );
    expect(new TextDecoder().decode(await download(1000))).toBe('{ "kept":  true }\n');
    expect((await failureOf(download(5))).code).toBe('response-too-large');
  });
});

describe('sandbox controls', () => {
  const raise = () =>
    client.sandbox(
      {
        tenantId: 'acme',
        method: 'POST',
        path: '/sandbox/events',
        json: {},
        response: z.undefined(),
        purpose: 'raise',
      },
      context,
    );

  it('are rejected for other tenants without a request', async () => {
    expect((await failureOf(raise())).code).toBe('not-found');
    expect(server.requests).toEqual([]);
  });

  it('are used with embedded ones', async () => {
    profile = { ...profile, isSandbox: true };
    await raise();
    expect(server.requests[0]?.path).toBe('/sandbox/events');
  });
});

describe('a write without a response', () => {
  it('is reported as possibly applied, unlike a read', async () => {
    server.respond = (request) => request.socket.destroy();
    const write = await failureOf(writeScript());
    expect(write).toMatchObject({ code: 'connection-lost', error: { requestId: 'request-7' } });
    expect(write.message).toContain('may have been applied');
    expect((await failureOf(readScript())).message).not.toContain('may have been applied');
  });

  it('is not reported as possibly applied if it was never sent', async () => {
    await server[Symbol.asyncDispose]();
    const error = await failureOf(writeScript());
    expect(error.code).toBe('unreachable');
    expect(error.message).not.toContain('may have been applied');
  });
});

describe('connectivity', () => {
  it('is reported when it changes, and only then', async () => {
    server.respond = fine;
    await readScript();
    expect(host.events).toEqual([]);
    server.respond = (request) => request.socket.destroy();
    await failureOf(readScript());
    await failureOf(readScript());
    server.respond = text(500, '');
    await failureOf(readScript());
    expect(host.events.map(({ payload }) => payload)).toEqual([
      { tenantId: 'acme', isReachable: false },
      { tenantId: 'acme', isReachable: true },
    ]);
  });
});
