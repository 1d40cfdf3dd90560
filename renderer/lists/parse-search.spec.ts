import { describe, expect, it } from 'vitest';
import { parseSearch, unknownFieldText } from './parse-search.ts';

const names = ['role', 'type', 'category'];
const read = (typed: string) => {
  const { query, named } = parseSearch(typed, names);
  return { anywhere: query.terms, named };
};

describe('the words of a search', () => {
  it('match anywhere as plain letters', () => {
    expect(read('  Zürich   SAML ')).toEqual({ anywhere: ['zurich', 'saml'], named: [] });
  });

  it('may have a keyword', () => {
    expect(read('role:Finance saml')).toEqual({
      anywhere: ['saml'],
      named: [{ name: 'role', value: 'finance' }],
    });
  });

  it('keep the spaces of a quoted text, closed or not', () => {
    expect(read('category:"Human Resources" x').named).toEqual([
      { name: 'category', value: 'human resources' },
    ]);
    expect(read('category:"Human Res').named).toEqual([{ name: 'category', value: 'human res' }]);
    expect(read('"pay roll"').anywhere).toEqual(['pay roll']);
  });

  it('filter nothing while only a keyword is typed', () => {
    expect(read('type:')).toEqual({ anywhere: [], named: [] });
    expect(read('type: pay')).toEqual({ anywhere: ['pay'], named: [] });
  });

  it('stay as they are without a known keyword, as in a URL', () => {
    expect(read('https://acme.example')).toEqual({ anywhere: ['https://acme.example'], named: [] });
  });
});

describe('a field that does not exist', () => {
  it('is named, with the fields that do', () => {
    expect(unknownFieldText('pay typ:saml', names)).toBe(
      'Unknown field “typ”. Known fields: role, type, category.',
    );
    expect(unknownFieldText('owner:"Zoë O"', names)).toContain('“owner”');
    expect(unknownFieldText('type:saml', [])).toBe('Unknown field “type”. This search has no fields.');
  });

  it('is not a known one, a URL, a time or a name with a colon inside', () => {
    for (const typed of ['Type:saml', 'https://acme.example', '10:30', 'pay', ''])
      expect(unknownFieldText(typed, names)).toBeUndefined();
  });
});
