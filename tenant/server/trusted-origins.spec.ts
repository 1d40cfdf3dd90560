import { describe, expect, it } from 'vitest';
import { judgeOrigin } from './trusted-origins.ts';

const own = 'http://127.0.0.1:4400';
const allowed = [
  ...['portal.example', 'tools.example:8443', 'https://strict.example', '[::1]'],
  ...[
    'Secure.example:443',
    'bücher.example',
    'dotted.example.',
    'HTTPS://Capital.example:443',
    'plain.example:80',
  ],
];

describe('the result for an origin', () => {
  it.each([
    [undefined, 'none'],
    [own, 'own'],
    ['https://portal.example', 'trusted'],
    ['http://portal.example:9000', 'trusted'],
    ['https://tools.example:8443', 'trusted'],
    ['https://tools.example', 'untrusted'],
    ['https://strict.example', 'trusted'],
    ['http://strict.example', 'untrusted'],
    ['http://[::1]:3000', 'trusted'],
    ['https://secure.example', 'trusted'],
    ['https://secure.example:8443', 'untrusted'],
    ['http://secure.example', 'untrusted'],
    ['http://secure.example:443', 'trusted'],
    ['http://plain.example', 'trusted'],
    ['https://xn--bcher-kva.example', 'trusted'],
    ['https://dotted.example', 'trusted'],
    ['https://portal.example.', 'trusted'],
    ['https://capital.example', 'trusted'],
    ['http://capital.example', 'untrusted'],
    ['https://sub.portal.example', 'untrusted'],
    ['https://portal.example.attacker.example', 'untrusted'],
    ['https://portal.example/path', 'untrusted'],
    ['http://127.0.0.1:4401', 'untrusted'],
    ['null', 'untrusted'],
    ['', 'untrusted'],
  ])('%j is %s', (origin, verdict) => {
    expect(judgeOrigin(origin, own, allowed)).toBe(verdict);
  });
});
