import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { toDeskError } from '../../contract/errors/desk-failure.ts';
import { defaultSettings } from '../../contract/settings/default-settings.ts';
import { createEnvironmentProxy } from '../../main/platform/http/environment-proxy.ts';
import type { FindProxy } from '../../main/platform/http/find-proxy.ts';
import { createProxyLogins } from '../../main/platform/http/proxy-logins.ts';
import type { ProxyLogins } from '../../main/platform/http/proxy-logins.ts';
import type { Transport } from '../../main/platform/http/transport.ts';
import { createTransport } from '../../main/platform/http/transport.ts';
import type { SecretVault } from '../../main/platform/secrets/secret-vault.ts';
import { createMemoryVault } from '../../main/platform/secrets/secret-vault.ts';
import { createConnectivity } from '../../main/tenants/client/connectivity.ts';
import { createTenantClient } from '../../main/tenants/client/create-tenant-client.ts';
import { discoverProvider } from '../../main/tenants/session/provider.ts';
import { aTenantProfile } from '../builders/a-tenant-profile.ts';
import { createAuthority } from '../fakes/certificate.ts';
import type { Proxy } from '../fakes/proxy.ts';
import { startProxy } from '../fakes/proxy.ts';
import type { TenantServer } from '../fakes/tenant-server.ts';
import { startTenantServer } from '../fakes/tenant-server.ts';
import { callContext, makeTemporaryFolder, startFoundation } from '../integration/desk-foundation.ts';
import { spawnScript } from '../integration/spawn-script.ts';
import { findInFolder } from './find-in-folder.ts';

const authority = createAuthority();
const settings = { ...defaultSettings, extraCertificates: authority.certificate };
const basic = (login: string) => `Basic ${Buffer.from(login).toString('base64')}`;

let tenant: TenantServer;
let proxy: Proxy;
let vault: SecretVault;
let logins: ProxyLogins;
let transport: Transport;

function open(systemProxy: FindProxy): void {
  transport = createTransport(settings, 'TenantDesk/test', { systemProxy, proxyLogins: logins });
}

beforeEach(async () => {
  tenant = await startTenantServer(
    (_request, response) => void response.end('{}'),
    authority.issue('tenant.example'),
  );
  proxy = await startProxy(tenant.port);
  vault = createMemoryVault({ available: true, name: 'Secret Service' });
  logins = createProxyLogins(vault);
  open(createEnvironmentProxy({ HTTPS_PROXY: proxy.url }));
});

afterEach(async () => {
  transport.close();
  await proxy[Symbol.asyncDispose]();
  await tenant[Symbol.asyncDispose]();
});

const send = (url = 'https://tenant.example/') =>
  transport.send({
    method: 'GET',
    url,
    headers: {},
    signal: new AbortController().signal,
    maxBytes: 1024,
    purpose: 'read a page',
  });
const rejection = (url?: string) => send(url).then(() => undefined, toDeskError);

const loginsSent = ({ logins: sent }: Proxy) => sent.filter((login) => login !== undefined);

describe('a proxy of the system', () => {
  it('is used for sign-in, management, and analytics', async () => {
    const profile = aTenantProfile({
      baseUrl: 'https://tenant.example',
      analyticsUrl: 'https://analytics.example/v1.0',
    });
    const client = createTenantClient({
      transport,
      tenants: { get: () => profile, list: () => [profile] },
      tokens: { get: async () => 'token', replace: async () => 'token' },
      connectivity: createConnectivity(() => undefined),
      log: { write: () => undefined },
      now: Date.now,
    });
    const common = { tenantId: profile.id, purpose: 'ask' };
    await Promise.allSettled([
      discoverProvider(transport, { baseUrl: 'https://login.example' }, new AbortController().signal),
      client.manage({ ...common, path: '/RedRock/Query', body: {}, result: z.unknown() }, callContext()),
      client.analytics({ ...common, method: 'GET', path: '/webhooks', response: z.unknown() }, callContext()),
    ]);
    expect(new Set(proxy.requestedHosts)).toEqual(
      new Set(['login.example:443', 'tenant.example:443', 'analytics.example:443']),
    );
  });

  it('is looked up for every URL, and is replaced if the settings name one', async () => {
    await using other = await startProxy(tenant.port);
    await using another = await startProxy(tenant.port);
    open(({ hostname }) => Promise.resolve(hostname === 'tenant.example' ? proxy.url : other.url));
    await send();
    await rejection('https://elsewhere.example/');
    expect([proxy.requestedHosts, other.requestedHosts]).toEqual([
      ['tenant.example:443'],
      ['elsewhere.example:443'],
    ]);
    transport.configure({ ...settings, proxyUrl: another.url });
    await send();
    expect([proxy.requestedHosts.length, another.requestedHosts]).toEqual([1, ['tenant.example:443']]);
  });
});

