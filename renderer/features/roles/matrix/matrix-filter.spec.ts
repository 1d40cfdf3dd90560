import { describe, expect, it } from 'vitest';
import { acceptsApplication, readSearch, shortType } from './matrix-filter.ts';

describe('the search of the matrix', () => {
  it.each([
    ['pay roll', { terms: 'pay roll', categories: [], types: [] }],
    ['category:finance', { terms: '', categories: ['finance'], types: [] }],
    ['pay Category:Finance type:saml', { terms: 'pay', categories: ['finance'], types: ['saml'] }],
    ['type:"web - saml" x', { terms: 'x', categories: [], types: ['web - saml'] }],
    ['type:"web - s', { terms: '', categories: [], types: ['web - s'] }],
    ['category:', { terms: '', categories: [], types: [] }],
    ['mytype:x', { terms: 'mytype:x', categories: [], types: [] }],
  ])('takes %j apart', (typed, expected) => {
    const { query, categories, types } = readSearch(typed);
    expect({ terms: query.text, categories, types }).toEqual(expected);
  });

  it('accepts applications in any of the categories and any of the types', () => {
    const payroll = { category: 'Human Resources', type: 'Web - SAML' };
    const accepts = (typed: string) => acceptsApplication(payroll, readSearch(typed));
    expect(accepts('category:human category:finance')).toBe(true);
    expect(accepts('category:human type:saml')).toBe(true);
    expect(accepts('category:human type:openid')).toBe(false);
  });
});

describe('shortType', () => {
  it.each([
    ['Web - SAML', 'SAML'],
    ['Bookmark', 'Bookmark'],
    ['', ''],
  ])('%j is %j', (type, short) => {
    expect(shortType(type)).toBe(short);
  });
});
