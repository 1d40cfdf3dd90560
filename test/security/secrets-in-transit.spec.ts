import { networkInterfaces } from 'node:os';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DeskFailure } from '../../contract/errors/desk-failure.ts';
import { aBrowser } from '../builders/a-browser.ts';
import { enteredEndpoints } from '../builders/entered-endpoints.ts';
import type { FakeProvider } from '../fakes/identity-provider.ts';
import { startFakeProvider } from '../fakes/identity-provider.ts';
import { startTenantServer } from '../fakes/tenant-server.ts';
import type { TestFoundation } from '../integration/desk-foundation.ts';
import { callContext, startFoundation, tenantAt } from '../integration/desk-foundation.ts';

const browser = aBrowser();
let provider: FakeProvider;
let desk: TestFoundation;
let tenantId: string;

beforeEach(async () => {
  provider = await startFakeProvider();
  desk = startFoundation();
  ({ id: tenantId } = await desk.foundation.tenants.add(
    tenantAt(provider.origin, { clientSecret: 'the-secret-of-the-client' }),
  ));
});

afterEach(async () => {
  await desk[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
});

async function authorizationRequest(): Promise<URL> {
  const state = await desk.foundation.sessions.signIn(tenantId, new AbortController().signal);
  if (state.state !== 'signing-in') throw new Error(`The session is ${state.state}.`);
  return new URL(await browser.start(state.url));
}

/** Goes to the provider, which sends the browser straight back. */
async function goThrough(url: URL): Promise<void> {
  const received = await fetch(url, { redirect: 'manual' });
  await browser.fetch(received.headers.get('location') ?? '');
}

async function signIn(): Promise<void> {
  const done = desk.host.next('session.changed', (state) => state.state === 'signed-in');
  await goThrough(await authorizationRequest());
  await done;
}

async function codeOf(work: Promise<unknown>): Promise<string | undefined> {
  const thrown = await work.catch((error: unknown) => error);
  return thrown instanceof DeskFailure ? thrown.code : undefined;
}

function manage(path: string): Promise<unknown> {
  return desk.foundation.client.manage(
    { tenantId, path, result: z.unknown(), purpose: 'read a script' },
    callContext(),
  );
}

describe('a secret in transit', () => {
  it.each([
    ['address', { baseUrl: 'https://elsewhere.example' }],
    ['issuer', { issuer: 'https://elsewhere.example' }],
    [
      'token endpoint',
      {
        endpoints: enteredEndpoints('https://elsewhere.example'),
        // Allowed with the same change, and not before.
        signInHosts: ['elsewhere.example'],
      },
    ],
  ])(
    'does not follow its profile to another %s: the client secret must be entered again',
    async (_name, change) => {
      const name = { tenantId, kind: 'client-secret' } as const;
      const { clientSecret: _secret, ...input } = tenantAt(provider.origin, {});
      const same = await desk.foundation.tenants.update(tenantId, { ...input, name: 'Renamed' });
      expect(same.hasClientSecret).toBe(true);
      expect(await desk.foundation.vault.get(name)).toBe('the-secret-of-the-client');
      const moved = await desk.foundation.tenants.update(tenantId, { ...input, ...change });
      expect(moved.hasClientSecret).toBe(false);
      expect(await desk.foundation.vault.get(name)).toBeUndefined();
      const back = await desk.foundation.tenants.update(tenantId, { ...input, clientSecret: 'another' });
      expect(back.hasClientSecret).toBe(true);
    },
  );

  it('stays stored if its token endpoint is entered manually on the same server', async () => {
    const { clientSecret: _secret, ...input } = tenantAt(provider.origin, {});
    for (const change of [{ endpoints: enteredEndpoints(provider.origin) }, {}]) {
      const { hasClientSecret } = await desk.foundation.tenants.update(tenantId, { ...input, ...change });
      expect(hasClientSecret).toBe(true);
    }
  });

  it.each([
    ['base address', { baseUrl: 'http://tenant.example', issuer: 'https://tenant.example' }],
    ['analytics address', { baseUrl: 'https://tenant.example', analyticsUrl: 'http://analytics.example' }],
    ['issuer', { baseUrl: 'https://tenant.example', issuer: 'http://tenant.example' }],
    [
      'token endpoint',
      { endpoints: enteredEndpoints('https://tenant.example', { tokenEndpoint: 'http://tenant.example/t' }) },
    ],
    [
      'revocation endpoint',
      { endpoints: enteredEndpoints('https://tenant.example', { revocationEndpoint: 'http://a.example/r' }) },
    ],
    ['look-alike of this machine', { baseUrl: 'http://127.0.0.1.tenant.example' }],
    ['look-alike of localhost', { baseUrl: 'http://localhost.tenant.example' }],
  ])('is never sent over plain HTTP: a profile with such a %s is rejected', async (_name, addresses) => {
    const { issuer: _issuer, ...input } = tenantAt('https://tenant.example');
    expect(await codeOf(desk.foundation.tenants.add({ ...input, ...addresses }))).toBe('invalid-input');
    expect(desk.foundation.tenants.list()).toHaveLength(1);
  });

  it('does not follow a redirect', async () => {
    await signIn();
    await using otherServer = await startTenantServer((_request, response) => void response.end());
    provider.misbehavior.responses.set('/SaasManage/GetScript', (response) => {
      response.writeHead(307, { location: `${otherServer.origin}/SaasManage/GetScript` }).end();
    });
    expect(await codeOf(manage('/SaasManage/GetScript'))).toBe('unexpected-response');
    expect(otherServer.requests).toEqual([]);
  });

  it('does not follow a redirect of the token endpoint', async () => {
    await using otherServer = await startTenantServer((_request, response) => void response.end());
    provider.misbehavior.responses.set('/token', (response) => {
      response.writeHead(307, { location: `${otherServer.origin}/token` }).end();
    });
    const over = desk.host.next('session.changed', (state) => state.state !== 'signing-in');
    await goThrough(await authorizationRequest());
    expect((await over).state).toBe('signed-out');
    expect(otherServer.requests).toEqual([]);
  });

  it('stays with its tenant: no header of one reaches the other', async () => {
    await signIn();
    await using other = await startFakeProvider();
    const { id } = await desk.foundation.tenants.add(tenantAt(other.origin, { name: 'Other' }));
    const call = desk.foundation.client.manage(
      { tenantId: id, path: '/x/GetY', result: z.unknown(), purpose: 'read' },
      callContext(),
    );
    expect(await codeOf(call)).toBe('signed-out');
    expect(other.requests).toEqual([]);
  });

  it('is not sent when Tenant Desk makes the requests of a browser: neither the token nor an extra header', async () => {
    await using other = await startTenantServer((_request, response) => void response.writeHead(204).end());
    const extraHeaders = { 'x-gateway-key': 'the-key-of-the-gateway' };
    const profile = tenantAt(provider.origin, { extraHeaders, baseUrl: other.origin });
    await desk.foundation.tenants.update(tenantId, profile);
    await signIn();
    const { status } = await desk.foundation.client.preflight(
      { tenantId, path: '/redrock/query', headers: { origin: 'https://a.example' }, purpose: 'ask' },
      callContext(),
    );
    expect(status).toBe(204);
    expect(other.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(['OPTIONS /redrock/query']);
    const { headers } = other.requests[0] ?? {};
    expect(headers).toMatchObject({ origin: 'https://a.example' });
    expect(Object.keys(headers ?? {})).not.toContain('authorization');
    expect(JSON.stringify(headers)).not.toContain('the-key-of-the-gateway');
  });

  it('is never part of a URL, which servers and proxies log', async () => {
    await signIn();
    await manage('/SaasManage/GetScript');
    await desk.foundation.sessions.signOut(tenantId);
    const tokens = provider.secrets.filter((secret) => !secret.startsWith('code.'));
    const addresses = provider.requests.map(({ path }) => path).join('\n');
    expect(tokens.length).toBeGreaterThan(2);
    for (const secret of [...tokens, 'the-secret-of-the-client']) expect(addresses).not.toContain(secret);
  });

  it('of the client is sent only to the token endpoint, in the Authorization header', async () => {
    await signIn();
    const basic = Buffer.from('desk:the-secret-of-the-client').toString('base64');
    const carrying = provider.requests.filter(
      ({ headers, body }) => headers.authorization === `Basic ${basic}` || body.includes('the-secret-of'),
    );
    expect(carrying.map(({ path, body }) => [path, body.includes('the-secret-of')])).toEqual([
      ['/token', false],
    ]);
  });
});

describe('the authorization request', () => {
  it('contains the hash of the verifier; the verifier itself is sent only with the code', async () => {
    const url = await authorizationRequest();
    await goThrough(url);
    const verifier = new URLSearchParams(
      provider.requests.find(({ path }) => path === '/token')?.body ?? '',
    ).get('code_verifier');
    expect(verifier?.length).toBeGreaterThanOrEqual(43);
    expect(url.href).not.toContain(verifier);
    expect(url.searchParams.get('code_challenge')).toBe(
      Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier ?? ''))).toString(
        'base64url',
      ),
    );
  });

  it('never uses a state, nonce, challenge, or port twice', async () => {
    const seen = new Set<string | null>();
    for (let round = 0; round < 3; round += 1) {
      const query = (await authorizationRequest()).searchParams;
      for (const name of ['state', 'nonce', 'code_challenge', 'redirect_uri']) seen.add(query.get(name));
      await desk.foundation.sessions.cancelSignIn(tenantId);
    }
    expect(seen.size).toBe(12);
  });
});

describe('the loopback address', () => {
  it('is open on 127.0.0.1 only', async () => {
    const redirect = new URL((await authorizationRequest()).searchParams.get('redirect_uri') ?? '');
    expect(redirect.hostname).toBe('127.0.0.1');
    const others = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .filter(({ address }) => address !== '127.0.0.1');
    for (const { address, scopeid } of others) {
      const host = scopeid ? `${address}%${scopeid}` : address;
      expect(await isOpen(host, Number(redirect.port)), host).toBe(false);
    }
  });

  it('responds with a page that can do nothing', async () => {
    const redirect = (await authorizationRequest()).searchParams.get('redirect_uri') ?? '';
    const received = await fetch(`${redirect}?state=wrong`);
    const policy = received.headers.get('content-security-policy');
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'/);
    expect(policy).not.toContain('unsafe');
    expect(Object.fromEntries(received.headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
    expect(received.headers.get('access-control-allow-origin')).toBeNull();
    expect(await received.text()).not.toMatch(/<script|<a |<form|<img/i);
  });
});

function isOpen(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
