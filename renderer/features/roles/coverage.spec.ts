import { expect, it } from 'vitest';
import { everybodyId } from '../../../contract/roles/roles.ts';
import { coverageOf } from './coverage.ts';

it('counts applications per role, those of nobody, those of everybody, and roles without any', () => {
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
    roleless: 1,
    everybody: 1,
    emptyRoles: 1,
  });
});
