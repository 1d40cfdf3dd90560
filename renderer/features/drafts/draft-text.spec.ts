import { expect, it } from 'vitest';
import type { DraftStatus } from '../../../contract/changes/drafts.ts';
import { meaningOf } from './draft-text.ts';

const draft = {
  tenantId: 'a',
  kind: 'application',
  targetId: '1',
  title: 'Payroll',
  savedAt: 1,
  revision: 1,
};
const standing = (changes: Partial<DraftStatus>): DraftStatus => ({
  tenantId: 'a',
  kind: 'application',
  targetId: '1',
  revision: 1,
  state: 'changed',
  changes: [],
  conflicts: [],
  comparedWith: 1,
  ...changes,
});
const meaning = (changes: Partial<DraftStatus>) => meaningOf(draft, standing(changes), 'Acme');

it('says which parts a draft changes, the first three by name', () => {
  expect(meaning({ changes: ['Description'] })).toBe('Changes description.');
  expect(meaning({ changes: ['Name', 'SSO URL', 'Script'] })).toBe('Changes name, SSO URL and script.');
  expect(meaning({ changes: ['Name', 'Icon', 'Script', 'Audience', 'Scopes'] })).toBe(
    'Changes name, icon, script and 2 more.',
  );
});

it('says what contradicts, and what is gone', () => {
  expect(meaning({ state: 'conflict', conflicts: ['Script'] })).toBe('Script changed in Acme too.');
  expect(meaning({ state: 'conflict' })).toBe('It is no longer in Acme.');
});

it('claims nothing of the tenant where nothing is kept of it', () => {
  expect(meaning({ changes: ['Name'], comparedWith: null })).toBe(
    'Changes name. What Acme has is not kept here to compare with.',
  );
});

it('says that a new thing is not there yet, and nothing of what never goes to a tenant', () => {
  expect(meaningOf({ ...draft, targetId: 'new:1' }, standing({}), 'Acme')).toBe('Not in Acme yet.');
  expect(meaningOf({ ...draft, kind: 'query' }, standing({}), 'Acme')).toBeUndefined();
});
