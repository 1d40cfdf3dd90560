import { tick } from 'svelte';
import { expect, it } from 'vitest';
import { fakeDesk } from '../../test/fakes/desk.ts';
import { EditorHistories } from '../ui/history/editor-histories.ts';
import { followHistories } from './follow-histories.ts';

const key = (tenantId: string, id = 'a') => [tenantId, 'webhook', id, 'requestBody'];

function followed() {
  const { desk, emit } = fakeDesk({});
  const histories = new EditorHistories();
  for (const tenantId of ['acme', 'other']) histories.keep(key(tenantId), { state: tenantId, source: '' });
  const stop = followHistories(histories, desk);
  return { emit, histories, stop, has: (tenantId: string) => histories.take(key(tenantId)) !== undefined };
}

it("drops the undo history of a tenant's editors at sign-out, and no other", () => {
  const { emit, has } = followed();
  emit('session.changed', { tenantId: 'acme', state: 'signed-out' });
  expect([has('acme'), has('other')]).toEqual([false, true]);
});

it('stays when a session expires, like drafts', () => {
  const { emit, has } = followed();
  const error = {
    code: 'session-expired',
    message: 'The session ended.',
    retryable: false,
    requestId: '',
  } as const;
  emit('session.changed', { tenantId: 'acme', state: 'signed-out', error });
  expect(has('acme')).toBe(true);
});

it('drops it when the tenant is removed', () => {
  const { emit, has } = followed();
  emit('tenants.changed', []);
  expect([has('acme'), has('other')]).toEqual([false, false]);
});

it('drops the history of an editor that closes with its tenant', async () => {
  const { emit, histories, has } = followed();
  emit('session.changed', { tenantId: 'acme', state: 'signed-out' });
  histories.keep(key('acme'), { state: 'late', source: '' });
  await tick();
  await tick();
  expect(has('acme')).toBe(false);
});

it('follows an item that gets another ID, until it is stopped', () => {
  const { emit, histories, stop } = followed();
  emit('targets.moved', { tenantId: 'acme', kind: 'webhook', from: 'a', to: 'b' });
  expect(histories.take(key('acme', 'b'))?.state).toBe('acme');
  stop();
  emit('targets.moved', { tenantId: 'other', kind: 'webhook', from: 'a', to: 'b' });
  expect(histories.take(key('other'))?.state).toBe('other');
});
