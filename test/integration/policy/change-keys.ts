import { expect } from 'vitest';
import type { Plan } from '../../../contract/changes/changes.ts';
import type { Policy, PolicyKey } from '../../../contract/policy/policy.ts';
import { registerKind } from '../../../main/changes/kind/registered-kind.ts';
import type { TestChanges } from '../../builders/a-change-service.ts';
import { aChangeService } from '../../builders/a-change-service.ts';
import type { Note } from '../../builders/a-note-kind.ts';
import { aNote, aNoteKind } from '../../builders/a-note-kind.ts';
import { create, setAll, undo } from '../../builders/requests.ts';
import { callContext } from '../desk-foundation.ts';
import type { EnforcedKeys } from './policy-call.ts';
import { deniedBy, managed } from './policy-call.ts';

interface Notes {
  readonly notes: Map<string, Note>;
  /** The services after a start with this policy. */
  under(policy: Policy): TestChanges;
}

function aTenantOfNotes(): Notes {
  const notes = new Map(['n1', 'n2', 'n3'].map((id) => [id, aNote({ title: id })]));
  const free = aChangeService({ kinds: [registerKind(aNoteKind(notes))] });
  return { notes, under: (policy) => free.restart({ policy: managed(policy) }) };
}

const plan = (desk: TestChanges, request: Parameters<TestChanges['changes']['plan']>[1]): Promise<Plan> =>
  desk.changes.plan('acme', request, callContext());
const apply = (desk: TestChanges, { id }: Plan): Promise<Plan> => desk.changes.apply(id, {}, callContext());

/** The review says so before anything is sent, and applying is rejected. */
async function expectDenied(desk: TestChanges, request: Parameters<typeof plan>[1], key: PolicyKey) {
  const made = await plan(desk, request);
  expect(made.denied).toMatchObject(deniedBy(key));
  expect(made.denied?.message).not.toContain('sent');
  await expect(apply(desk, made)).rejects.toMatchObject(deniedBy(key));
}

async function checkReadOnlyTenants(): Promise<void> {
  const { notes, under } = aTenantOfNotes();
  const free = under({});
  const applied = await apply(free, await plan(free, setAll('note', ['n1'], { owner: 'Grace' })));
  const open = await plan(free, setAll('note', ['n2'], { owner: 'Grace' }));
  free.store.updatePlan(open.id, { state: 'open', appliedAt: 1 });
  const desk = under({ readOnlyTenants: ['https://acme.example'] });
  const denied = deniedBy('readOnlyTenants');
  for (const request of [setAll('note', ['n3'], { owner: 'Grace' }), undo(applied.id)]) {
    await expectDenied(desk, request, 'readOnlyTenants');
  }
  await expect(desk.changes.resume(open.id, callContext())).rejects.toMatchObject(denied);
  await expect(desk.changes.rollBack(open.id, callContext())).rejects.toMatchObject(denied);
  expect([...notes.values()].map(({ owner }) => owner)).toEqual(['Grace', 'Ada', 'Ada']);
  const other = under({ readOnlyTenants: ['https://acme.example.evil'] });
  expect(await other.changes.resume(open.id, callContext())).toMatchObject({ counts: { verified: 1 } });
}

async function checkDisableDelete(): Promise<void> {
  const { notes, under } = aTenantOfNotes();
  const desk = under({ disableDelete: true });
  const denied = deniedBy('disableDelete');
  await expectDenied(desk, setAll('note', ['n1'], null), 'disableDelete');
  const creation = await plan(desk, create('note', aNote({ title: 'New' })));
  expect(creation.denied).toBeUndefined();
  const created = await apply(desk, creation);
  await expectDenied(desk, undo(created.id), 'disableDelete');
  desk.store.updatePlan(created.id, { state: 'open' });
  await expect(desk.changes.rollBack(created.id, callContext())).rejects.toMatchObject(denied);
  expect(notes.size).toBe(4);
}

async function checkMaxBulkChanges(): Promise<void> {
  const { notes, under } = aTenantOfNotes();
  const all = setAll('note', ['n1', 'n2', 'n3'], { owner: 'Grace' });
  const desk = under({ maxBulkChanges: 2 });
  const denied = deniedBy('maxBulkChanges');
  await expectDenied(desk, all, 'maxBulkChanges');
  expect(notes.get('n1')?.owner).toBe('Ada');
  await apply(desk, await plan(desk, setAll('note', ['n1', 'n2'], { owner: 'Grace' })));
  expect(notes.get('n2')?.owner).toBe('Grace');
  const free = under({});
  const applied = await apply(free, await plan(free, setAll('note', ['n1', 'n2', 'n3'], { owner: 'Eve' })));
  free.store.updatePlan(applied.id, { state: 'open' });
  const rollBack = under({ maxBulkChanges: 2 }).changes.rollBack(applied.id, callContext());
  await expect(rollBack).rejects.toMatchObject(denied);
}

/** Keys about what is changed on tenants. */
export const changeKeys = {
  readOnlyTenants: {
    promise: 'nothing is applied, resumed, rolled back or undone',
    check: checkReadOnlyTenants,
  },
  disableDelete: { promise: 'nothing is deleted, also by an undo or a rollback', check: checkDisableDelete },
  maxBulkChanges: { promise: 'a plan with more changes isn’t applied', check: checkMaxBulkChanges },
} satisfies EnforcedKeys;
