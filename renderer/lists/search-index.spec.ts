import { describe, expect, it } from 'vitest';
import { createSearchIndex } from './search-index.ts';

interface Application {
  readonly name: string;
  readonly type: string;
  readonly description: string;
}

const application = (name: string, type: string, description = ''): Application => ({
  name,
  type,
  description,
});

const all = [
  application('payroll 10', 'Web - SAML'),
  application('Payroll 2', 'Web - SAML', 'for contractors'),
  application('Wiki', 'Bookmark', 'of the office in Zürich'),
];
const index = createSearchIndex(all, {
  text: ({ name, type, description }) => `${name} ${type} ${description}`,
  title: ({ name }) => name,
});
const namesOf = (found: readonly Application[]) => found.map(({ name }) => name);

describe('the search of a list', () => {
  it('finds items that have every word anywhere, and sorts numbers as numbers', () => {
    expect(namesOf(index.find('SAML pay'))).toEqual(['Payroll 2', 'payroll 10']);
    expect(namesOf(index.find('contractors'))).toEqual(['Payroll 2']);
    expect(namesOf(index.find('contractors wiki'))).toEqual([]);
  });

  it('shows everything for an empty or blank search', () => {
    expect(namesOf(index.find(' '))).toEqual(['Payroll 2', 'payroll 10', 'Wiki']);
  });

  it('filters by what is accepted', () => {
    expect(namesOf(index.find('', ({ type }) => type === 'Bookmark'))).toEqual(['Wiki']);
  });

  it('matches letters with and without accents', () => {
    expect(namesOf(index.find('zurich'))).toEqual(['Wiki']);
    expect(namesOf(index.find('Wikí'))).toEqual(['Wiki']);
  });

  it('keeps a list by time in its order', () => {
    const newestFirst = createSearchIndex(all, {
      title: ({ name }) => name,
      text: ({ name }) => name,
      order: 'time',
    });
    expect(namesOf(newestFirst.find('pay'))).toEqual(['payroll 10', 'Payroll 2']);
  });

  it('reads the texts of the items once, not on every key', () => {
    let reads = 0;
    const counted = createSearchIndex(all, {
      text: ({ name }) => (reads++, name),
      title: ({ name }) => name,
    });
    for (const typed of ['p', 'pa', 'pay']) counted.find(typed);
    expect(reads).toBe(all.length);
  });
});
