import { describe, expect, it } from 'vitest';
import { createEnvironmentProxy } from './environment-proxy.ts';

const find = (environment: Record<string, string>, target = 'https://tenant.example/') =>
  createEnvironmentProxy(environment)(new URL(target));

describe('the proxy of the environment', () => {
  it.each([
    [{ HTTPS_PROXY: 'http://a.example:1' }, 'http://a.example:1'],
    [{ https_proxy: 'http://a.example:1', HTTPS_PROXY: 'http://b.example:2' }, 'http://a.example:1'],
    [{ https_proxy: '', HTTPS_PROXY: 'http://b.example:2' }, 'http://b.example:2'],
    [{ all_proxy: 'http://a.example:1', HTTP_PROXY: 'http://b.example:2' }, 'http://a.example:1'],
    [{ HTTP_PROXY: 'http://a.example:1' }, 'http://a.example:1'],
    [{ HTTPS_PROXY: 'a.example:3128' }, 'http://a.example:3128'],
    [{ HTTPS_PROXY: 'https://me:secret@a.example' }, 'https://me:secret@a.example'],
  ])('of %j is %s', async (environment, proxy) => {
    expect(await find(environment)).toBe(proxy);
  });

  it.each([{}, { HTTPS_PROXY: '' }, { HTTPS_PROXY: 'socks5://a.example:1' }, { HTTPS_PROXY: 'http://' }])(
    'of %j is none',
    async (environment) => {
      expect(await find(environment)).toBeUndefined();
    },
  );

  it.each([
    'tenant.example',
    'example',
    '.example',
    '*.example',
    'other.org, Tenant.Example',
    'other.org tenant.example:443',
    '*',
  ])('is left out for tenant.example where NO_PROXY is %j', async (exceptions) => {
    expect(await find({ HTTPS_PROXY: 'http://a.example:1', no_proxy: exceptions })).toBeUndefined();
  });

  it.each(['nant.example', 'tenant.example:8443', 'sub.tenant.example', 'example.org', ',', '.'])(
    'is not left out for tenant.example where NO_PROXY is %j',
    async (exceptions) => {
      expect(await find({ HTTPS_PROXY: 'http://a.example:1', NO_PROXY: exceptions })).toBe(
        'http://a.example:1',
      );
    },
  );
});
