import { describe, expect, it } from 'vitest';
import type { DraftStatus } from '../../../contract/changes/drafts.ts';
import type { SessionState } from '../../../contract/tenants/session.ts';
import type { AttentionParts } from './attention.ts';
import { attentionRows } from './attention.ts';
import { aPlan } from '../../../test/component/plans.ts';

const now = 1_800_000_000_000;
const minute = 60_000;
const signedIn: SessionState = {
  tenantId: 'acme',
  state: 'signed-in',
  user: { subject: 'g' },
  storedIn: 'keychain',
  expiresAt: Date.now() + 11 * minute,
  canRefresh: true,
};
const nothing: AttentionParts = {
  ...{ tenantId: 'acme', session: signedIn, drafts: [], draftStatuses: [], openPlans: [] },
  ...{ delivering: [], certificates: [], drifted: [], now, steadyNow: performance.now() },
};
const failing = {
  ...{ webhookId: 'w', name: 'Ticket', host: 'acme.example', delivered: 11, dead: 41, pending: 2 },
  last: { at: now, state: 'dead', httpStatus: 401, error: null },
} as const;
const draft = {
  ...{
    tenantId: 'acme',
    kind: 'script',
    targetId: 'p',
    title: 'Payroll',
    savedAt: now - 6 * 24 * 60 * minute,
  },
  revision: 1,
};

describe('attentionRows', () => {
  it('returns no rows if everything is fine', () => {
    expect(attentionRows(nothing)).toEqual([]);
    const arrived = { ...failing, last: { ...failing.last, state: 'delivered' } } as const;
    expect(attentionRows({ ...nothing, delivering: [arrived] })).toEqual([]);
  });

  it('sorts rows by severity: broken, about to break, pending', () => {
    const certificate = {
      ...{ thumbprint: 't', applicationId: 'a', name: 'Salesforce', others: 0 },
      ...{ validUntil: now + 12 * 24 * 60 * minute, readAt: now },
    };
    const rows = attentionRows({
      ...nothing,
      session: { ...signedIn, canRefresh: false },
      drafts: [draft],
      delivering: [failing],
      certificates: [certificate],
      openPlans: [
        aPlan({
          tenantId: 'acme',
          state: 'open',
          isRunning: false,
          title: 'Replace script',
          counts: { pending: 1 },
        }),
      ],
    });
    expect(rows.map(({ title, rest }) => `${title} ${rest}`.trim())).toEqual([
      'Ticket can’t deliver',
      'Session expires in 11 min',
      'Replace script interrupted',
      'Certificate of Salesforce expires in 12 days',
      '1 draft not applied',
    ]);
    expect(rows[0]?.detail).toBe(
      '41 of 52 deliveries failed in 24 hours · 401 from acme.example · 2 pending',
    );
    expect(rows[2]?.label).toBe('Continue');
  });

  it('ignores refreshable sessions, running plans and plans of other tenants', () => {
    const running = aPlan({ tenantId: 'acme', state: 'open', isRunning: true });
    const ofOtherTenant = aPlan({ tenantId: 'other', state: 'open', isRunning: false });
    expect(attentionRows({ ...nothing, openPlans: [running, ofOtherTenant] })).toEqual([]);
  });

  it('names the drafts in conflict', () => {
    const status: DraftStatus = {
      tenantId: 'acme',
      kind: 'script',
      targetId: 'p',
      revision: 1,
      state: 'conflict',
      changes: [],
      conflicts: ['Script'],
      comparedWith: now,
    };
    const [row] = attentionRows({ ...nothing, drafts: [draft], draftStatuses: [status] });
    expect(row).toMatchObject({ severity: 'warn', rest: 'not applied, 1 in conflict' });
    expect(row?.detail).toContain('Payroll: also changed on the tenant');
  });

  it('counts items changed by others, by user if the events name one', () => {
    const item = (targetId: string, changedBy: string, kind = 'script') => ({
      ...{ kind, targetId, name: targetId, about: '', difference: 'changed' as const, summary: '' },
      ...{ seenAt: 0, readAt: 1, changedAt: null, changedBy },
    });
    const mia = 'mia@acme.example';
    const drifted = [item('a', ''), item('b', mia), item('c', mia), item('origins', '', 'origins')];
    const [row] = attentionRows({ ...nothing, drifted });
    expect(row?.title).toBe('4 items changed on the tenant');
    expect(row?.detail).toBe('3 scripts, origins · 2 by mia@acme.example, 2 by unknown user');
  });

  it('marks an expired certificate as broken', () => {
    const certificate = {
      ...{
        thumbprint: 't',
        applicationId: 'a',
        name: 'Box',
        others: 3,
        validUntil: now - minute,
        readAt: now,
      },
    };
    const [row] = attentionRows({ ...nothing, certificates: [certificate] });
    expect(row).toMatchObject({ severity: 'bad', title: 'Certificate of Box and 3 others' });
  });
});
