import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CheckedAddress, ConnectionStep, StepFinding } from '../../contract/tenants/connection-check.ts';
import { methods } from '../../contract/bridge/methods.ts';
import type { ResolveHost } from '../../main/tenants/connection/check-dns.ts';
import { createConnectionCheck } from '../../main/tenants/connection/connection-check.ts';
import { enteredEndpoints } from '../builders/entered-endpoints.ts';
import { useTenant } from '../builders/use-tenant.ts';
import { createAuthority } from '../fakes/certificate.ts';
import type { FakeProvider } from '../fakes/identity-provider.ts';
import { sendJson, startFakeProvider } from '../fakes/identity-provider.ts';
import { startTenantServer } from '../fakes/tenant-server.ts';
import type { TestFoundation } from './desk-foundation.ts';
import { startFoundation, tenantAt } from './desk-foundation.ts';

let desk: TestFoundation;
beforeEach(() => void (desk = startFoundation()));
afterEach(async () => desk[Symbol.asyncDispose]());

interface Network {
  readonly resolveHost?: ResolveHost;
  readonly proxy?: string;
}

async function check(
  step: ConnectionStep,
  target: CheckedAddress | { readonly tenantId: string },
  { resolveHost = async () => ['203.0.113.24'], proxy }: Network = {},
): Promise<StepFinding> {
  const { tenantStore, tenants, vault, transport } = desk.foundation;
  const run = createConnectionCheck({
    ...{ vault, transport, resolveHost },
    tenants: tenantStore,
    discover: tenants.discover,
    proxyFor: async () => proxy,
    now: Date.now,
    clock: () => performance.now(),
  });
  const { input, output } = methods['tenants.check'];
  return output.parse(await run(input.parse({ step, target }), new AbortController()));
}

const rejecting = (code: string): ResolveHost => {
  return () => Promise.reject(Object.assign(new Error(code), { code }));
};

describe('the host name', () => {
  const baseUrl = 'https://acme.id.example';

  it('is shown with the addresses it resolves to', async () => {
    expect(await check('dns', { baseUrl })).toMatchObject({
      status: 'ok',
      finding: 'Resolves to 203.0.113.24',
    });
  });

  it('that does not exist says to check the spelling', async () => {
    const found = await check('dns', { baseUrl }, { resolveHost: rejecting('ENOTFOUND') });
    expect(found).toMatchObject({ status: 'failed', finding: 'Not found', code: 'ENOTFOUND' });
    expect(found.cause).toBe('acme.id.example has no IP address.');
    expect(found.fixes?.[0]).toContain('spelling');
  });

  it('is not called wrong while no name server responds', async () => {
    const found = await check('dns', { baseUrl }, { resolveHost: rejecting('EAI_AGAIN') });
    expect(found).toMatchObject({ status: 'failed', finding: 'No name server responds' });
  });

  it('needs no check behind a proxy, and for an IP address', async () => {
    expect(await check('dns', { baseUrl }, { proxy: 'http://proxy.example' })).toMatchObject({
      status: 'skipped',
    });
    expect(await check('dns', { baseUrl: 'https://203.0.113.24' })).toMatchObject({ status: 'skipped' });
  });
});

describe('the connection', () => {
  it('shows the version of TLS and until when the certificate is valid', async () => {
    const authority = createAuthority();
    await using server = await startTenantServer(
      (_request, response) => response.writeHead(404).end(),
      authority.issue('localhost'),
    );
    desk.foundation.transport.configure({
      ...desk.foundation.settingsStore.read(),
      extraCertificates: authority.certificate,
    });
    const found = await check('tls', { baseUrl: `https://localhost:${server.port}` });
    expect(found).toMatchObject({ status: 'ok' });
    expect(found.finding).toMatch(/^TLS 1\.3, certificate valid until \S+/);
  });

  it('with an unknown certificate says where to add the authority, and warns', async () => {
    await using server = await startTenantServer(
      (_request, response) => response.end(),
      createAuthority().issue('localhost'),
    );
    const found = await check('tls', { baseUrl: `https://localhost:${server.port}` });
    expect(found).toMatchObject({ status: 'failed', finding: 'The certificate isn’t trusted' });
    expect(found.code).toMatch(/^[A-Z_]+$/);
    expect(found.fixes?.join(' ')).toContain('Settings');
  });

  it('with the certificate of another host names the problem', async () => {
    const authority = createAuthority();
    await using server = await startTenantServer(
      (_request, response) => response.end(),
      authority.issue('elsewhere.example'),
    );
    desk.foundation.transport.configure({
      ...desk.foundation.settingsStore.read(),
      extraCertificates: authority.certificate,
    });
    expect(await check('tls', { baseUrl: `https://localhost:${server.port}` })).toMatchObject({
      status: 'failed',
      finding: 'The certificate is for another host',
    });
  });

  it('that no one accepts is a failure with fixes', async () => {
    const server = await startTenantServer((_request, response) => response.end());
    await server[Symbol.asyncDispose]();
    const found = await check('tls', { baseUrl: server.origin });
    expect(found).toMatchObject({ status: 'failed', finding: 'No connection' });
    expect(found.fixes?.length).toBeGreaterThan(1);
  });
});

