import { describe, expect, it } from 'vitest';
import type { ApplicationSummary } from '../../../contract/applications.ts';
import { searchApplications, typeFacets } from './application-search.ts';

function application(name: string, type: string, description = ''): ApplicationSummary {
  return { id: name, name, description, type, category: '', state: '', icon: '' };
}

const all = [
  application('payroll 10', 'Web - SAML'),
  application('Payroll 2', 'Web - SAML', 'for contractors'),
  application('Wiki', 'Bookmark'),
];

describe('searching applications', () => {
  it('finds what has every word anywhere, and sorts numbers as numbers', () => {
    expect(searchApplications(all, 'SAML pay', undefined).map(({ name }) => name)).toEqual([
      'Payroll 2',
      'payroll 10',
    ]);
    expect(searchApplications(all, 'contractors', undefined).map(({ name }) => name)).toEqual(['Payroll 2']);
  });

  it('narrows to a type', () => {
    expect(searchApplications(all, '', 'Bookmark').map(({ name }) => name)).toEqual(['Wiki']);
  });

  it('counts types, most common first', () => {
    expect(typeFacets(all, 1)).toEqual([{ value: 'Web - SAML', count: 2 }]);
  });
});
