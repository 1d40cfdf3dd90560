import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalizeOrigin, originKey } from './origin.ts';

describe('normalizeOrigin', () => {
  it.each([
    ['app.acme.example', 'app.acme.example'],
    ['  App.ACME.example ', 'app.acme.example'],
    ['\u200bapp.acme.example\u00a0\r\n', 'app.acme.example'],
    ['https://app.acme.example', 'app.acme.example'],
    ['https://app.acme.example/path?query#hash', 'app.acme.example'],
    ['https://app.acme.example:443', 'app.acme.example'],
    ['http://app.acme.example:80/', 'app.acme.example'],
    ['https://app.acme.example:8443/x', 'app.acme.example:8443'],
    ['http://app.acme.example:443', 'app.acme.example:443'],
    ['app.acme.example:443', 'app.acme.example'],
    ['app.acme.example:80', 'app.acme.example'],
    ['App.Acme.Example.:0443/path', 'app.acme.example'],
    ['[2001:DB8::1]:443', '[2001:db8::1]'],
    ['app.acme.example:8443', 'app.acme.example:8443'],
    ['app.acme.example/path', 'app.acme.example'],
    ['https://app.acme.example/*', 'app.acme.example'],
    ['//app.acme.example/path', 'app.acme.example'],
    ['app.acme.example.', 'app.acme.example'],
    ['app.acme.example.:8080', 'app.acme.example:8080'],
    ['https://Bücher.example', 'xn--bcher-kva.example'],
    ['straße.example', 'xn--strae-oqa.example'],
    ['例え.テスト', 'xn--r8jz45g.xn--zckzah'],
    ['localhost:3000', 'localhost:3000'],
    ['http://192.168.1.7:8080', '192.168.1.7:8080'],
    ['http://[::1]:3000/', '[::1]:3000'],
    ['build_agent.corp', 'build_agent.corp'],
  ])('normalizes %j to %j', (text, origin) => {
    expect(normalizeOrigin(text)).toBe(origin);
  });

  it.each([
    ['', 'Enter a URL'],
    ['   ', 'Enter a URL'],
    ['app.ac\u200bme.example', 'an invisible character (U+200B) at position 7'],
    ['https://app.ac\u00adme.example', 'an invisible character (U+00AD)'],
    ['*.acme.example', 'single hosts'],
    ['https://*.acme.example', 'single hosts'],
    ['ftp://acme.example', 'must begin with https://'],
    ['chrome-extension://abcdef', 'must begin with https://'],
    ['https://user:pass@acme.example', 'Remove the username'],
    ['mailto:ada@acme.example', 'Remove the username'],
    ['acme.example:0', 'not a port'],
    ['acme.example:65536', 'not a port'],
    ['acme.example:http', 'not a host name'],
    ['javascript:alert(1)', 'not a host name'],
    ['acme..example', 'not a host name'],
    ['-acme.example', 'not a host name'],
    ['acme example', 'not a host name'],
    ['https://', 'not a host name'],
    ['12345', 'not a host name'],
    ['1.2.3', 'not a host name'],
    ['a'.repeat(64), 'not a host name'],
    ['acme.example,other.example', 'not a host name'],
  ])('rejects %j and says what to do', (text, message) => {
    expect(() => normalizeOrigin(text)).toThrow(message);
  });

  it('is idempotent', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.webUrl({ validSchemes: ['http', 'https'] }),
          fc.domain(),
          fc.webAuthority({ withPort: true }),
        ),
        (text) => {
          // Port 0 is a valid authority but nothing listens on it: it is rejected above.
          fc.pre(!/:0+$/.test(text));
          const origin = normalizeOrigin(text);
          expect(normalizeOrigin(origin)).toBe(origin);
        },
      ),
    );
  });
});

describe('originKey', () => {
  it('compares origins by meaning, and leaves invalid entries as they are', () => {
    expect(originKey('https://APP.acme.example/')).toBe(originKey('app.acme.example'));
    expect(originKey('app.acme.example:443')).not.toBe(originKey('app.acme.example'));
    expect(originKey('https://app.acme.example:443')).toBe(originKey('app.acme.example'));
    expect(originKey('*.acme.example')).toBe('*.acme.example');
    expect(originKey('*.Acme.example')).not.toBe(originKey('acme.example'));
  });
});
