import { expect, it } from 'vitest';
import { everybodyId } from '../../../contract/roles/roles.ts';
import { coverageOf } from './coverage.ts';

it('counts applications per role, unassigned ones, those of Everybody, and empty roles', () => {
  const has: Readonly<Record<string, readonly string[]>> = { [everybodyId]: ['a'], finance: ['a', 'b'] };
  const roles = [everybodyId, 'finance', 'empty'].map((id) => ({
    id,
    name: id,
    description: '',
    type: '',
    isReadOnly: false,
  }));
  const coverage = coverageOf([{ id: 'a' }, { id: 'b' }, { id: 'c' }], roles, {
    granted: (roleId) => new Set(has[roleId]),
    isAutomatic: (applicationId, roleId) => applicationId === 'b' && roleId === 'finance',
  });
  expect(coverage).toEqual({
    categories: ['finance', everybodyId, 'empty'],
    byHand: [1, 1, 0],
    byRule: [1, 0, 0],
    unassigned: 1,
    everybody: 1,
    emptyRoles: 1,
  });
});
