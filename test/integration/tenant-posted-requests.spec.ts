import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { redirect, registerApplication, signInAt } from '../builders/a-relying-party.ts';
import { useTenant } from '../builders/use-tenant.ts';

const tenant = useTenant();
const foreign = {
  origin: 'https://shop.example',
  'sec-fetch-site': 'cross-site',
  'sec-fetch-mode': 'navigate',
};

async function requestOf(): Promise<URLSearchParams> {
  const { clientId } = await registerApplication(tenant);
  return new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    scope: 'openid email',
    redirect_uri: redirect,
    state: 'a state & more',
  });
}

const post = (path: string, body: URLSearchParams, headers: Readonly<Record<string, string>> = {}) =>
  fetch(`${tenant.baseUrl}${path}`, { method: 'POST', redirect: 'manual', headers, body });

it('takes an authorization request by POST as by GET', async () => {
  const response = await post('/authorize', await requestOf());
  expect(response.status).toBe(302);
  expect(response.headers.get('location')).toMatch(/^(http:\/\/127\.0\.0\.1:\d+)?\/signin\//);
});

it("takes one from a page's form, and keeps who is signed in signed in", async () => {
  const request = await requestOf();
  const response = await post('/authorize', request, foreign);
  expect(response.status).toBe(303);
  expect(response.headers.get('access-control-allow-origin')).toBeNull();
  const location = new URL(response.headers.get('location') ?? '', tenant.baseUrl);
  expect(Object.fromEntries(location.searchParams)).toEqual(Object.fromEntries(request));
  const back = await signInAt(tenant, location.href);
  expect(back.searchParams.get('state')).toBe('a state & more');
  expect(back.searchParams.get('code')).not.toBeNull();
});

it('reports errors of a posted request like those of others', async () => {
  const request = await requestOf();
  request.set('redirect_uri', 'https://elsewhere.example/');
  const response = await post('/authorize', request);
  expect([response.status, await response.text()]).toEqual([
    400,
    expect.stringContaining('invalid_redirect_uri'),
  ]);
  const json = await fetch(`${tenant.baseUrl}/authorize`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  expect(json.status).toBe(400);
  request.set('state', 'x'.repeat(60_000));
  expect((await post('/authorize', request)).status).toBe(413);
});

it('responds to a posted request of megabytes, and to the next one on its connection', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = async (method: string, path: string, body = ''): Promise<number | undefined> => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const sent = request(`${tenant.baseUrl}${path}`, { method, headers, agent });
    sent.end(body);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    response.resume();
    await once(response, 'end');
    return response.statusCode;
  };
  try {
    for (const path of ['/authorize', '/oauth2/endsession']) {
      expect([path, await ask('POST', path, `state=${'x'.repeat(9_000_000)}`)]).toEqual([path, 413]);
      expect(await ask('GET', '/.well-known/openid-configuration')).toBe(200);
    }
  } finally {
    agent.destroy();
  }
});

it('ends a session by POST as well', async () => {
  const response = await post('/oauth2/endsession', new URLSearchParams({ client_id: tenant.clientId }));
  expect([response.status, await response.text()]).toEqual([
    200,
    expect.stringContaining('/oauth2/endsession/confirm'),
  ]);
});

it('lets no foreign page ask other endpoints', async () => {
  for (const path of ['/token', '/oauth2/revoke', '/oauth2/introspect', '/userinfo'])
    expect([path, (await post(path, new URLSearchParams(), foreign)).status]).toEqual([path, 403]);
});
