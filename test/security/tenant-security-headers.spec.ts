import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { tenantRoutes } from '../builders/tenant-routes.ts';
import { useTenant } from '../builders/use-tenant.ts';

const tenant = useTenant(() => ['--apps', '0', '--events', '0']);
const ROOT = '/analytics/services/v1.0';
const routes = (await tenantRoutes()).filter(({ path }) => path.startsWith(ROOT));
const host = (): string => new URL(tenant.baseUrl).host;
const bearer = (): string => `Authorization: Bearer ${tenant.accessToken}`;

/** As the specification lists them. */
const securityHeaders = {
  'cache-control': 'no-cache, no-store, max-age=0, must-revalidate',
  pragma: 'no-cache',
  expires: '0',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-xss-protection': '1; mode=block',
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
};

interface RawResponse {
  readonly status: number;
  /** By name; a header that comes twice has both values. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends exactly these lines, and returns the first final response. */
async function send(requestLine: string, lines: readonly string[], body = ''): Promise<RawResponse> {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(tenant.baseUrl).port) });
  socket.write([requestLine, ...lines, '', body].join('\r\n'));
  const result = (await text(socket)).replace(/^HTTP\/1\.1 100[^\n]*\n\r\n/, '');
  const [head = '', ...rest] = result.split('\r\n\r\n');
  const headers: Record<string, string> = {};
  for (const line of head.split('\r\n').slice(1)) {
    const [name = '', ...value] = line.split(': ');
    const known = headers[name.toLowerCase()];
    headers[name.toLowerCase()] = (known === undefined ? '' : `${known} | `) + value.join(': ');
  }
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]), headers, body: rest.join('\r\n\r\n') };
}

const json = 'Content-Type: application/json';
const close = 'Connection: close';
const long = 'x'.repeat(17_000);

interface Kind {
  readonly status: number;
  readonly lines: () => readonly string[];
  /** In place of the target of the route. */
  readonly target?: (path: string) => string;
  readonly method?: string;
  readonly version?: string;
  readonly body?: string;
}

/** What can be wrong with a request before its route reads it, whatever the route is. */
const kinds: Readonly<Record<string, Kind>> = {
  'without a token': { status: 401, lines: () => [`Host: ${host()}`] },
  'from a foreign origin': { status: 403, lines: () => [`Host: ${host()}`, 'Origin: https://evil.example'] },
  'as a preflight of the own origin': {
    status: 401,
    lines: () => [`Host: ${host()}`, `Origin: ${tenant.baseUrl}`, 'Access-Control-Request-Method: GET'],
  },
  'for another host': { status: 421, lines: () => ['Host: evil.example'] },
  'without a host': { status: 400, lines: () => [] },
  'with a host in its target': {
    status: 421,
    lines: () => [`Host: ${host()}`],
    target: (path) => `http://evil.example${path}`,
  },
  'with # in its target': {
    status: 400,
    lines: () => [`Host: ${host()}`],
    target: (path) => `${path}#part`,
  },
  'with an escape that is none': {
    status: 400,
    lines: () => [`Host: ${host()}`],
    target: (path) => `${path}/%zz`,
  },
  'to a path that is not there': {
    status: 404,
    lines: () => [`Host: ${host()}`, bearer()],
    target: (path) => `${path}/x/y/z`,
  },
  'with a method that is not there': {
    status: 404,
    lines: () => [`Host: ${host()}`, bearer()],
    method: 'PATCH',
  },
  'with headers of 17 KB': { status: 431, lines: () => [`Host: ${host()}`, `X-Long: ${long}`] },
  'with a header that is none': { status: 400, lines: () => [`Host: ${host()}`, 'no colon'] },
  'with a length that is none': { status: 400, lines: () => [`Host: ${host()}`, 'Content-Length: ten'] },
  'of a version that is none': { status: 400, lines: () => [`Host: ${host()}`], version: 'HTTP/9.9' },
  'with an expectation that is unknown': {
    status: 417,
    lines: () => [`Host: ${host()}`, 'Expect: the-moon'],
  },
};

/** Other spellings of the root that the router takes for it. */
const spellings: readonly ((path: string) => string)[] = [
  (path) => path,
  (path) => path.replace('/analytics/services', '/Analytics//SERVICES'),
  (path) => path.replace('/analytics/', '/%61nalytics/'),
];

