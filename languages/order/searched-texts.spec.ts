// cspell:ignore esources oayroll paayroll pairoll payrol payrolll pošta pxyrxll pyaroll pyyroll uman univer wbhk zeít
import { describe, expect, it } from 'vitest';
import { readQuery } from './search-query.ts';
import { createSearchedTexts } from './searched-texts.ts';
import { matchedRanges } from './matched-ranges.ts';

type Rules = Parameters<ReturnType<typeof createSearchedTexts<{ name: string; more: string }>>['find']>[1];

function found(typed: string, items: readonly (string | [string, string])[], rules?: Rules): string[] {
  const texts = createSearchedTexts(
    items.map((item) =>
      typeof item === 'string' ? { name: item, more: '' } : { name: item[0], more: item[1] },
    ),
    { title: ({ name }) => name, text: ({ name, more }) => `${name} ${more}` },
  );
  return texts.find(readQuery(typed), rules).map(({ name }) => name);
}

describe('a search', () => {
  it('ranks the whole title, its beginning, words, initials, its inside, then other texts', () => {
    const shuffled: [string, string][] = [
      ['Ledger', 'for sales'],
      ['Ledger 2', 'wholesales'],
      ['Wholesales', ''],
      ['Sales and Ledgers', ''],
      ['Sales', ''],
      ['Regional Sales', ''],
    ];
    expect(found('sales', shuffled)).toEqual([
      'Sales',
      'Sales and Ledgers',
      'Regional Sales',
      'Wholesales',
      'Ledger',
      'Ledger 2',
    ]);
    expect(found('sal', ['Universal', 'Service and login', 'Salary'])).toEqual([
      'Salary',
      'Service and login',
      'Universal',
    ]);
  });

  it('finds by the initials of words', () => {
    expect(found('hrp', ['Hrvatska pošta', 'Human Resources Portal'])).toEqual(['Human Resources Portal']);
    // One letter would be the initial of too many.
    expect(found('h', ['Human Resources', 'Oath'])).toEqual(['Human Resources', 'Oath']);
  });

  it('takes words in any order, with and without accents', () => {
    expect(found('zurich time', ['Time sheets Zürich', 'Zürich'])).toEqual(['Time sheets Zürich']);
    expect(found('Zeít', ['Zeit'])).toEqual(['Zeit']);
  });

  it.each(['payrol', 'pyaroll', 'payrolll', 'paayroll', 'oayroll', 'pairoll'])(
    'finds what is one letter off, if nothing matches: %s',
    (typed) => {
      expect(found(typed, ['Wiki', 'Global Payroll', 'Parrots'])).toEqual(['Global Payroll']);
    },
  );

  it('never lists what is one letter off beside what matches', () => {
    expect(found('roles', ['Rules', 'Roles'])).toEqual(['Roles']);
    expect(found('pyyroll', ['Payroll'])).toEqual(['Payroll']);
    expect(found('pxyrxll', ['Payroll'])).toEqual([]);
    expect(found('pax', ['Pay'])).toEqual([]);
  });

  it('keeps the order among equally good matches, after what was used recently', () => {
    const items = ['Pay 1', 'Pay 2', 'Pay 3', 'My pay'];
    expect(found('pay', items)).toEqual(items);
    expect(found('pay', items, { recency: ({ name }) => (name === 'Pay 3' ? 0 : undefined) })).toEqual([
      'Pay 3',
      'Pay 1',
      'Pay 2',
      'My pay',
    ]);
    expect(found('pay', items, { recency: ({ name }) => (name === 'My pay' ? 0 : undefined) })).toEqual(
      items,
    );
    expect(found('pay', items, { order: [3, 1, 0, 2] })).toEqual(['Pay 2', 'Pay 1', 'Pay 3', 'My pay']);
  });

  it('leaves a list by time in its order on request', () => {
    expect(found('pay', ['My pay', 'Pay'], { ranked: false })).toEqual(['My pay', 'Pay']);
  });

  it('finds scattered letters only on request and if nothing else matches', () => {
    expect(found('wbhk', ['Webhooks'])).toEqual([]);
    expect(found('wbhk', ['Webhooks'], { scattered: true })).toEqual(['Webhooks']);
  });
});

describe('what of a text is marked', () => {
  const marked = (text: string, typed: string): string => {
    let shown = '';
    let at = 0;
    for (const { from, to } of matchedRanges(text, readQuery(typed))) {
      shown += `${text.slice(at, from)}[${text.slice(from, to)}]`;
      at = to;
    }
    return shown + text.slice(at);
  };

  it('is each word, preferably at the beginning of one', () => {
    expect(marked('Universal Sales', 'sal')).toBe('Universal [Sal]es');
    expect(marked('Universal', 'sal')).toBe('Univer[sal]');
    expect(marked('Pay roll', 'roll pay')).toBe('[Pay] [roll]');
  });

  it('has the place of letters that folding adds or removes', () => {
    expect(marked('Große Straße', 'strasse')).toBe('Große [Straße]');
    expect(marked('Zu\u0308rich 2', '2')).toBe('Zu\u0308rich [2]');
    expect(marked('Zürich', 'zurich')).toBe('[Zürich]');
  });

  it('is the initials, or the word that is one letter off', () => {
    expect(marked('Human Resources', 'hr')).toBe('[H]uman [R]esources');
    expect(marked('Global Payroll', 'pyaroll')).toBe('Global [Payroll]');
  });

  it('is nothing without a match', () => {
    expect(marked('Wiki', 'payroll')).toBe('Wiki');
    expect(marked('Wiki', ' ')).toBe('Wiki');
  });
});
