import { expect, it } from 'vitest';
import { sharedNames } from './shared-names.ts';

it('finds the names that several items have', () => {
  const items = ['Payroll', 'Wiki', 'Payroll', 'wiki', 'Payroll'].map((name) => ({ name }));
  expect([...sharedNames(items)]).toEqual(['Payroll']);
});
