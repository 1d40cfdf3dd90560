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
const status = (changes: Partial<DraftStatus>): DraftStatus => ({
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
const meaning = (changes: Partial<DraftStatus>) => meaningOf(draft, status(changes), 'Acme');

it('lists the changed parts, at most three by name', () => {
  expect(meaning({ changes: ['Description'] })).toBe('Changes description.');
  expect(meaning({ changes: ['Name', 'SSO URL', 'Script'] })).toBe('Changes name, SSO URL and script.');
  expect(meaning({ changes: ['Name', 'Icon', 'Script', 'Audience', 'Scopes'] })).toBe(
    'Changes name, icon, script and 2 more.',
  );
});

it('describes conflicts and deleted items', () => {
  expect(meaning({ state: 'conflict', conflicts: ['Script'] })).toBe('Script also changed in Acme.');
  expect(meaning({ state: 'conflict' })).toBe('No longer in Acme.');
});

it('claims nothing about the tenant without cached data', () => {
  expect(meaning({ changes: ['Name'], comparedWith: null })).toBe(
    'Changes name. No cached data of Acme to compare with.',
  );
});

it('describes a new item, and nothing for kinds that never go to a tenant', () => {
  expect(meaningOf({ ...draft, targetId: 'new:1' }, status({}), 'Acme')).toBe('Not yet created in Acme.');
  expect(meaningOf({ ...draft, kind: 'query' }, status({}), 'Acme')).toBeUndefined();
});
