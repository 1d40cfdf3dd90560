import { describe, expect, it } from 'vitest';
import { recordRows, recordTree } from './record-rows.ts';

const record = {
  Name: 'Payroll',
  OAuthProfile: { ClientID: 'abc', Redirects: ['https://a.example/cb', 'https://b.example/cb'] },
  'Odd name': { '': null },
  Audience: '',
  Count: 3,
  Flag: false,
};
const tree = recordTree(record);
const seen = (search: string, open: readonly string[] = []): string[] =>
  recordRows(tree, { search, open: new Set(open) }).map(({ path, level }) => `${level} ${path}`);

describe('recordRows', () => {
  it('lists fields by name, with expanded ones', () => {
    expect(seen('')).toEqual([
      '1 Audience',
      '1 Count',
      '1 Flag',
      '1 Name',
      '1 OAuthProfile',
      '1 ["Odd name"]',
    ]);
    expect(seen('', ['OAuthProfile', 'OAuthProfile.Redirects'])).toContain('3 OAuthProfile.Redirects[1]');
    expect(seen('', ['["Odd name"]'])).toContain('2 ["Odd name"][""]');
  });

  it('finds fields by name, path or value, with their ancestors', () => {
    expect(seen('b.example')).toEqual([
      '1 OAuthProfile',
      '2 OAuthProfile.Redirects',
      '3 OAuthProfile.Redirects[1]',
    ]);
    expect(seen('oauthprofile clientid')).toEqual(['1 OAuthProfile', '2 OAuthProfile.ClientID']);
    expect(seen('payroll')).toEqual(['1 Name']);
    expect(seen('nowhere')).toEqual([]);
  });

  it('returns the type of each field', () => {
    const types = Object.fromEntries(
      recordRows(tree, { search: '', open: new Set() }).map(({ path, type, text }) => [
        path,
        `${type}: ${text}`,
      ]),
    );
    expect(types).toEqual({
      Audience: 'string: ',
      Count: 'number: 3',
      Flag: 'boolean: false',
      Name: 'string: Payroll',
      OAuthProfile: 'object: 2 fields',
      '["Odd name"]': 'object: 1 field',
    });
  });

  it('handles an extremely deep record', () => {
    let deep: Record<string, unknown> = { end: true };
    for (let level = 0; level < 5000; level += 1) deep = { in: deep };
    expect(recordRows(recordTree(deep), { search: 'end', open: new Set() })).toEqual([]);
    expect(recordRows(recordTree(deep), { search: '', open: new Set() })).toHaveLength(1);
  });
});
