import { describe, expect, it } from 'vitest';
import type { DraftSummary } from '../../../contract/changes/drafts.ts';
import type { ErrorCode } from '../../../contract/errors/errors.ts';
import { anItem, begunPlanOf } from '../../../test/component/plans.ts';
import { chosenOf, groupDrafts, keyOfDraft, stateOfDraft } from './draft-groups.ts';
import { aTenantProfile } from '../../../test/builders/a-tenant-profile.ts';

const draft = (changes: Partial<DraftSummary> = {}): DraftSummary => ({
  tenantId: 'acme',
  kind: 'script',
  targetId: 'payroll',
  title: 'Payroll',
  savedAt: 1,
  revision: 1,
  ...changes,
});
const failed = (code: ErrorCode) => ({ code, message: 'No.', retryable: false, requestId: '' });
const acme = aTenantProfile({ environment: 'production' });
const tenantOf = (id: string) => (id === 'acme' ? acme : undefined);

describe('the state of a draft', () => {
  it('is unresolved, not rejected, after an error that proves nothing', () => {
    expect(stateOfDraft(draft(), [], undefined)).toBe('changed');
    expect(stateOfDraft(draft({ error: failed('outcome-unknown') }), [], undefined)).toBe('unresolved');
    expect(stateOfDraft(draft({ error: failed('forbidden') }), [], undefined)).toBe('not-applied');
    expect(stateOfDraft(draft({ unreadable: 'Of tomorrow.' }), [], undefined)).toBe('unreadable');
  });

  it('is the comparison with the tenant, unless applying it failed', () => {
    expect(stateOfDraft(draft(), [], { state: 'clean' })).toBe('clean');
    expect(stateOfDraft(draft(), [], { state: 'conflict' })).toBe('conflict');
    expect(stateOfDraft(draft({ error: failed('forbidden') }), [], { state: 'conflict' })).toBe(
      'not-applied',
    );
  });

  it('is not saved for kinds that never go to a tenant', () => {
    const query = draft({ kind: 'query', targetId: 'editor' });
    expect(stateOfDraft(query, [], undefined)).toBe('not-saved');
    expect(stateOfDraft(query, [], { state: 'changed' })).toBe('not-saved');
    expect(stateOfDraft(query, [], { state: 'clean' })).toBe('clean');
  });

  it('is being applied if a started plan contains it', () => {
    const plan = begunPlanOf([anItem()], { tenantId: 'acme' });
    expect(stateOfDraft(draft(), [plan], undefined)).toBe('in-review');
    expect(stateOfDraft(draft({ targetId: 'other' }), [plan], undefined)).toBe('changed');
    expect(stateOfDraft(draft({ tenantId: 'globex' }), [plan], undefined)).toBe('changed');
  });
});

describe('the drafts of a tenant', () => {
  it('share one review, except unreadable ones and kinds that never go to a tenant', () => {
    const query = draft({ kind: 'query', targetId: 'editor' });
    const damaged = draft({ targetId: 'bad', unreadable: 'Damaged.' });
    const [group] = groupDrafts([draft(), query, damaged], tenantOf, '');
    expect(group?.drafts).toHaveLength(3);
    expect(group?.reviewed).toEqual([draft()]);
  });

  it('are reviewed and discarded by selection, or all without a selection', () => {
    const query = draft({ kind: 'query', targetId: 'editor' });
    const pending = draft({ kind: 'publications', targetId: 'publications' });
    const [group] = groupDrafts([draft(), query, pending], tenantOf, '');
    if (group === undefined) throw new Error('There is a group.');
    expect(chosenOf(group, new Set())).toMatchObject({
      isChosen: false,
      drafts: [{}, {}, {}],
      reviewed: [{}],
    });
    const chosen = chosenOf(group, new Set([keyOfDraft(query), 'key of a deleted draft']));
    expect(chosen).toEqual({ isChosen: true, drafts: [query], reviewed: [] });
  });

  it('are found by title, kind and tenant, newest first', () => {
    const later = draft({ targetId: 'crm', title: 'CRM', savedAt: 2 });
    const hook = draft({ kind: 'webhook', targetId: 'w1', title: 'Night shift' });
    const found = (typed: string) =>
      groupDrafts([draft(), later, hook], tenantOf, typed).flatMap(({ drafts }) =>
        drafts.map((d) => d.title),
      );
    expect(found('')).toEqual(['CRM', 'Payroll', 'Night shift']);
    expect(found('acme webhook')).toEqual(['Night shift']);
    expect(found('script pay')).toEqual(['Payroll']);
    expect(found('nowhere')).toEqual([]);
  });

  it('of a removed tenant are listed and never reviewed', () => {
    const [group] = groupDrafts([draft({ tenantId: 'gone' })], tenantOf, '');
    expect(group).toMatchObject({ tenant: undefined, reviewed: [] });
  });
});
