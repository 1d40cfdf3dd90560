import { describe, expect, it } from 'vitest';
import { parseSearch } from './parse-search.ts';

const read = (typed: string) => parseSearch(typed, ['role', 'type', 'category']);

describe('the words of a search', () => {
  it('are plain letters that may stand anywhere', () => {
    expect(read('  Zürich   SAML ')).toEqual({ anywhere: ['zurich', 'saml'], named: [] });
  });

  it('may name what they are of', () => {
    expect(read('role:Finance saml')).toEqual({
      anywhere: ['saml'],
      named: [{ name: 'role', value: 'finance' }],
    });
  });

  it('keep the blanks of a text in quotation marks, closed or not', () => {
    expect(read('category:"Human Resources" x').named).toEqual([
      { name: 'category', value: 'human resources' },
    ]);
    expect(read('category:"Human Res').named).toEqual([{ name: 'category', value: 'human res' }]);
    expect(read('"pay roll"').anywhere).toEqual(['pay roll']);
  });

  it('narrow nothing while only the name of a named word is typed', () => {
    expect(read('type:')).toEqual({ anywhere: [], named: [] });
    expect(read('type: pay')).toEqual({ anywhere: ['pay'], named: [] });
  });

  it('are what they are where the name is none, as in an address', () => {
    expect(read('https://acme.example')).toEqual({ anywhere: ['https://acme.example'], named: [] });
  });
});
