import { describe, expect, it } from 'vitest';
import { isNameTaken } from './application-names.ts';

const applications = [
  { id: 'a', name: 'Payroll' },
  { id: 'b', name: 'Expenses ' },
];

describe('the name of an application', () => {
  it('is taken regardless of surrounding spaces, but case counts', () => {
    const taken = ['Payroll', ' Expenses', 'payroll', 'Payroll 2'].map((name) =>
      isNameTaken(applications, name),
    );
    expect(taken).toEqual([true, true, false, false]);
  });

  it('is not taken by the application itself, and an empty name is never taken', () => {
    expect(isNameTaken(applications, 'Payroll', 'a')).toBe(false);
    expect(isNameTaken([{ id: 'c', name: '' }], ' ')).toBe(false);
  });
});
