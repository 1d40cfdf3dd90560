import { describe, expect, it } from 'vitest';
import { internationalHosts } from './international-hosts.ts';

describe('hosts that may be confused with others', () => {
  it.each([
    ['https://аpple.com/', 'look-alike'],
    ['https://xn--pple-43d.com/', 'look-alike'],
    ['wss://раураӏ.com', 'look-alike'],
    ['https://gооgle.example/callback', 'look-alike'],
    ['https://login.αpple.example', 'look-alike'],
    ['https://ехаmрlе.com', 'look-alike'],
    ['https://bıng.com', 'look-alike'],
    ['https://example.comノlogin.evil.jp/', 'look-alike'],
    ['https://микроsoft.example', 'mixed-scripts'],
    ['https://bücherж.example', 'mixed-scripts'],
    ['example.com аpple.com https://аpple.com', 'look-alike'],
  ] as const)('finds %s', (text, problem) => {
    expect(internationalHosts(text).map((host) => host.problem)).toContain(problem);
  });

  it.each([
    'https://bücher.example',
    'https://почта.com',
    'https://сосна.рф',
    'https://日本語カナ.jp',
    'https://한국abc.kr',
    'https://ελλάδα.gr',
    'https://straße.example',
  ])('finds no problem in %s', (text) => {
    expect(internationalHosts(text)).toMatchObject([{ ascii: expect.stringContaining('xn--') }]);
    expect(internationalHosts(text)[0]).not.toHaveProperty('problem');
  });

  it.each(['https://example.com/ä', 'https://exa mple/', 'Über://', 'a//b'])(
    'finds no such host in %s',
    (text) => {
      expect(internationalHosts(text)).toEqual([]);
    },
  );
});