describe('a proxy setting of the environment that cannot be read', () => {
  it('is named in the errors of requests that need it, and never with its password', async () => {
    open(createEnvironmentProxy({ HTTPS_PROXY: 'socks5://me:secret@a.example:1', NO_PROXY: '10.*' }));
    const error = await rejection('https://tenant.invalid/');
    expect(error).toMatchObject({
      code: 'unreachable',
      message: expect.stringMatching(/HTTPS_PROXY is ignored.*NO_PROXY has an entry that is ignored/),
    });
    expect(JSON.stringify(error)).not.toContain('secret');
  });
});

describe('a proxy that asks for a login', () => {
  beforeEach(() => {
    proxy.login = 'zoë:s3cret:%/';
  });

  it('blocks everything without it, and the error says where to enter it', async () => {
    const error = await rejection();
    expect(error).toMatchObject({ code: 'proxy-login-required', retryable: false });
    expect(error?.message).toContain(new URL(proxy.url).host);
    expect(error?.message).toContain('Settings');
    expect(await logins.status()).toEqual({ proxy: proxy.url, username: null, isAsking: true });
    expect(tenant.requests).toEqual([]);
  });

  it('gets the login that was entered, which the tenant never sees', async () => {
    await rejection();
    await logins.keep(proxy.url, { username: 'zoë', password: 's3cret:%/' });
    expect((await send()).status).toBe(200);
    expect(loginsSent(proxy)).toEqual([basic('zoë:s3cret:%/')]);
    expect(tenant.requests[0]?.headers['proxy-authorization']).toBeUndefined();
    expect(await logins.status()).toEqual({ proxy: proxy.url, username: 'zoë', isAsking: false });
  });

  it('gets the login of the keychain after a restart, once it has requested it', async () => {
    await logins.keep(proxy.url, { username: 'zoë', password: 's3cret:%/' });
    logins = createProxyLogins(vault);
    transport.close();
    open(createEnvironmentProxy({ HTTPS_PROXY: proxy.url }));
    expect((await send()).status).toBe(200);
    expect(loginsSent(proxy)).toEqual([basic('zoë:s3cret:%/')]);
  });

  it('gets a wrong login only once, so that it locks no account', async () => {
    await logins.keep(proxy.url, { username: 'zoë', password: 'wrong' });
    for (let count = 0; count < 3; count += 1) expect((await rejection())?.code).toBe('proxy-login-required');
    expect(loginsSent(proxy)).toHaveLength(1);
    expect(await logins.status()).toEqual({ proxy: proxy.url, username: 'zoë', isAsking: true });
  });

  it('has its login only in the vault, and nowhere in the profile', async () => {
    await using desk = startFoundation({ openVault: async () => vault, systemProxy: async () => proxy.url });
    await desk.foundation.proxyLogins.keep(proxy.url, { username: 'zoë', password: 'a-wrong-password' });
    const signal = new AbortController().signal;
    const error = await desk.foundation.tenants
      .discover({ baseUrl: 'https://tenant.example' }, signal)
      .then(() => undefined, toDeskError);
    expect(error?.code).toBe('proxy-login-required');
    expect(proxy.logins).toContain(basic('zoë:a-wrong-password'));
    expect(findInFolder(desk.folder, ['a-wrong-password', basic('zoë:a-wrong-password')])).toEqual([]);
  });

  it('does not get the login of another proxy', async () => {
    await using other = await startProxy(tenant.port);
    other.login = proxy.login;
    await logins.keep(proxy.url, { username: 'zoë', password: 's3cret:%/' });
    await send();
    transport.configure({ ...settings, proxyUrl: other.url });
    expect((await rejection())?.code).toBe('proxy-login-required');
    expect(loginsSent(other)).toEqual([]);
  });

  it('uses the login of the environment', async () => {
    proxy.login = 'me:secret';
    transport.close();
    open(createEnvironmentProxy({ HTTPS_PROXY: proxy.url.replace('http://', 'http://me:secret@') }));
    expect((await send()).status).toBe(200);
    proxy.login = 'me:another';
    // Connections that were allowed once stay open.
    transport.configure(settings);
    const error = await rejection();
    expect(error?.code).toBe('proxy-login-required');
    expect(JSON.stringify([error, await logins.status()])).not.toContain('secret');
  });
});

