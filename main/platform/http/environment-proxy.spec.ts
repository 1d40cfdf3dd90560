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
    'tenant.example.',
    '.example.',
    'tenant.example.:443',
    'TENANT.example:443',
  ])('is bypassed for tenant.example if NO_PROXY is %j', async (exceptions) => {
    expect(await find({ HTTPS_PROXY: 'http://a.example:1', no_proxy: exceptions })).toBeUndefined();
  });

  it.each([
    ['10.0.0.0/8', 'https://10.1.2.3/'],
    ['10.1.2.3', 'https://10.1.2.3/'],
    ['10.1.2.3:8443', 'https://10.1.2.3:8443/'],
    ['10.1.2.3/32', 'https://10.1.2.3/'],
    ['2001:db8::/32', 'https://[2001:db8::7]/'],
    ['[2001:db8::]/32', 'https://[2001:db8::7]/'],
    ['2001:DB8:0::7', 'https://[2001:db8::7]/'],
    ['[2001:db8::7]', 'https://[2001:db8::7]/'],
    ['[2001:db8::7]:8443', 'https://[2001:db8::7]:8443/'],
    ['bücher.example', 'https://xn--bcher-kva.example/'],
    ['tenant.example', 'https://tenant.example./'],
    ['0.0.0.0/0', 'https://192.0.2.1/'],
  ])('is bypassed for NO_PROXY entry %s and %s', async (exceptions, target) => {
    const environment = { HTTPS_PROXY: 'http://a.example:1', NO_PROXY: exceptions };
    expect(await find(environment, target)).toBeUndefined();
    expect(createEnvironmentProxy(environment).problems).toEqual([]);
  });

  it.each([
    ['10.0.0.0/8', 'https://11.1.2.3/'],
    ['10.0.0.0/8', 'https://10.example/'],
    ['10.1.2.3:8443', 'https://10.1.2.3/'],
    ['2001:db8::/32', 'https://[2001:db9::7]/'],
    ['[2001:db8::7]:8443', 'https://[2001:db8::7]/'],
    ['1.2.3', 'https://10.1.2.3/'],
    ['::/0', 'https://10.1.2.3/'],
  ])('is not bypassed for NO_PROXY entry %s and %s', async (exceptions, target) => {
    const environment = { HTTPS_PROXY: 'http://a.example:1', NO_PROXY: exceptions };
    expect(await find(environment, target)).toBe('http://a.example:1');
  });

  it.each(['10.0.0.0/33', '10.*', 'te*nt.example', 'https://tenant.example', '[::1', '2001:db8::/129', '/8'])(
    'reports that NO_PROXY entry %j is ignored, and uses the others',
    async (entry) => {
      const environment = { HTTPS_PROXY: 'http://a.example:1', NO_PROXY: `${entry},tenant.example` };
      expect(createEnvironmentProxy(environment).problems).toEqual([
        expect.stringContaining(`NO_PROXY has an entry that is ignored: “${entry}”`),
      ]);
      expect(await find(environment)).toBeUndefined();
    },
  );

  it.each([
    [{ HTTPS_PROXY: 'socks5://me:secret@a.example:1' }, /^HTTPS_PROXY is ignored. socks5 proxies/],
    [{ https_proxy: 'http://me:secret@' }, /^https_proxy is ignored. It isn’t a URL/],
    [{ ALL_PROXY: 'http://[secret' }, /^ALL_PROXY is ignored/],
  ])('reports why the proxy of %j is ignored, without a password', (environment, message) => {
    const { problems = [] } = createEnvironmentProxy(environment);
    expect(problems).toEqual([expect.stringMatching(message)]);
    expect(problems.join('')).not.toContain('secret');
  });

  it.each(['nant.example', 'tenant.example:8443', 'sub.tenant.example', 'example.org', ',', '.'])(
    'is not bypassed for tenant.example if NO_PROXY is %j',
    async (exceptions) => {
      expect(await find({ HTTPS_PROXY: 'http://a.example:1', NO_PROXY: exceptions })).toBe(
        'http://a.example:1',
      );
    },
  );
});
