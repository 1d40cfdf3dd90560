import { describe, expect, it } from 'vitest';
import { parseSearch } from './parse-search.ts';

const read = (typed: string) => parseSearch(typed, ['role', 'type', 'category']);

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
