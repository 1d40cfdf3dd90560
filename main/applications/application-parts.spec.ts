import { describe, expect, it } from 'vitest';
import type { ApplicationMembers } from '../tenants/endpoints/application-members.ts';
import { applicationParts, changedParts, isAsWanted, stateOf, withChanges } from './application-parts.ts';

const members: ApplicationMembers = {
  name: 'Payroll',
  description: 'Wages',
  icon: '/icons/payroll.png',
  script: 'own();',
  hasOwnScript: true,
  templateName: 'Generic SAML',
  samlAttributes: [{ Name: 'mail', Value: 'Mail' }],
};

describe('the state of an application', () => {
  it('has no script where the script is the template’s', () => {
    expect(stateOf(members).script).toBe('own();');
    expect(stateOf({ ...members, hasOwnScript: false }).script).toBeNull();
  });

  it('does not get an empty script of its own by being set as it was got', () => {
    const state = stateOf({ ...members, hasOwnScript: false });
    const script = applicationParts.find(({ name }) => name === 'script');
    expect(script?.type === 'text' ? script.set(state, script.get(state)) : undefined).toEqual(state);
  });
});

describe('an edit of an application', () => {
  it('sends what the person did not change as the tenant has it now', () => {
    const before = stateOf(members);
    const now = { ...members, description: 'Wages and pensions', script: 'newer();' };
    expect(withChanges(now, { before, after: { ...before, name: 'Payroll 2' } })).toEqual({
      ...now,
      name: 'Payroll 2',
    });
  });

  it('does not make the template’s script the application’s own', () => {
    const now = { ...members, hasOwnScript: false };
    const before = stateOf(now);
    expect(withChanges(now, { before, after: { ...before, description: 'x' } }).hasOwnScript).toBe(false);
  });

  it('never changes the template', () => {
    const before = stateOf(members);
    expect(changedParts(before, { ...before, templateId: 'Other' })).toEqual([]);
  });
});

describe('an added application', () => {
  it('is as wanted whatever script its template gave it, unless one was asked for', () => {
    const wanted = { ...stateOf(members), script: null };
    expect(isAsWanted(wanted, stateOf(members))).toBe(true);
    expect(isAsWanted({ ...wanted, script: 'wanted();' }, stateOf(members))).toBe(false);
    expect(isAsWanted({ ...wanted, name: 'Other' }, stateOf(members))).toBe(false);
  });
});
