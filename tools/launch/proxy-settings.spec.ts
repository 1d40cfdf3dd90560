import { expect, it } from 'vitest';
import { proxyFor, proxySettings } from './proxy-settings.ts';

it('uses the proxies of the environment, in either case', () => {
  expect(proxySettings({ https_proxy: 'http://a:1', HTTP_PROXY: 'http://b:2', NO_PROXY: 'local' })).toEqual({
    HTTP_PROXY: 'http://b:2',
    HTTPS_PROXY: 'http://a:1',
    NO_PROXY: 'local',
  });
});

it('uses npm’s settings if the environment has none', () => {
  const npm = { npm_config_proxy: 'http://npm:1', npm_config_noproxy: 'one\n\ntwo', HTTP_PROXY: '' };
  expect(proxySettings(npm)).toEqual({
    HTTP_PROXY: 'http://npm:1',
    HTTPS_PROXY: 'http://npm:1',
    NO_PROXY: 'one,two',
  });
  expect(proxySettings({ ...npm, npm_config_https_proxy: 'http://npm:2' })).toMatchObject({
    HTTPS_PROXY: 'http://npm:2',
  });
});

it('names a proxy without its password', () => {
  const settings = proxySettings({ https_proxy: 'http://ada:hopper@proxy.example:3128' });
  expect(proxyFor('https://releases.example/', settings)).toBe('proxy.example:3128');
  expect(proxyFor('http://releases.example/', settings)).toBeUndefined();
});
