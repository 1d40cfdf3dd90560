import { describe, expect, it } from 'vitest';
import { edit, flushed, state } from '../../test/builders/an-editing-draft.ts';
import { addressOf, editedTarget, mainWithDrafts } from '../../test/fakes/main-with-drafts.ts';

describe('an editing draft for which main stores placeholders', () => {
  const placeholder = state('X-Api-Key: ••••0123abcd');
  const typed = state('X-Api-Key: opens-the-door');

  it('leaves the text being edited as it is, and reopens with the placeholder', async () => {
    const main = mainWithDrafts(() => placeholder);
    const desk = main.openWindow();
    const draft = await edit(desk, state('live'));
    draft.change(typed);
    await draft.flush();
    await flushed(draft);
    expect(main.at()?.state).toEqual(placeholder);
    expect(draft.content).toEqual(typed);
    draft.change(state('X-Api-Key: opens-the-doors'));
    await draft.flush();
    expect(draft.content).toEqual(state('X-Api-Key: opens-the-doors'));
    expect(draft.otherWindow).toBeUndefined();
    expect((await edit(desk, state('live'))).content).toEqual(placeholder);
  });

  it('does not mistake its own placeholder for an edit of another window', async () => {
    const main = mainWithDrafts(() => placeholder);
    const draft = await edit(main.openWindow(), state('live'));
    draft.change(typed);
    await draft.flush();
    // Main gives the draft another base and revision while the user continues editing here.
    const stored = main.at();
    if (stored === undefined) throw new Error('Nothing was saved.');
    draft.change(state('X-Api-Key: opens-the-doors'));
    main.stored.set(addressOf(stored), { ...stored, base: state('newer'), revision: stored.revision + 1 });
    await draft.flush();
    expect(draft.otherWindow).toBeUndefined();
    expect(draft.content).toEqual(state('X-Api-Key: opens-the-doors'));
    expect(draft.base).toEqual(state('newer'));
  });
});

