import { describe, expect, it } from 'vitest';
import type { ApplicationMembers } from '../tenants/endpoints/application-members.ts';
import { mapSecrets } from '../tenants/endpoints/record-secrets.ts';
import type { HideSecrets } from './application-secrets.ts';
import {
  applicationParts,
  changedParts,
  membersAs,
  notAsRequested,
  stateOf,
  withChanges,
} from './application-parts.ts';

const hide: HideSecrets = (record) => mapSecrets(record, () => '••••00000000');

const members: ApplicationMembers = {
  name: 'Payroll',
  description: 'Wages',
  icon: '/icons/payroll.png',
  script: 'own();',
  hasOwnScript: true,
  templateName: 'Generic SAML',
  record: {
    Name: 'Payroll',
    Audience: 'urn:payroll',
    SamlAttributes: { Attributes: [{ Name: 'mail', Value: 'Mail' }] },
    WantAssertionSigned: 'True',
    OAuthProfile: { ClientID: 'c', ClientSecret: 'hush', Redirects: 'https://a.example,https://b.example' },
    Unheard: { of: ['this'] },
  },
};
const stateNow = (changes: Partial<ApplicationMembers> = {}) => stateOf({ ...members, ...changes }, hide);
const partNamed = (name: string) => {
  const part = applicationParts.find((each) => each.name === name);
  if (part === undefined) throw new Error(`There is no part ${name}.`);
  return part;
};

describe('application state', () => {
  it('has no script when the script comes from the template', () => {
    expect(stateNow().script).toBe('own();');
    expect(stateNow({ hasOwnScript: false }).script).toBeNull();
  });

  it('contains the settings but no secret', () => {
    expect(stateNow().settings).toMatchObject({ Audience: 'urn:payroll', Unheard: { of: ['this'] } });
    expect(JSON.stringify(stateNow())).not.toContain('hush');
  });

  it('is unchanged when each part is set to the value it returned', () => {
    for (const state of [stateNow(), stateNow({ hasOwnScript: false }), stateNow({ record: {} })]) {
      for (const part of applicationParts.filter(({ name }) => name !== 'roles')) {
        const again =
          part.type === 'field' || part.type === 'text'
            ? part.set(state, part.get(state))
            : part.type === 'set'
              ? part.set(state, part.get(state))
              : part.set(state, part.get(state));
        expect([part.name, again]).toEqual([part.name, state]);
      }
    }
  });

  it('shows lists as sets, attributes as names with values, and the rest as other members', () => {
    const read = (name: string) => partNamed(name).get(stateNow());
    expect(read('OAuthProfile.Redirects')).toEqual(['https://a.example', 'https://b.example']);
    expect(read('SamlAttributes')).toEqual([{ name: 'mail', value: 'Mail', isSecret: false }]);
    expect(read('WantAssertionSigned')).toBe('Yes');
    expect(read('otherMembers')).toEqual([{ name: 'Unheard', value: '{"of":["this"]}', isSecret: false }]);
  });

  it('without known settings differs in no setting', () => {
    expect(changedParts({ ...stateNow(), settings: {} }, stateNow())).toEqual([]);
  });

  it('treats attribute names that differ in case as different attributes', () => {
    const renamed = {
      ...stateNow(),
      settings: { ...stateNow().settings, SamlAttributes: [{ Name: 'Mail', Value: 'Mail' }] },
    };
    expect(changedParts(stateNow(), renamed).map(({ name }) => name)).toEqual(['SamlAttributes']);
  });
});

describe('editing an application', () => {
  it('sends the current tenant value for parts that were not edited', () => {
    const before = stateNow();
    const now = stateNow({
      description: 'Wages and pensions',
      script: 'newer();',
      record: { ...members.record, Unheard: 7 },
    });
    expect(withChanges(now, { before, after: { ...before, name: 'Payroll 2' } })).toEqual({
      ...now,
      name: 'Payroll 2',
    });
  });

  it('writes a setting in the shape the tenant uses', () => {
    const before = stateNow();
    const after = {
      ...before,
      settings: {
        ...before.settings,
        WantAssertionSigned: false,
        SamlAttributes: [{ Name: 'mail', Value: 'LoginUser.Email' }],
        OAuthProfile: { ClientSecret: '••••00000000', Redirects: ['https://a.example'] },
      },
    };
    expect(withChanges(before, { before, after }).settings).toMatchObject({
      WantAssertionSigned: 'False',
      SamlAttributes: { Attributes: [{ Name: 'mail', Value: 'LoginUser.Email' }] },
      OAuthProfile: { ClientSecret: '••••00000000', Redirects: 'https://a.example' },
    });
  });

  it('does not turn the template script into a custom script', () => {
    const now = { ...members, hasOwnScript: false };
    expect(membersAs(now, { ...stateNow(now), description: 'x' }).hasOwnScript).toBe(false);
    expect(membersAs(now, { ...stateNow(now), script: 'own();' }).hasOwnScript).toBe(false);
    expect(membersAs(now, { ...stateNow(now), script: 'other();' })).toMatchObject({
      script: 'other();',
      hasOwnScript: true,
    });
  });

  it('never changes the template', () => {
    expect(changedParts(stateNow(), { ...stateNow(), templateId: 'Other' })).toEqual([]);
  });
});

describe('an added application', () => {
  const missing = (wanted: Partial<ReturnType<typeof stateNow>>, now: Partial<ApplicationMembers> = {}) =>
    notAsRequested({ ...stateNow(), settings: {}, script: null, ...wanted }, { ...members, ...now }, hide);

  it('accepts template values unless something else was requested', () => {
    expect(missing({}).parts).toEqual([]);
    expect(missing({ script: 'wanted();' }).parts.map(({ name }) => name)).toEqual(['script']);
    expect(missing({ script: 'own();' }, { hasOwnScript: false }).parts).toEqual([]);
    expect(missing({ name: 'Other' }).parts.map(({ name }) => name)).toEqual(['name']);
    expect(missing({ settings: { Audience: 'urn:payroll' } }).parts).toEqual([]);
    expect(missing({ settings: { Audience: 'urn:other' } }).parts.map(({ name }) => name)).toEqual([
      'Audience',
    ]);
  });

  it('separates members that no tab shows from the others', () => {
    expect(missing({ settings: { Unheard: 1 } })).toEqual({ parts: [], otherMembers: ['Unheard'] });
  });
});
