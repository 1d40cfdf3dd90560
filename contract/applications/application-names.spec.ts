import { describe, expect, it } from 'vitest';
import { isNameTaken } from './application-names.ts';

const applications = [
  { id: 'a', name: 'Payroll' },
  { id: 'b', name: 'Expenses ' },
];

describe('the name of an application', () => {
  it('is taken by another one whatever blanks are around it, and not where case differs', () => {
    const taken = ['Payroll', ' Expenses', 'payroll', 'Payroll 2'].map((name) =>
      isNameTaken(applications, name),
    );
    expect(taken).toEqual([true, true, false, false]);
  });

  it('is not taken by the application itself, and no name is nobody’s', () => {
    expect(isNameTaken(applications, 'Payroll', 'a')).toBe(false);
    expect(isNameTaken([{ id: 'c', name: '' }], ' ')).toBe(false);
  });
});
