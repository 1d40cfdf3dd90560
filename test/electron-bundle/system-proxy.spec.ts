import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toDeskError } from '../../contract/errors/desk-failure.ts';
import { createAuthority } from '../fakes/certificate.ts';
import type { Proxy } from '../fakes/proxy.ts';
import { startProxy } from '../fakes/proxy.ts';
import type { TenantServer } from '../fakes/tenant-server.ts';
import { startTenantServer } from '../fakes/tenant-server.ts';
import type { StartedDesk } from './started-desk.ts';
import { startDesk } from './started-desk.ts';

const authority = createAuthority();
let started: StartedDesk;
let tenant: TenantServer;
let proxy: Proxy;

beforeAll(async () => {
  tenant = await startTenantServer(
    (_request, response) => void response.writeHead(404).end(),
    authority.issue('tenant.example'),
  );
  proxy = await startProxy(tenant.port);
  started = await startDesk({ isPackaged: true });
  await started.desk.settings.update({ extraCertificates: authority.certificate });
});

afterAll(async () => {
  started.electron.app.quit();
  await started.electron.app.exited;
  await started.dispose();
  await proxy[Symbol.asyncDispose]();
  await tenant[Symbol.asyncDispose]();
});

const discover = () =>
  started.desk.tenants
    .discover({ baseUrl: 'https://tenant.example/path' })
    .then(() => undefined, toDeskError);

describe('under Electron', () => {
  it('the proxy that Chromium finds is used to reach a tenant, and sees no paths', async () => {
    started.electron.responses.proxy = `PROXY ${new URL(proxy.url).host}; DIRECT`;
    await discover();
    expect(new Set(proxy.requestedHosts)).toEqual(new Set(['tenant.example:443']));
    expect(tenant.requests.length).toBeGreaterThan(0);
    expect(new Set(started.electron.proxyRequests)).toEqual(new Set(['https://tenant.example']));
  });

  it('a proxy that requires a login gets the one that was entered', async () => {
    proxy.login = 'zoe:s3cret';
    await started.desk.settings.update({ requestTimeoutSeconds: 29 });
    expect((await discover())?.code).toBe('proxy-login-required');
    expect(await started.desk.settings.proxyLogin(undefined)).toEqual({
      proxy: proxy.url,
      username: null,
      isAsking: true,
    });
    await started.desk.settings.setProxyLogin({ proxy: proxy.url, username: 'zoe', password: 's3cret' });
    const before = tenant.requests.length;
    await discover();
    expect(tenant.requests.length).toBeGreaterThan(before);
    await started.desk.settings.forgetProxyLogin(undefined);
    expect(await started.desk.settings.proxyLogin(undefined)).toBeUndefined();
  });
});
