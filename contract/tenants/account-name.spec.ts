import { expect, it } from 'vitest';
import { accountName, namesApart } from './account-name.ts';

it('is the name with the email, or whichever exists', () => {
  expect(accountName({ subject: '1', name: 'Ada', email: 'ada@acme.example' })).toBe(
    'Ada (ada@acme.example)',
  );
  expect(accountName({ subject: '1', name: 'Ada' })).toBe('Ada');
  expect(accountName({ subject: '1', email: 'ada@acme.example' })).toBe('ada@acme.example');
  expect(accountName({ subject: '1' })).toBe('1');
});

it('distinguishes two accounts with the same name by their IDs', () => {
  const ada = { subject: '1', name: 'Ada' };
  expect(namesApart(ada, { subject: '2', name: 'Bob' })).toEqual(['Ada', 'Bob']);
  expect(namesApart(ada, { ...ada, subject: '2' })).toEqual(['Ada, ID 1', 'Ada, ID 2']);
});
