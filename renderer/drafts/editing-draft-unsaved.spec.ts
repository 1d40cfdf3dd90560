import { afterEach, describe, expect, it, vi } from 'vitest';
import { edit, flushed, state } from '../../test/builders/an-editing-draft.ts';
import { editedTarget, mainWithDrafts } from '../../test/fakes/main-with-drafts.ts';
import { UnsavedDrafts } from './unsaved-drafts.ts';
import { EditingDraft } from './editing-draft.svelte.ts';

describe('an editing draft that cannot be saved', () => {
  afterEach(() => void vi.useRealTimers());

  it('is retried automatically, and saved as soon as that is possible', async () => {
    vi.useFakeTimers();
    const main = mainWithDrafts();
    const desk = main.openWindow();
    const draft = await edit(desk, state('live'));
    const disk = main.fillDisk();
    draft.change(state('mine'));
    await vi.advanceTimersByTimeAsync(15_000);
    expect([draft.failure?.code, draft.content, main.stored.size]).toEqual([
      'storage-full',
      state('mine'),
      0,
    ]);
    expect(UnsavedDrafts.of(desk).failed).toHaveLength(1);
    disk.end();
    await vi.advanceTimersByTimeAsync(20_000);
    expect([draft.failure, main.at()?.state]).toEqual([undefined, state('mine')]);
    expect(UnsavedDrafts.of(desk).failed).toEqual([]);
  });

  it('stays in the window when its view closes, including the last key, and continues in the next', async () => {
    const main = mainWithDrafts();
    const desk = main.openWindow();
    const draft = new EditingDraft(desk, { ...editedTarget, initial: state('') });
    const close = draft.connect();
    await draft.open(state('live'));
    draft.change(state('saved'));
    await draft.flush();
    const disk = main.fillDisk();
    draft.change(state('saved, and more'));
    close();
    await flushed(draft);
    const again = await edit(desk, state('live'));
    expect([again.content, again.failure?.code]).toEqual([state('saved, and more'), 'storage-full']);
    expect(again.otherWindow).toBeUndefined();
    again.change(state('saved, and more still'));
    disk.end();
    await UnsavedDrafts.of(desk).saveAll();
    expect(main.at()?.state).toEqual(state('saved, and more still'));
    expect(UnsavedDrafts.of(desk).failed).toEqual([]);
  });

  it('keeps the resolved base, in the next view too', async () => {
    const main = mainWithDrafts();
    const desk = main.openWindow();
    const draft = new EditingDraft(desk, { ...editedTarget, initial: state('') });
    const close = draft.connect();
    await draft.open(state('live'));
    draft.change(state('mine'));
    await draft.flush();
    const disk = main.fillDisk();
    draft.resolve(state('mine'), state('theirs'));
    close();
    await flushed(draft);
    await edit(desk, state('theirs'));
    disk.end();
    await UnsavedDrafts.of(desk).saveAll();
    expect(main.at()).toMatchObject({ state: state('mine'), base: state('theirs') });
  });

  it('is saved although its view was closed and is not reopened', async () => {
    vi.useFakeTimers();
    const main = mainWithDrafts();
    const draft = new EditingDraft(main.openWindow(), { ...editedTarget, initial: state('') });
    const close = draft.connect();
    await draft.open(state('live'));
    const disk = main.fillDisk();
    draft.change(state('mine'));
    close();
    await vi.advanceTimersByTimeAsync(3000);
    disk.end();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(main.at()?.state).toEqual(state('mine'));
  });

  it('does not overwrite a newer version of another window', async () => {
    const main = mainWithDrafts();
    const desk = main.openWindow();
    const here = await edit(desk, state('live'));
    const disk = main.fillDisk();
    here.change(state('mine'));
    await here.flush();
    disk.end();
    const there = new EditingDraft(main.openWindow(), { ...editedTarget, initial: state('') });
    await there.open(state('live'));
    there.change(state('theirs'));
    await there.flush();
    const again = await edit(desk, state('live'));
    await flushed(again);
    expect([again.content, again.otherWindow?.content]).toEqual([state('mine'), state('theirs')]);
    expect(main.at()?.state).toEqual(state('theirs'));
  });
});