describe('a proxy that offers no Basic authentication', () => {
  beforeEach(() => {
    proxy.login = 'domain\\zoë:s3cret';
  });

  /** The login is in the keychain from an earlier run, in which the proxy offered Basic. */
  async function restartWithLogin(): Promise<void> {
    await logins.keep(proxy.url, { username: 'domain\\zoë', password: 's3cret' });
    logins = createProxyLogins(vault);
    transport.close();
    open(createEnvironmentProxy({ HTTPS_PROXY: proxy.url }));
  }

  it.each([
    [['Negotiate', 'NTLM'], 'offers only Negotiate and NTLM'],
    [['Digest realm="Basic x", nonce="1"'], 'offers only Digest'],
    [[], 'names no authentication scheme'],
  ])('that sends %j is named, and never gets a password', async (challenges, text) => {
    proxy.challenges = challenges;
    await restartWithLogin();
    for (let count = 0; count < 2; count += 1) {
      const error = await rejection();
      expect(error).toMatchObject({ code: 'proxy-scheme-unsupported', retryable: false });
      expect(error?.message).toContain(text);
    }
    expect(loginsSent(proxy)).toEqual([]);
    // Nothing to enter: the form isn't shown for it.
    expect(await logins.status()).toMatchObject({ isAsking: false });
  });

  it('gets the password if Basic is among the schemes it offers', async () => {
    proxy.challenges = ['Negotiate', 'NTLM', 'Basic realm="proxy"'];
    await restartWithLogin();
    expect((await send()).status).toBe(200);
    expect(loginsSent(proxy)).toEqual([basic('domain\\zoë:s3cret')]);
  });
});

describe('the certificate authorities of NODE_EXTRA_CA_CERTS', () => {
  let folder: string;
  beforeEach(() => {
    folder = makeTemporaryFolder();
    transport.close();
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    await rm(folder, { recursive: true });
  });

  // Set after the start, it is not read by Node: as in the packaged program.
  it('are trusted although Node doesn’t read the variable', async () => {
    const file = join(folder, 'authorities.pem');
    await writeFile(file, authority.certificate);
    transport = createTransport(defaultSettings, 'TenantDesk/test', { systemProxy: async () => proxy.url });
    expect((await rejection())?.code).toBe('tls-failed');
    vi.stubEnv('NODE_EXTRA_CA_CERTS', file);
    transport.configure(defaultSettings);
    expect((await send()).status).toBe(200);
  });

  it('are ignored with a warning if the file can’t be read', async () => {
    const warned = new Promise<Error>((resolve) => process.once('warning', resolve));
    vi.stubEnv('NODE_EXTRA_CA_CERTS', join(folder, 'missing.pem'));
    open(async () => proxy.url);
    expect((await send()).status).toBe(200);
    expect((await warned).message).toMatch(/NODE_EXTRA_CA_CERTS .*missing\.pem\) is ignored: ENOENT/);
  });
});

/** OpenSSL's variables for a system's certificate authorities; macOS and Windows have their own stores. */
describe.runIf(process.platform === 'linux')('a certificate authority of the system', () => {
  it('is trusted without any certificate in the settings', async () => {
    const folder = makeTemporaryFolder();
    try {
      const file = join(folder, 'authorities.pem');
      await writeFile(file, authority.certificate);
      const ask = (env: NodeJS.ProcessEnv) =>
        spawnScript('ask-through-proxy.ts', ['https://tenant.example/', proxy.url], env).nextLine();
      expect(await ask(process.env)).toBe('tls-failed');
      expect(await ask({ ...process.env, SSL_CERT_FILE: file })).toBe('200');
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
