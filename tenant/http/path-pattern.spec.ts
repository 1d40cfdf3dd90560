import { describe, expect, it } from 'vitest';
import { matchesPath } from './path-pattern.ts';

describe('path patterns of faults', () => {
  it.each([
    ['/SaasManage/*', '/saasmanage/GetApplication', true],
    ['/saasmanage/getapplication', '/SaasManage/GetApplication/', true],
    ['/*', '/', true],
    ['*', '/anything', true],
    ['/a*c', '/abbbc', true],
    ['/a*b*c', '/axbxbxc', true],
    ['/a*c', '/abbb', false],
    ['/SaasManage/*', '/redrock/query', false],
    ['/a', '/ab', false],
    ['/a.c', '/abc', false],
  ])('%s against %s: %s', (pattern, path, matches) => {
    expect(matchesPath(pattern, path)).toBe(matches);
  });

  it('is never slow', () => {
    const started = performance.now();
    expect(matchesPath(`/${'*a'.repeat(200)}`, `/${'a'.repeat(4_000)}b`)).toBe(false);
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});
