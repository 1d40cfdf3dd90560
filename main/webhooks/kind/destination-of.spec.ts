import { describe, expect, it } from 'vitest';
import { destinationOf } from './destination-of.ts';

describe('the destination of a webhook', () => {
  it('is the normalized scheme, host and port', () => {
    for (const url of [
      'https://hooks.example/alerts',
      ' HTTPS://Hooks.EXAMPLE:443/x?y#z ',
      'https://user:word@hooks.example/alerts',
      'https://hooks.example/${event.path}?q=${event.query}',
    ]) {
      expect(destinationOf(url)).toEqual({ host: 'https://hooks.example', isKnown: true });
    }
  });

  it('differs for another scheme, port or host spelling', () => {
    const urls = [
      'https://hooks.example/',
      'http://hooks.example/',
      'https://hooks.example:8443/',
      'https://hooks.example./',
      'https://hоoks.example/',
      'https://hooks.example.evil.example/',
      'https://hooks.example@evil.example/',
    ];
    expect(new Set(urls.map((url) => destinationOf(url).host)).size).toBe(urls.length);
    expect(destinationOf('https://hooks.example@evil.example/').host).toBe('https://evil.example');
  });

  it('is unknown when a template or a backslash determines it', () => {
    for (const [url, host] of [
      ['https://${event.host}/alerts', 'https://${event.host}'],
      [
        'https://${event.host?replace("/", "")}.example/alerts',
        'https://${event.host?replace("/", "")}.example',
      ],
      ['https://hooks.example${event.suffix}/alerts', 'https://hooks.example${event.suffix}'],
      ['https://hooks.example:${event.port}/', 'https://hooks.example:${event.port}'],
      ['https://[=event.host]/alerts', 'https://[=event.host]'],
      ['https://#{event.n}/alerts', 'https://#{event.n}'],
      ['${event.url}', '${event.url}'],
      ['https://hooks.example\\@evil.example/', 'https://hooks.example\\@evil.example'],
    ] as const) {
      expect(destinationOf(url)).toEqual({ host, isKnown: false });
    }
  });
});