describe('every response under the analytics root has the security headers and a message of the tenant', () => {
  const cells = Object.entries(kinds).flatMap(([name, kind]) =>
    routes.map((route) => [name, `${route.method} ${route.path}`, { ...route, ...kind }] as const),
  );
  it.each(cells)('a request %s to %s', async (_name, _route, { method, path, target, version, ...kind }) => {
    for (const spell of spellings) {
      const spelt = spell(path.replaceAll(/:\w+/g, 'anything'));
      const line = `${method} ${(target ?? String)(spelt)} ${version ?? 'HTTP/1.1'}`;
      const response = await send(line, [...kind.lines(), close], kind.body);
      expect(response).toMatchObject({ status: kind.status, headers: securityHeaders });
      if (method !== 'HEAD') expectOwnMessage(response);
    }
  });

  const posts = routes.filter(({ method }) => method === 'POST');
  it.each(posts)(
    'a body of $path that is too large, of the wrong type, truncated, or not JSON',
    async ({ path }) => {
      const line = `POST ${path.replaceAll(/:\w+/g, 'anything')} HTTP/1.1`;
      const own = [`Host: ${host()}`, bearer(), close];
      const isUpload = path.includes('/import/');
      const bodies = [
        [413, [json, `Content-Length: ${5 * 1024 * 1024}`], 'x'.repeat(5 * 1024 * 1024)],
        [path.endsWith('/status') ? 400 : 415, ['Content-Type: text/csv', 'Content-Length: 1'], 'a'],
        [isUpload ? 415 : 400, [json, 'Content-Length: 1'], '{'],
        [isUpload ? 415 : 400, [json, 'Content-Length: 0'], ''],
        [400, [json, 'Transfer-Encoding: chunked'], 'zz\r\n'],
        [400, [json, 'Transfer-Encoding: chunked', 'Content-Length: 1'], '1\r\nx\r\n0\r\n\r\n'],
      ] as const;
      for (const [status, lines, body] of bodies) {
        const response = await send(line, [...own, ...lines], body);
        expect(response).toMatchObject({ status, headers: securityHeaders });
        expectOwnMessage(response);
      }
    },
  );

  it('a preflight of a trusted origin', async () => {
    const configuration = { AllowCors: ['portal.acme.example'] };
    await tenant.call('/TenantConfig/SetCustomerConfig', configuration);
    const origin = ['Origin: https://portal.acme.example', 'Access-Control-Request-Method: GET'];
    for (const { path } of routes) {
      const response = await send(`OPTIONS ${path} HTTP/1.1`, [`Host: ${host()}`, ...origin, close]);
      expect(response).toMatchObject({ status: 204, headers: securityHeaders });
    }
  });

  it('a request without complete headers', async () => {
    const socket = connect({ host: '127.0.0.1', port: Number(new URL(tenant.baseUrl).port) });
    socket.write(`GET ${ROOT}/rules HTTP/1.1\r\nHost: ${host()}\r\n`);
    const result = await text(socket);
    expect(result).toMatch(/^HTTP\/1\.1 408 /);
    for (const [name, value] of Object.entries(securityHeaders))
      expect(result).toContain(`${name}: ${value}`);
    expect(result).toContain('"error":"request_timeout"');
  });

  it('an injected fault', async () => {
    for (const kind of ['rate_limit', 'server_error', 'html', 'expired_token', 'challenge']) {
      const fault = JSON.stringify({ kind, path: `${ROOT}/*` });
      const authorization = `Bearer ${tenant.accessToken}`;
      await fetch(`${tenant.baseUrl}/sandbox/faults`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: fault,
      });
      const response = await send(`GET ${ROOT}/rules HTTP/1.1`, [`Host: ${host()}`, bearer(), close]);
      expect([kind, response.headers]).toMatchObject([kind, securityHeaders]);
    }
  });
});

describe('a response outside the analytics root', () => {
  it.each(['/', '/sandbox', '/SaasManage/GetApplication', '/nowhere', '/userinfo', '/%zz'])(
    'is not sniffed at %s',
    async (path) => {
      const { headers } = await send(`GET ${path} HTTP/1.1`, [`Host: ${host()}`, close]);
      expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff' });
    },
  );
});

const rejectionSchema = z.object({
  error: z.string().regex(/^[a-z_]+$/),
  message: z.string().regex(/\.$/),
  problems: z.array(z.unknown()),
  request_id: z.string().min(1),
});

/** The error body of the analytics API, without anything that its framework or Node would say. */
function expectOwnMessage({ body, headers }: RawResponse): void {
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  rejectionSchema.parse(JSON.parse(body));
  expect(body).not.toMatch(/FST_|HPE_|Bad Request|Client Error|statusCode|url component/);
}
