import { describe, expect, it } from 'vitest';
import { likelyTypo } from './likely-typo.ts';
import { SCRIPT_FUNCTIONS } from './script-functions.ts';
import { SCRIPT_OBJECTS } from './script-objects.ts';

const names = [
  ...SCRIPT_FUNCTIONS.map(({ name }) => name),
  ...SCRIPT_OBJECTS.flatMap(({ name, members }) => [name, ...members.map((one) => one.name)]),
];

describe('a typo', () => {
  it.each([
    ['setAtribute', 'setAttribute'],
    ['setAttributte', 'setAttribute'],
    ['setAttirbute', 'setAttribute'],
    ['setAttributeArry', 'setAttributeArray'],
    ['setSubjctNmae', 'setSubjectName'],
    ['setattribute', 'setAttribute'],
    ['LoginUsr', 'LoginUser'],
    ['UserName', 'Username'],

    ['DisplsyName', 'DisplayName'],
    ['ServiceURL', 'ServiceUrl'],
    ['trcae', 'trace'],
    ['RoleName', 'RoleNames'],
    ['setClaims', 'setClaim'],
    ['GroupDNS', 'GroupDNs'],
  ])('%s means %s', (typed, meant) => {
    expect(likelyTypo(typed, names)).toBe(meant);
  });

  it.each([
    ['an extra word', 'ApplicationIcon'],
    ['a missing word', 'setAttributeTo'],
    ['a different digit', 'GroupNames3'],
    ['an extra digit', 'UserName2'],
    ['a different short word', 'setServiceUri'],
    ['a different short verb', 'track'],
    ['a different ending', 'Issued'],
    ['a different beginning', 'decode'],
    ['an unrelated name', 'provisionDevice'],
    ['an inherited name', 'constructor'],
  ])('is not assumed for %s: %s', (_what, typed) => {
    expect(likelyTypo(typed, names)).toBeUndefined();
  });

  it('is not suggested if two names are equally close', () => {
    expect(likelyTypo('GroupNmes', ['GroupNames', 'GroupNimes'])).toBeUndefined();
  });
});
