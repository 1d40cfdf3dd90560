import { beforeEach, expect, it } from 'vitest';
import type { ChangeRequest } from '../../../contract/changes/changes.ts';
import type { TestChanges } from '../../../test/builders/a-change-service.ts';
import { aChangeService } from '../../../test/builders/a-change-service.ts';
import type { Note } from '../../../test/builders/a-note-kind.ts';
import { aNote, aNoteKind } from '../../../test/builders/a-note-kind.ts';
import { callContext } from '../../../test/integration/desk-foundation.ts';
import { registerKind } from '../kind/registered-kind.ts';

let notes: Map<string, Note>;
let desk: TestChanges;
const base = aNote({ title: 'One' });
const key = { tenantId: 'acme', kind: 'note', targetId: 'n1' };

/** Notes that get a new ID whenever they are changed, as a replaced webhook does. */
function replacedNoteKind() {
  const kind = aNoteKind(notes);
  return registerKind({
    ...kind,
    async apply({ targetId, after }) {
      if (after === null) return { targetId: '' };
      const id = `${targetId === '' ? 'n' : targetId}+`;
      notes.delete(targetId);
      notes.set(id, after);
      return { targetId: id };
    },
  });
}

beforeEach(() => {
  notes = new Map([['n1', base]]);
  desk = aChangeService({ kinds: [replacedNoteKind()] });
});

async function applyDraft(targetId: string): Promise<void> {
  const request: ChangeRequest = { from: 'drafts', drafts: [{ kind: 'note', targetId }] };
  const { id } = await desk.changes.plan('acme', request, callContext());
  await desk.changes.apply(id, {}, callContext());
}

it('returns what was applied, and the new ID, to a window that had more typed in it', async () => {
  const { summary } = desk.drafts.save({ ...key, state: aNote({ title: 'Two' }), base, revision: null });
  expect(desk.drafts.appliedOf('acme', 'note', summary.revision)).toBeUndefined();
  await applyDraft('n1');
  expect(desk.drafts.appliedOf('acme', 'note', summary.revision)).toEqual({
    targetId: 'n1+',
    state: aNote({ title: 'Two' }),
  });
  // A save that was sent with the old ID and the old base.
  const typedOn = aNote({ title: 'Two', body: 'and on' });
  const saved = desk.drafts.save({ ...key, state: typedOn, base, revision: summary.revision });
  expect(saved).toMatchObject({ summary: { targetId: 'n1+' }, base: aNote({ title: 'Two' }) });
  await applyDraft('n1+');
  expect([...notes]).toEqual([['n1++', typedOn]]);
  expect(desk.drafts.list()).toEqual([]);
});

it('creates no second item for what was typed while the first was created', async () => {
  const fresh = { ...key, targetId: 'new:1', base: null };
  const { summary } = desk.drafts.save({ ...fresh, state: aNote({ title: 'New' }), revision: null });
  await applyDraft('new:1');
  desk.drafts.save({ ...fresh, state: aNote({ title: 'New and on' }), revision: summary.revision });
  expect(desk.drafts.list()).toMatchObject([{ targetId: 'n+', title: 'New and on' }]);
  // The ID of the draft is free for another new item.
  expect(desk.drafts.save({ ...fresh, state: aNote(), revision: null }).summary.targetId).toBe('new:1');
});
