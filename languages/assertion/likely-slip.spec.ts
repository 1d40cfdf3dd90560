import { describe, expect, it } from 'vitest';
import { likelySlip } from './likely-slip.ts';
import { SCRIPT_FUNCTIONS } from './script-functions.ts';
import { SCRIPT_OBJECTS } from './script-objects.ts';

const names = [
  ...SCRIPT_FUNCTIONS.map(({ name }) => name),
  ...SCRIPT_OBJECTS.flatMap(({ name, members }) => [name, ...members.map((one) => one.name)]),
];

describe('a slip of the keyboard', () => {
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
    expect(likelySlip(typed, names)).toBe(meant);
  });

  it.each([
    ['one more word', 'ApplicationIcon'],
    ['a word less', 'setAttributeTo'],
    ['another digit', 'GroupNames3'],
    ['another digit where none belongs', 'UserName2'],
    ['another short word', 'setServiceUri'],
    ['a short word that is a word', 'track'],
    ['another ending', 'Issued'],
    ['another beginning', 'decode'],
    ['nothing alike', 'provisionDevice'],
    ['an inherited name', 'constructor'],
  ])('is not %s: %s', (_what, typed) => {
    expect(likelySlip(typed, names)).toBeUndefined();
  });

  it('is not taken where two names are equally near', () => {
    expect(likelySlip('GroupNmes', ['GroupNames', 'GroupNimes'])).toBeUndefined();
  });
});