describe('with the embedded tenant', () => {
  const tenant = useTenant();
  const address = (): CheckedAddress => ({ baseUrl: tenant.baseUrl, clientId: tenant.clientId });

  it('every step finds what is needed to sign in', async () => {
    expect(await check('dns', address())).toMatchObject({ status: 'skipped' });
    expect(await check('tls', address())).toMatchObject({ status: 'ok' });
    const discovery = await check('discovery', address());
    expect(discovery).toMatchObject({ status: 'ok', finding: 'Found, issuer matches' });
    expect(discovery.provider?.issuer).toBe(tenant.issuer);
    expect(await check('client', address())).toMatchObject({
      status: 'ok',
      finding: 'Accepted, with this redirect URI',
    });
  });

  it('a wrong client ID is found before anything is saved or opened', async () => {
    const clientId = 'tenant-desk-7f3c19';
    const found = await check('client', { ...address(), clientId });
    expect(found).toMatchObject({
      status: 'failed',
      finding: 'Rejected: invalid_client',
      code: 'invalid_client',
      cause: 'The tenant doesn’t accept this client ID.',
    });
    expect(found.fixes?.[0]).toContain('18 characters');
    expect(desk.foundation.tenantStore.list()).toEqual([]);
  });

  it('a saved profile is checked by its ID', async () => {
    const { tenants } = desk.foundation;
    const { id } = await tenants.add(tenantAt(tenant.baseUrl, { issuer: tenant.issuer, clientId: 'wrong' }));
    expect(await check('client', { tenantId: id })).toMatchObject({ code: 'invalid_client' });
  });
});

describe('with a provider that behaves otherwise', () => {
  let provider: FakeProvider;
  beforeEach(async () => void (provider = await startFakeProvider()));
  afterEach(async () => provider[Symbol.asyncDispose]());

  const address = (changes: Partial<CheckedAddress> = {}): CheckedAddress => ({
    baseUrl: provider.origin,
    clientId: 'desk',
    ...changes,
  });
  const redirectWith = (error: string, description = ''): void => {
    provider.misbehavior.responses.set('/authorize', (response, { path }) => {
      const query = new URL(path, provider.origin).searchParams;
      const back = new URL(query.get('redirect_uri') ?? '');
      back.searchParams.set('error', error);
      if (description !== '') back.searchParams.set('error_description', description);
      response.writeHead(302, { location: back.href }).end();
    });
  };

  it('discovery that is off leads to the manual settings', async () => {
    provider.misbehavior.responses.set('/.well-known/openid-configuration', (response) =>
      sendJson(response, 404, {}),
    );
    const found = await check('discovery', address());
    expect(found).toMatchObject({ status: 'warning', finding: 'Not found (404). Enter it below' });
    expect(found.fixes?.join(' ')).toContain('Manual provider settings');
  });

  it('with entered endpoints, the client is checked without discovery', async () => {
    provider.misbehavior.responses.set('/.well-known/openid-configuration', (response) =>
      sendJson(response, 404, {}),
    );
    redirectWith('login_required');
    const endpoints = enteredEndpoints(provider.origin);
    const entered = address({ issuer: provider.origin, endpoints });
    expect(await check('discovery', entered)).toMatchObject({ status: 'skipped' });
    expect(await check('client', entered)).toMatchObject({ status: 'ok' });
  });

  it('hosts that are not allowed yet get no request, and no secret', async () => {
    const otherHost = 'https://login.elsewhere.example/token';
    provider.misbehavior.metadata = { token_endpoint: otherHost };
    expect(await check('discovery', address())).toMatchObject({
      status: 'warning',
      cause: 'Sign-in also uses login.elsewhere.example.',
    });
    const found = await check('client', address({ clientSecret: 'hush' }));
    expect(found).toMatchObject({ status: 'skipped' });
    expect(provider.requests.map(({ path }) => path)).not.toContainEqual(
      expect.stringContaining('/authorize'),
    );
  });

  it.each([
    ['unauthorized_client', '', /authorization code/],
    ['invalid_scope', 'scope offline_access', /scope/],
    ['invalid_request', 'redirect_uri is not registered', /redirect URI/],
  ])('%s is explained by what to change in the app', async (error, description, cause) => {
    redirectWith(error, description);
    const found = await check('client', address({ scopes: ['openid', 'offline_access'] }));
    expect(found).toMatchObject({ status: 'failed', code: error });
    expect(found.cause).toMatch(cause);
    expect(found.fixes?.length).toBeGreaterThan(0);
  });

  it('a page for the user is not taken for an approval of more than it shows', async () => {
    provider.misbehavior.responses.set('/authorize', (response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Sign in</h1>'),
    );
    expect(await check('client', address())).toMatchObject({
      status: 'ok',
      finding: 'The tenant shows its sign-in page',
    });
  });

  it('a failure of the provider does not count against the client', async () => {
    provider.misbehavior.responses.set('/authorize', (response) => response.writeHead(503).end('Busy'));
    expect(await check('client', address())).toMatchObject({ status: 'warning', code: '503' });
  });

  it('an app that expects a secret is found at the token endpoint', async () => {
    redirectWith('login_required');
    provider.misbehavior.responses.set('/token', (response) =>
      sendJson(response, 401, { error: 'invalid_client' }),
    );
    const without = await check('client', address());
    expect(without).toMatchObject({ status: 'failed', code: 'invalid_client' });
    expect(without.cause).toContain('expects a client secret');
    const secret = randomUUID();
    const found = await check('client', address({ clientSecret: secret }));
    expect(found.cause).toBe('The tenant rejects the client secret.');
    expect(JSON.stringify(found)).not.toContain(secret);
  });

  it('no check leaves a code or a token behind', async () => {
    redirectWith('login_required');
    await check('client', address());
    expect(provider.secrets).toEqual([]);
    expect(desk.foundation.tenantStore.list()).toEqual([]);
  });
});
