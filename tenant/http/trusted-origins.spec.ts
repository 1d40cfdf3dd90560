import { describe, expect, it } from 'vitest';
import { judgeOrigin } from './trusted-origins.ts';

const own = 'http://127.0.0.1:4400';
const allowed = ['portal.example', 'tools.example:8443', 'https://strict.example', '[::1]'];

describe('the verdict on an origin', () => {
  it.each([
    [undefined, 'none'],
    [own, 'own'],
    ['https://portal.example', 'trusted'],
    ['http://portal.example:9000', 'trusted'],
    ['https://tools.example:8443', 'trusted'],
    ['https://tools.example', 'refused'],
    ['https://strict.example', 'trusted'],
    ['http://strict.example', 'refused'],
    ['http://[::1]:3000', 'trusted'],
    ['https://sub.portal.example', 'refused'],
    ['https://portal.example.attacker.example', 'refused'],
    ['https://portal.example/path', 'refused'],
    ['http://127.0.0.1:4401', 'refused'],
    ['null', 'refused'],
    ['', 'refused'],
  ])('%j is %s', (origin, verdict) => {
    expect(judgeOrigin(origin, own, allowed)).toBe(verdict);
  });
});
