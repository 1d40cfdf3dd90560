import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import type { PlanItem } from '../../contract/changes.ts';
import type { TenantProfile } from '../../contract/tenants.ts';
import { failure } from '../platform/failure.ts';
import { createChangeService } from './change-service.ts';
import { createJournal } from './journal.ts';
import { changeSchemaSteps } from './journal-migrations.ts';

const tenant: TenantProfile = {
  id: 'acme',
  name: 'Acme',
  color: 'teal',
  environment: 'staging',
  baseUrl: 'https://acme.example',
  analyticsUrl: 'https://acme.example/analytics/services/v1.0',
  issuer: 'https://acme.example',
  clientId: 'desk',
  scopes: ['openid'],
  extraHeaders: {},
  hasClientSecret: false,
  isSandbox: false,
};

const item = (id: string, changes: Partial<PlanItem> = {}): PlanItem => ({
  id,
  kind: 'webhook.delete',
  action: 'delete',
  title: 'Delete webhook',
  target: { type: 'webhook', id: `target-${id}`, name: id },
  summary: '',
  format: 'text',
  before: null,
  after: null,
  warnings: [],
  steps: [],
  isUndoable: true,
  ...changes,
});

/** The journal as an earlier process left it, and the service of the next one. */
function afterRestart(tenants: readonly TenantProfile[] = [tenant]) {
  const database = new DatabaseSync(':memory:');
  for (const step of changeSchemaSteps.steps) database.exec(step);
  const journal = createJournal(database);
  const run = (id: string, items: readonly PlanItem[], undoes: string | null = null): void =>
    journal.openRun({
      id,
      planId: `plan-${id}`,
      tenantId: 'acme',
      tenantName: 'Acme',
      appliedBy: 'Ada',
      startedAt: 1,
      undoes,
      rollsBack: null,
      items: items.map((each) => ({ item: each, work: {} })),
    });
  const service = createChangeService({
    journal,
    kinds: new Map(),
    tenants: {
      list: () => tenants,
      get: () => {
        throw failure('not-found', 'No such tenant.');
      },
    },
    sessions: { status: (tenantId) => ({ tenantId, state: 'signed-out' }) },
    emit: () => undefined,
    newId: () => 'new',
    now: () => 2,
    verifyPauses: [],
  });
  return { journal, run, service };
}

describe('runs that an earlier process left', () => {
  it('are told with what is known of each item', () => {
    const { journal, run, service } = afterRestart();
    run('r', [item('a'), item('b'), item('c')]);
    journal.begin('a', { work: {}, inverse: { type: 'intents', intents: [] }, at: 1 });
    journal.settle('a', 'verified', 1);
    journal.begin('b', { work: {}, inverse: { type: 'intents', intents: [] }, at: 1 });
    expect(service.interrupted()).toMatchObject([
      {
        runId: 'r',
        done: 1,
        total: 3,
        items: [{ state: 'verified' }, { state: 'applying' }, { state: 'pending' }],
      },
    ]);
  });

  it('with nothing left to do are closed, and what they undid is marked as undone', () => {
    const { journal, run, service } = afterRestart();
    run('first', [item('a')]);
    journal.settle('a', 'verified', 1);
    run('undo', [item('b')], 'a');
    journal.settle('b', 'verified', 1);
    expect(service.interrupted()).toEqual([]);
    expect(journal.openRuns()).toEqual([]);
    expect(journal.entry('a')?.item.undoneBy).toBe('b');
  });

  it('of a tenant that was removed are not offered', () => {
    const { run, service } = afterRestart([]);
    run('r', [item('a')]);
    expect(service.interrupted()).toEqual([]);
  });
});

describe('the journal', () => {
  it('knows under which identifier a thing goes on, over any number of replacements', () => {
    const { journal } = afterRestart();
    for (let step = 0; step < 50; step += 1) journal.noteSuccessor('acme', `w${step}`, `w${step + 1}`);
    expect(journal.currentId('acme', 'w0')).toBe('w50');
    expect(journal.currentId('acme', 'w49')).toBe('w50');
    expect(journal.currentId('acme', 'other')).toBe('other');
    expect(journal.currentId('another tenant', 'w0')).toBe('w0');
  });

  it('has as history only what reached the tenant or was meant to and failed, newest first', () => {
    const { journal, run } = afterRestart();
    run('r', [item('a'), item('b'), item('c'), item('d')]);
    journal.settle('a', 'verified', 10);
    journal.settle('b', 'failed', 20);
    journal.settle('c', 'skipped', 30);
    const ids = (filter: Parameters<typeof journal.entries>[0]): string[] =>
      journal.entries(filter).map((entry) => entry.item.id);
    expect(ids({ limit: 10 })).toEqual(['b', 'a']);
    expect(ids({ limit: 1 })).toEqual(['b']);
    expect(ids({ limit: 10, targetId: 'target-a' })).toEqual(['a']);
    expect(ids({ limit: 10, tenantId: 'another' })).toEqual([]);
  });

  it('keeps no conflict texts', () => {
    const { journal, run } = afterRestart();
    const conflict = { base: 'b', theirs: 't', mine: 'm', merged: 'x', isClean: true };
    run('r', [item('a', { conflict })]);
    expect(journal.item('a')?.item.conflict).toBeUndefined();
  });
});
