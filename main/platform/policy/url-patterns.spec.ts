import { describe, expect, it } from 'vitest';
import { isWithin } from './url-patterns.ts';

describe('a URL pattern', () => {
  it.each([
    ['https://acme.example', 'https://acme.example'],
    ['https://acme.example/a/b', 'https://acme.example/a/'],
    ['https://ACME.example:443/a', 'https://acme.example/a'],
    ['https://eu.acme.example/x', 'https://*.acme.example'],
    ['https://a.b.acme.example', 'https://*.acme.example'],
    ['http://anything.example', '*'],
  ])('includes %s in %s', (url, pattern) => {
    expect(isWithin(url, pattern)).toBe(true);
  });

  it.each([
    ['http://acme.example', 'https://acme.example'],
    ['https://acme.example:8443', 'https://acme.example'],
    ['https://acme.example.evil.example', 'https://acme.example'],
    ['https://evilacme.example', 'https://*.acme.example'],
    ['https://acme.example', 'https://*.acme.example'],
    ['https://acme.example/ab', 'https://acme.example/a'],
    ['https://acme.example/a/../b', 'https://acme.example/a'],
    ['https://acme.example@evil.example/', 'https://acme.example'],
    ['no URL', 'https://acme.example'],
  ])('excludes %s from %s', (url, pattern) => {
    expect(isWithin(url, pattern)).toBe(false);
  });
});
