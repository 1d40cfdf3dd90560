import { describe, expect, it } from 'vitest';
import type { PlanItem } from '../../contract/changes/changes.ts';
import { createLedger } from './ledger.ts';
import type { TenantState } from './tenant-state.ts';
import { anApplication } from '../builders/an-application.ts';

/** A tenant whose one application is described so. */
const describedAs = (description: string): TenantState => ({
  webhooks: new Map(),
  applications: new Map([['1', anApplication({ name: 'One', description })]]),
  scripts: new Map(),
  assignments: new Set(),
  origins: [],
  settings: new Map(),
  jobs: [],
  rest: new Map(),
});
const update = (description: string) => ({
  method: 'POST',
  path: '/SaasManage/UpdateApplicationDE',
  body: description,
});
const item = (before: string, after: string): PlanItem => ({
  id: 'i',
  verb: 'update',
  title: 'Change application',
  target: { kind: 'application', id: '1', name: 'One' },
  summary: 'description',
  state: 'pending',
  decision: null,
  undoneBy: null,
  isUndoable: true,
  basis: 'compared',
  warnings: [],
  steps: [],
  parts: [{ type: 'field', name: 'description', label: 'Description', isChanged: true, before, after }],
});

describe('the ledger of an interleaving', () => {
  it('accepts an edit of what was seen and reviewed', () => {
    let state = describedAs('s1q');
    const ledger = createLedger(() => state);
    ledger.noteSeen('A', 's1q');
    ledger.notePlan('A', 'plan', [item('s1q', 'a1q')]);
    ledger.noteRead('A', '/SaasManage/GetApplication', 0);
    state = describedAs('a1q');
    ledger.noteWrite('A', 'plan', update('a1q'));
    expect(ledger.problems).toEqual([]);
  });

  it('notices an edit that overwrites what Tenant Desk has read and not shown', () => {
    let state = describedAs('s1q');
    const ledger = createLedger(() => state);
    for (const desk of ['A', 'B'] as const) ledger.noteSeen(desk, 's1q');
    ledger.notePlan('A', 'a', [item('s1q', 'a1q')]);
    ledger.notePlan('B', 'b', [item('s1q', 'b1q')]);
    ledger.noteRead('B', '/SaasManage/GetApplication', 0);
    state = describedAs('b1q');
    ledger.noteWrite('B', 'b', update('b1q'));
    ledger.noteRead('A', '/SaasManage/GetApplication', 1);
    state = describedAs('a1q');
    ledger.noteWrite('A', 'a', update('a1q'));
    expect(ledger.problems).toEqual(['A overwrote b1q, of which it had not said so.']);
  });

  it('protects what an outside admin wrote, and never blames them', () => {
    let state = describedAs('s1q');
    const ledger = createLedger(() => state);
    ledger.noteSeen('C', 's1q');
    ledger.notePlan('C', 'c', [item('s1q', 'c1q')]);
    state = describedAs('x1q');
    ledger.noteOutside();
    expect(ledger.problems).toEqual([]);
    ledger.noteRead('C', '/SaasManage/GetApplication', 1);
    state = describedAs('c1q');
    ledger.noteWrite('C', 'c', update('c1q'));
    expect(ledger.problems).toEqual(['C overwrote x1q, of which it had not said so.']);
  });

  it('excuses what no program could have known', () => {
    let state = describedAs('s1q');
    const ledger = createLedger(() => state);
    for (const desk of ['A', 'B'] as const) ledger.noteSeen(desk, 's1q');
    ledger.notePlan('A', 'a', [item('s1q', 'a1q')]);
    ledger.notePlan('B', 'b', [item('s1q', 'b1q')]);
    ledger.noteRead('A', '/SaasManage/GetApplication', 0);
    state = describedAs('b1q');
    ledger.noteWrite('B', 'b', update('b1q'));
    state = describedAs('a1q');
    ledger.noteWrite('A', 'a', update('a1q'));
    expect([ledger.problems, ledger.races()]).toEqual([[], 1]);
  });

  it('notices duplicates, verified items that were never sent, and missing items', () => {
    let state = describedAs('s1q');
    const ledger = createLedger(() => state);
    ledger.noteSeen('A', 's1q');
    ledger.notePlan('A', 'a', [item('s1q', 'a1q')]);
    ledger.checkPlan('A', 'a', [{ ...item('s1q', 'a1q'), state: 'verified' }]);
    state = describedAs('a1q');
    ledger.noteWrite('A', 'a', update('a1q'));
    ledger.noteWrite('A', 'a', update('a1q'));
    expect(ledger.problems).toEqual([
      'A calls verified what it never sent.',
      'Sent twice by A: POST /SaasManage/UpdateApplicationDE',
    ]);
  });

  it('notices items that had an effect although they were reported without one', () => {
    let state = describedAs('s1q');
    const ledger = createLedger(() => state);
    ledger.noteSeen('A', 's1q');
    ledger.notePlan('A', 'a', [item('s1q', 'a1q')]);
    state = describedAs('a1q');
    ledger.noteWrite('A', 'a', update('a1q'));
    ledger.checkPlan('A', 'a', [{ ...item('s1q', 'a1q'), state: 'refused' }]);
    expect(ledger.problems).toEqual(['A says refused, and yet 1 requests took effect.']);
  });

  it('knows which typed markers were neither applied nor discarded', () => {
    const ledger = createLedger(() => describedAs('s1q'));
    ledger.noteTyped('A', 'A1q');
    ledger.noteTyped('A', 'A2q');
    ledger.noteGivenUp('a2q');
    expect(ledger.missing('A')).toEqual(['a1q']);
  });
});
