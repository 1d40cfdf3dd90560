import { describe, expect, it } from 'vitest';
import type { PendingAssignment } from '../../../../contract/roles/roles.ts';
import { effectText, peopleEffect } from './people-effect.ts';

const people: Readonly<Record<string, readonly string[]>> = {
  finance: ['ada', 'bob', 'cyd'],
  audit: ['cyd', 'dan'],
  Everybody: ['ada', 'bob', 'cyd', 'dan', 'eve'],
};

const cell = (applicationId: string, roleId: string, wanted: boolean): PendingAssignment => ({
  applicationId,
  application: applicationId,
  roleId,
  role: roleId,
  wanted,
  base: !wanted,
});

const effect = (
  cells: readonly PendingAssignment[],
  has: Readonly<Record<string, readonly string[]>>,
  unknown: readonly string[] = [],
  counts: Readonly<Record<string, number>> = { finance: 3, audit: 2 },
) =>
  peopleEffect(cells, {
    members: (roleId) => (unknown.includes(roleId) ? undefined : new Set(people[roleId])),
    count: (roleId) => counts[roleId],
    rolesOf: (applicationId) => has[applicationId] ?? [],
  });

describe('peopleEffect', () => {
  it('counts distinct users over all applications', () => {
    const cells = [cell('payroll', 'finance', true), cell('travel', 'audit', true)];
    expect(effect(cells, {}).gain).toEqual({ type: 'exactly', count: 4 });
  });

  it('excludes users with access through another role', () => {
    expect(effect([cell('payroll', 'finance', true)], { payroll: ['audit'] }).gain).toEqual({
      type: 'exactly',
      count: 2,
    });
    expect(effect([cell('payroll', 'finance', false)], { payroll: ['finance', 'audit'] }).lose).toEqual({
      type: 'exactly',
      count: 2,
    });
  });

  it('is zero if Everybody has access', () => {
    expect(effect([cell('payroll', 'finance', true)], { payroll: ['Everybody'] }).gain).toEqual({
      type: 'exactly',
      count: 0,
    });
  });

  it('is everyone without another role when Everybody is unassigned', () => {
    const has = { payroll: ['Everybody', 'audit'] };
    expect(effect([cell('payroll', 'Everybody', false)], has).lose).toEqual({ type: 'exactly', count: 3 });
  });

  it('is an upper bound without known members, and unknown without a count', () => {
    const cells = [cell('payroll', 'finance', true), cell('payroll', 'audit', true)];
    expect(effect(cells, {}, ['finance']).gain).toEqual({ type: 'upTo', count: 5 });
    expect(effect(cells, {}, ['finance'], {}).gain).toEqual({ type: 'unknown' });
    expect(effect([cell('payroll', 'finance', true)], { payroll: ['audit'] }, ['audit']).gain).toEqual({
      type: 'upTo',
      count: 3,
    });
  });
});

describe('effectText', () => {
  const exactly = (count: number) => ({ type: 'exactly', count }) as const;

  it.each([
    [exactly(212), exactly(9), '212 users gain access, 9 lose it.'],
    [exactly(1), exactly(0), '1 user gains access, no users lose it.'],
    [{ type: 'upTo', count: 5 } as const, exactly(0), 'Up to 5 users gain access, no users lose it.'],
    [exactly(0), exactly(5), 'No users gain access, 5 lose it.'],
    [{ type: 'unknown' } as const, exactly(2), '2 users lose access.'],
  ])('of %j and %j are “%s”', (gain, lose, text) => {
    expect(effectText({ gain, lose })).toBe(text);
  });

  it('says so if nothing is known', () => {
    expect(effectText({ gain: { type: 'unknown' }, lose: { type: 'unknown' } })).toMatch(/unknown/);
  });
});