describe('an editing draft that main resolves', () => {
  it.each(['app', 'next'])(
    'continues from what was applied with edits that were not saved by then, as %s',
    async (to) => {
      const main = mainWithDrafts();
      const draft = await edit(main.openWindow(), state('one'));
      draft.change(state('two'));
      await draft.flush();
      draft.change(state('two and more'));
      main.apply(to);
      await draft.flush();
      expect(main.at(to)).toMatchObject({ state: state('two and more'), base: state('two') });
      expect([draft.key.targetId, draft.content, draft.base]).toEqual([
        to,
        state('two and more'),
        state('two'),
      ]);
      expect([draft.isBehind, draft.otherWindow, main.stored.size]).toEqual([false, undefined, 1]);
    },
  );

  it.each(['app', 'next'])(
    'continues from what was applied with a save that crossed it, as %s',
    async (to) => {
      const main = mainWithDrafts();
      const draft = await edit(main.openWindow(), state('one'));
      draft.change(state('two'));
      await draft.flush();
      draft.change(state('two and more'));
      const saving = draft.flush();
      main.apply(to);
      await saving;
      await draft.flush();
      expect(main.at(to)).toMatchObject({ state: state('two and more'), base: state('two') });
      expect([draft.key.targetId, draft.content, draft.isBehind]).toEqual([to, state('two and more'), false]);
      expect(main.stored.size).toBe(1);
    },
  );

  it('keeps an edit back to the previous state made while its change was applied', async () => {
    const main = mainWithDrafts();
    const draft = await edit(main.openWindow(), state('one'));
    draft.change(state('two'));
    await draft.flush();
    draft.change(state('one'));
    main.apply('next');
    await draft.flush();
    expect(main.at('next')).toMatchObject({ state: state('one'), base: state('two') });
    expect(draft.isChanged).toBe(true);
  });

  it('learns the new base when an earlier save was applied', async () => {
    const main = mainWithDrafts();
    const draft = await edit(main.openWindow(), state('one'));
    draft.change(state('two'));
    await draft.flush();
    const saved = main.at();
    if (saved === undefined) throw new Error('The draft was not saved.');
    main.stored.set(addressOf(editedTarget), { ...saved, base: state('half'), savedAt: saved.savedAt + 1 });
    main.notify();
    await flushed(draft);
    expect([draft.base, draft.isBehind]).toEqual([state('half'), false]);
    draft.change(state('one'));
    await draft.flush();
    expect(main.at()?.state).toEqual(state('one'));
  });

  it("shows the tenant's state once main has closed it", async () => {
    const main = mainWithDrafts();
    const draft = await edit(main.openWindow(), state('one'));
    draft.change(state('two'));
    await draft.flush();
    main.stored.clear();
    main.notify();
    await flushed(draft);
    draft.follow(state('two'));
    expect([draft.isChanged, draft.content, draft.savedAt]).toEqual([false, state('two'), undefined]);
  });

  it('keeps edits made while it was being applied', async () => {
    const main = mainWithDrafts();
    const draft = await edit(main.openWindow(), state('one'));
    draft.change(state('two'));
    await draft.flush();
    draft.change(state('two and more'));
    main.stored.clear();
    main.notify();
    await draft.flush();
    expect(main.at()?.state).toEqual(state('two and more'));
    expect([draft.content, draft.otherWindow]).toEqual([state('two and more'), undefined]);
  });

  it('continues from the merged state when a conflict was resolved in a review', async () => {
    const main = mainWithDrafts();
    const draft = await edit(main.openWindow(), state('one'));
    draft.change(state('mine'));
    await draft.flush();
    const saved = main.at();
    if (saved === undefined) throw new Error('The draft was not saved.');
    main.stored.set(addressOf(editedTarget), {
      ...saved,
      state: state('both'),
      base: state('theirs'),
      revision: 9,
    });
    main.notify();
    await flushed(draft);
    expect([draft.content, draft.base]).toEqual([state('both'), state('theirs')]);
  });

  it('says why it was not applied, and keeps the edits', async () => {
    const main = mainWithDrafts();
    const draft = await edit(main.openWindow(), state('one'));
    draft.change(state('two'));
    await draft.flush();
    const saved = main.at();
    if (saved === undefined) throw new Error('The draft was not saved.');
    const error = { code: 'forbidden', message: 'Not allowed.', retryable: false, requestId: '' } as const;
    main.stored.set(addressOf(editedTarget), { ...saved, error });
    main.notify();
    await flushed(draft);
    expect([draft.applyFailure?.message, draft.content]).toEqual(['Not allowed.', state('two')]);
  });

  it('continues under the new ID when the tenant changes the ID of its item', async () => {
    const main = mainWithDrafts();
    const draft = await edit(main.openWindow(), state('one'));
    draft.change(state('two'));
    await draft.flush();
    const saved = main.at();
    if (saved === undefined) throw new Error('The draft was not saved.');
    draft.change(state('two and more'));
    main.stored.clear();
    main.stored.set(addressOf({ ...editedTarget, targetId: 'next' }), {
      ...saved,
      targetId: 'next',
      revision: 5,
    });
    main.emit('targets.moved', { tenantId: 't', kind: 'script', from: 'app', to: 'next' });
    main.notify();
    await draft.flush();
    expect(draft.key.targetId).toBe('next');
    expect(main.at('next')?.state).toEqual(state('two and more'));
    expect([...main.stored.keys()]).toHaveLength(1);
  });

  it('shows what was applied without flickering when the item got another ID', async () => {
    const main = mainWithDrafts();
    const draft = await edit(main.openWindow(), state('one'));
    draft.change(state('two'));
    await draft.flush();
    main.apply('next');
    expect(draft.content).toEqual(state('two'));
    await flushed(draft);
    expect([draft.content, draft.isChanged, draft.savedAt]).toEqual([state('two'), false, undefined]);
    draft.follow(state('two, as the tenant spells it'));
    expect([draft.content, draft.isChanged]).toEqual([state('two, as the tenant spells it'), false]);
  });

  it('continues with placeholders once entered credentials are applied', async () => {
    const main = mainWithDrafts(() => state('••••1a2b3c4d'));
    const draft = await edit(main.openWindow(), state('one'));
    draft.change(state('typed'));
    await draft.flush();
    main.apply('next');
    await flushed(draft);
    expect([draft.content, draft.isChanged]).toEqual([state('••••1a2b3c4d'), false]);
  });
});
