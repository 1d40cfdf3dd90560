import { describe, expect, it } from 'vitest';
import { countFacets } from './facets.ts';

const types = ['Bookmark', 'Web - SAML', 'OpenID', 'Web - SAML', ''];

describe('the facets of a list', () => {
  it('counts values, most common first, up to the maximum', () => {
    expect(countFacets(types, { of: (type) => type, max: 2 })).toEqual([
      { value: 'Web - SAML', label: 'Web - SAML', count: 2 },
      { value: 'Bookmark', label: 'Bookmark', count: 1 },
    ]);
  });

  it('skips items without a value', () => {
    expect(countFacets([''], { of: (type) => type })).toEqual([]);
    expect(countFacets(['x'], { of: () => undefined })).toEqual([]);
  });

  it('keeps a given order, regardless of the counts', () => {
    const states = ['off', 'off', 'on'];
    const shown = countFacets(states, { of: (state) => state, order: ['on', 'off'] });
    expect(shown.map(({ value }) => value)).toEqual(['on', 'off']);
  });

  it('labels a value as its first item does', () => {
    const entries = [
      { tenantId: 't1', tenantName: 'Acme' },
      { tenantId: 't1', tenantName: 'Acme, renamed' },
    ];
    expect(
      countFacets(entries, { of: ({ tenantId }) => tenantId, label: (_, { tenantName }) => tenantName }),
    ).toEqual([{ value: 't1', label: 'Acme', count: 2 }]);
  });
});
