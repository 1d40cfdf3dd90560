import { describe, expect, it } from 'vitest';
import { matchesPath } from '../http/path-pattern.ts';
import { knownScopes, pathsOf, toPathPattern } from './known-scopes.ts';

describe('the paths of a scope', () => {
  it.each([
    ['.*', '/SaasManage/GetApplication'],
    ['SaasManage/.*', '/saasmanage/getapplication'],
    ['^/redrock/query$', '/RedRock/Query'],
    ['/JobFlow/*', '/jobflow/startjob'],
    ['/analytics/services/v1\\.0/rules', '/analytics/services/v1.0/rules'],
  ])('%s allows %s', (written, path) => {
    expect(matchesPath(toPathPattern(written) ?? '', path)).toBe(true);
  });

  it.each([
    ['SaasManage/.*', '/UPRest/SaasManage/GetUPData'],
    ['/redrock/query', '/redrock/queryother'],
    ['/JobFlow/GetJob', '/JobFlow/StartJob'],
  ])('%s does not allow %s', (written, path) => {
    expect(matchesPath(toPathPattern(written) ?? '', path)).toBe(false);
  });

  it.each(['(a+)+$', '[a-z]*', 'a|b', '', 'x?y'])('%s is not a pattern', (written) => {
    expect(toPathPattern(written)).toBeUndefined();
  });

  it('are those of the token’s scopes', () => {
    const known = knownScopes({
      KnownScopes: [
        { Scope: 'query', Description: 'Run queries', AllowedRest: ['/redrock/query'] },
        { Scope: 'jobs', AllowedRest: ['/jobflow/.*'] },
        { Scope: '', AllowedRest: ['.*'] },
        'nonsense',
      ],
    });
    expect(known.map(({ name }) => name)).toEqual(['query', 'jobs']);
    expect(pathsOf(known, ['openid', 'query'])).toEqual(['/redrock/query']);
    expect(pathsOf(known, ['openid'])).toEqual([]);
    expect(knownScopes({ KnownScopes: 'all' })).toEqual([]);
  });
});
