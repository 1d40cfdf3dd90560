import { describe, expect, it } from 'vitest';
import { createSystemProxy } from './system-proxy.ts';

function ask(response: string) {
  const requested: string[] = [];
  const find = createSystemProxy({
    resolveProxy: (url) => {
      requested.push(url);
      return Promise.resolve(response);
    },
  });
  return { requested, proxy: find(new URL('https://tenant.example/path?secret=1')) };
}

describe('the proxy of the system', () => {
  it.each([
    ['DIRECT', undefined],
    ['', undefined],
    ['PROXY a.example:3128', 'http://a.example:3128'],
    ['HTTPS a.example:443; DIRECT', 'https://a.example:443'],
    ['SOCKS5 s.example:1080; PROXY a.example:3128', 'http://a.example:3128'],
    ['SOCKS s.example:1080;DIRECT', undefined],
    ['PROXY [::1]:3128', 'http://[::1]:3128'],
  ])('reported as %j is %s', async (response, proxy) => {
    expect(await ask(response).proxy).toBe(proxy);
  });

  it('is named if it is not supported', async () => {
    await expect(ask('SOCKS5 s.example:1080').proxy).rejects.toMatchObject({
      code: 'unreachable',
      message: expect.stringContaining('SOCKS5 s.example:1080'),
    });
  });

  it('only receives the host name', async () => {
    const { requested, proxy } = ask('DIRECT');
    await proxy;
    expect(requested).toEqual(['https://tenant.example']);
  });
});
