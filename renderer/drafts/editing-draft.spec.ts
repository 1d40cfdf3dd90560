import { describe, expect, it, vi } from 'vitest';
import { edit, flushed, state, typeWithoutNotifying } from '../../test/builders/an-editing-draft.ts';
import { addressOf, editedTarget, mainWithDrafts } from '../../test/fakes/main-with-drafts.ts';
import { EditingDraft } from './editing-draft.svelte.ts';
import { UnsavedDrafts } from './unsaved-drafts.ts';

describe('an editing draft', () => {
  it('saves edits shortly after the last key, once', async () => {
    vi.useFakeTimers();
    const main = mainWithDrafts();
    const draft = await edit(main.openWindow(), state('live'));
    draft.change(state('l'));
    draft.change(state('li'));
    draft.change(state('lines'));
    expect(main.stored.size).toBe(0);
    await vi.advanceTimersByTimeAsync(100);
    vi.useRealTimers();
    await draft.flush();
    expect(main.at()).toMatchObject({ state: state('lines'), base: state('live'), revision: 1 });
    expect(draft.isChanged).toBe(true);
  });

  it('saves during continuous typing', async () => {
    vi.useFakeTimers();
    const main = mainWithDrafts();
    const draft = await edit(main.openWindow(), state(''));
    for (let letters = 1; letters <= 10; letters += 1) {
      draft.change(state('x'.repeat(letters)));
      await vi.advanceTimersByTimeAsync(50);
    }
    vi.useRealTimers();
    expect([8, 9, 10].map((count) => state('x'.repeat(count)))).toContainEqual(main.at()?.state);
    await draft.flush();
  });

  it('opens where the user left off, with the base of that time', async () => {
    const main = mainWithDrafts();
    const mine = { state: state('mine'), base: state('old'), savedAt: 7, revision: 3, title: 'Payroll' };
    main.stored.set(addressOf(editedTarget), { ...editedTarget, ...mine });
    const draft = await edit(main.openWindow(), state('live has moved on'));
    expect([draft.content, draft.base, draft.savedAt]).toEqual([state('mine'), state('old'), 7]);
    expect(draft.isBehind).toBe(true);
  });

  it("is removed when the state equals the tenant's, whatever the order of its members", async () => {
    const main = mainWithDrafts();
    const draft = new EditingDraft<Record<string, string>>(main.openWindow(), {
      ...editedTarget,
      initial: {},
    });
    await draft.open({ name: 'Payroll', description: '' });
    draft.change({ name: 'Payroll', description: 'changed' });
    await draft.flush();
    expect(main.stored.size).toBe(1);
    draft.change({ description: '', name: 'Payroll' });
    await draft.flush();
    expect(main.stored.size).toBe(0);
  });

  it('follows the tenant while unedited and keeps the base once edited', async () => {
    const draft = await edit(mainWithDrafts().openWindow(), state('one'));
    draft.follow(state('two'));
    expect(draft.content).toEqual(state('two'));
    draft.change(state('mine'));
    draft.follow(state('three'));
    expect([draft.content, draft.base]).toEqual([state('mine'), state('two')]);
    expect(draft.isBehind).toBe(true);
    await draft.flush();
  });

  it("does not replace unpublished edits with the tenant's state", async () => {
    const draft = await edit(mainWithDrafts().openWindow(), state('one'));
    typeWithoutNotifying(draft, state('one, and mine'));
    draft.follow(state('two'));
    expect([draft.content, draft.isChanged]).toEqual([state('one, and mine'), true]);
    expect(draft.isBehind).toBe(true);
  });

  it('saves at once what its editor publishes after the view was closed', async () => {
    vi.useFakeTimers();
    const main = mainWithDrafts();
    const draft = new EditingDraft(main.openWindow(), { ...editedTarget, initial: state('') });
    const close = draft.connect();
    await draft.open(state('live'));
    close();
    draft.change(state('the last keys'));
    await vi.advanceTimersByTimeAsync(0);
    vi.useRealTimers();
    expect(main.at()?.state).toEqual(state('the last keys'));
  });

  it('opens with what the previous view is still writing', async () => {
    const main = mainWithDrafts();
    const desk = main.openWindow();
    const saving = Promise.withResolvers<undefined>();
    const slow: typeof desk = {
      ...desk,
      drafts: {
        ...desk.drafts,
        save: async (...draft) => {
          await saving.promise;
          return desk.drafts.save(...draft);
        },
      },
    };
    const draft = new EditingDraft(slow, { ...editedTarget, initial: state('') });
    const close = draft.connect();
    await draft.open(state('live'));
    close();
    draft.change(state('mine'));
    const opening = edit(slow, state('live'));
    await Promise.resolve();
    saving.resolve(undefined);
    const again = await opening;
    expect(again.content).toEqual(state('mine'));
    expect(again.otherWindow).toBeUndefined();
  });

  it('saves unpublished edits when the page goes away', async () => {
    const main = mainWithDrafts();
    const desk = main.openWindow();
    const draft = await edit(desk, state('live'));
    typeWithoutNotifying(draft, state('live, and the last keys'));
    await UnsavedDrafts.of(desk).saveTyped();
    expect(main.at()?.state).toEqual(state('live, and the last keys'));
  });

  it("continues from the tenant's reviewed state, and keeps the rest of its base", async () => {
    const main = mainWithDrafts();
    const draft = await edit(main.openWindow(), state('live'));
    draft.change(state('mine'));
    draft.follow(state('theirs'));
    draft.resolve(draft.content, state('theirs'));
    await draft.flush();
    expect(draft.isBehind).toBe(false);
    expect(main.at()).toMatchObject({ state: state('mine'), base: state('theirs') });
    draft.resolve(state('theirs'), state('theirs'));
    await draft.flush();
    expect(draft.isChanged).toBe(false);
    expect(main.stored.size).toBe(0);
  });

  it('is done once the tenant has the edited state, no matter who applied it', async () => {
    const main = mainWithDrafts();
    const draft = await edit(main.openWindow(), state('one'));
    draft.change(state('two'));
    await draft.flush();
    draft.follow(state('two'));
    await draft.flush();
    expect([draft.isChanged, main.stored.size]).toEqual([false, 0]);
  });

  it('is not recreated by a view that closes after the draft was discarded', async () => {
    const main = mainWithDrafts();
    const desk = main.openWindow();
    const draft = await edit(desk, state('live'));
    draft.change(state('mine'));
    await draft.flush();
    await desk.drafts.discard(editedTarget);
    await draft.flush();
    expect(main.stored.size).toBe(0);
  });

  it('says when a draft could not be saved, and saves with the next key', async () => {
    const main = mainWithDrafts();
    const desk = main.openWindow();
    const save = vi.fn(desk.drafts.save).mockRejectedValueOnce(new Error('disk full'));
    const draft = await edit({ ...desk, drafts: { ...desk.drafts, save } }, state('live'));
    draft.change(state('mine'));
    await draft.flush();
    expect(draft.failure?.detail).toContain('disk full');
    expect(draft.content).toEqual(state('mine'));
    expect(main.stored.size).toBe(0);
    draft.change(state('mine!'));
    await draft.flush();
    expect([draft.failure, main.at()?.state]).toEqual([undefined, state('mine!')]);
  });

  it('has no draft of a new item before an edit, and no base on the tenant', async () => {
    const main = mainWithDrafts();
    const draft = await edit(main.openWindow(), null, 'new:1');
    expect([draft.isChanged, draft.content]).toEqual([false, state('')]);
    draft.change(state('typed'));
    await draft.flush();
    expect(main.at('new:1')).toMatchObject({ state: state('typed'), base: null });
  });

  it('can be restored completely after it was discarded, including the last key', async () => {
    const main = mainWithDrafts();
    const desk = main.openWindow();
    const draft = await edit(desk, state('live'));
    draft.change(state('mine'));
    await draft.discard();
    expect([draft.isChanged, draft.content, main.stored.size]).toEqual([false, state('live'), 0]);
    await desk.drafts.restore(editedTarget);
    await flushed(draft);
    expect([draft.isChanged, draft.content]).toEqual([true, state('mine')]);
  });

  it('does not count as discarded while main still has it', async () => {
    const main = mainWithDrafts();
    const draft = await edit(main.openWindow(), state('live'));
    draft.change(state('mine'));
    await draft.flush();
    const reject = main.rejectDiscard();
    expect([await draft.discard(), draft.failure?.message]).toEqual([false, 'The disk is full.']);
    expect(main.at()).toMatchObject({ state: state('mine') });
    reject.end();
    expect([await draft.discard(), draft.failure, main.stored.size]).toEqual([true, undefined, 0]);
  });
});
