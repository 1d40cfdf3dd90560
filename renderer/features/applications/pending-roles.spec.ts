import { expect, it } from 'vitest';
import { fakeDesk } from '../../../test/fakes/desk.ts';
import { assignmentsDraft } from '../../../contract/roles/assignments-draft.ts';
import { PendingRoles } from './pending-roles.svelte.ts';

const cell = { application: 'Payroll', roleId: 'r', role: 'Finance', wanted: true, base: false };
const draftOf = (...applications: string[]) => ({
  tenantId: 'acme',
  ...assignmentsDraft,
  title: 'Roles',
  savedAt: 0,
  revision: applications.length,
  state: { cells: applications.map((applicationId) => ({ ...cell, applicationId })) },
  base: null,
});

it('knows the applications with drafted roles until the draft is gone', async () => {
  let draft: ReturnType<typeof draftOf> | undefined = draftOf('a', 'b');
  const { desk } = fakeDesk({ 'drafts.get': async () => draft });
  const pending = new PendingRoles(desk, 'acme');
  await pending.read();
  expect(['a', 'b', 'c'].map((id) => pending.of(id).length)).toEqual([1, 1, 0]);
  expect(pending.revisionIn([{ ...draftOf('a', 'b') }])).toBe(2);
  expect(pending.revisionIn([{ ...draftOf('a'), tenantId: 'other' }])).toBeUndefined();
  draft = undefined;
  await pending.read();
  expect(pending.of('a')).toEqual([]);
});

it('ignores an older response that arrives late', async () => {
  const responses: ((draft: ReturnType<typeof draftOf>) => void)[] = [];
  const { desk } = fakeDesk({ 'drafts.get': () => new Promise((resolve) => responses.push(resolve)) });
  const pending = new PendingRoles(desk, 'acme');
  const reads = [pending.read(), pending.read()];
  await expect.poll(() => responses.length).toBe(2);
  responses[1]?.(draftOf('new'));
  responses[0]?.(draftOf('old'));
  await Promise.all(reads);
  expect([pending.of('new').length, pending.of('old').length]).toEqual([1, 0]);
});
