import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mapMarkedPieces, mapSecretParts } from './secret-address.ts';
import { looksRandom } from './random-text.ts';

const masked = (address: string): string => mapSecretParts(address, () => '…');

describe('a URL', () => {
  it.each([
    ['https://hooks.slack.com/services/T0/B0/x', 'https://hooks.slack.com/services/…'],
    ['HTTPS://HOOKS.SLACK.COM./services/T0/B0/x', 'HTTPS://HOOKS.SLACK.COM./services/…'],
    ['https:\\\\hooks.slack.com\\services\\T0\\B0', 'https:\\\\hooks.slack.com\\services\\…'],
    ['hooks.slack.com/services/T0/B0/x', 'hooks.slack.com/services/…'],
    ['https://hooks.slack.com/sneaky', 'https://hooks.slack.com/…'],
    ['https://discord.com/api/v10/webhooks/1/ab-c', 'https://discord.com/api/v10/webhooks/…'],
    ['https://api.telegram.org/bot123:abc/sendMessage', 'https://api.telegram.org/…'],
    ['https://acme.example/hook?token=abc', 'https://acme.example/hook?token=…'],
    ['https://acme.example/hook?abc', 'https://acme.example/hook?…'],
    [
      'https://acme.example/?api-version=2016-06-01&sig=abc',
      'https://acme.example/?api-version=2016-06-01&sig=…',
    ],
    ['https://acme.example/?version=q8ZrVwXyLmNo', 'https://acme.example/?version=…'],
    ['https://acme.example/a;x=1?b=true#c', 'https://acme.example/…?b=true#c'],
    ['https://acme.example/#access_token=1', 'https://acme.example/#…'],
    ['https://me@acme.example/alerts', 'https://…@acme.example/alerts'],
    ['https://me:you@acme.example/alerts', 'https://…@acme.example/alerts'],
    ['https://acme.example/token/abc/alerts', 'https://acme.example/token/…'],
    ['https://acme.example/hooks/x7k2', 'https://acme.example/hooks/…'],
    ['https://acme.example/api/q8ZrVwXyLmNoPq7s/alerts', 'https://acme.example/api/…'],
    ['https://acme.exa\tmple/services/abc', '…'],
    ['https://acme.exa\u200bmple/services/abc', '…'],
    [' https://acme.example/hook?token=abc ', ' https://acme.example/hook?token=… '],
  ])('shows its destination and hides its secrets: %s', (address, shown) => {
    expect(masked(address)).toBe(shown);
  });

  it.each([
    '',
    'h',
    'https://',
    'https://acme.example',
    'http://127.0.0.1:8080/alerts',
    'https://hooks.acme.example/alerts',
    'https://acme.example/hooks/risky-sign-ins',
    'https://acme.example/api/v2/SecurityAlertReceiver/events.json',
    'https://acme.example/2026/alerts?format=json&wait=true&severity=high',
    'https://siem.acme.example/services/collector/oauth2callback#top',
    'https://hooks.slack.com/services/',
  ])('without secrets is shown completely: %s', (address) => {
    expect(masked(address)).toBe(address);
  });

  it('is restored exactly from its parts', () => {
    const part = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 10 }),
      fc.constantFrom(
        'https://',
        'hooks.slack.com',
        '/services/',
        '?',
        '&',
        '=',
        '#',
        '@',
        ':',
        '\\',
        ' ',
        'token',
      ),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const address = parts.join('').replaceAll('•', '');
        const values: string[] = [];
        const hidden = mapSecretParts(address, (value) => {
          values.push(value);
          return `••••${String(values.length).padStart(8, '0')}`;
        });
        expect(mapMarkedPieces(hidden, (mark) => values[Number(mark.slice(4)) - 1] ?? '?')).toBe(address);
        expect(mapSecretParts(hidden, () => '!')).toBe(hidden);
      }),
      { numRuns: 500 },
    );
  });
});

describe('a key', () => {
  const base36 = (size: number): string =>
    Array.from(randomBytes(size), (byte) => '0123456789abcdefghijklmnopqrstuvwxyz'[byte % 36]).join('');
  const base32 = (size: number): string =>
    Array.from(randomBytes(size), (byte) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[byte % 32]).join('');
  it.each([
    ['hexadecimal', (size: number) => randomBytes(size).toString('hex').slice(0, size)],
    ['base 64 for addresses', (size: number) => randomBytes(size).toString('base64url').slice(0, size)],
    ['base 36', base36],
    ['base 32', base32],
  ])('in %s with 20 characters or more is almost always recognized', (_name, make) => {
    const missed = (size: number): number =>
      Array.from({ length: 5000 }, () => make(size)).filter((key) => !looksRandom(key)).length;
    expect(missed(20)).toBeLessThan(30);
    expect(missed(32)).toBeLessThan(5);
  });
});
