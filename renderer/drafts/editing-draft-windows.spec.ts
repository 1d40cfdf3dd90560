import { describe, expect, it } from 'vitest';
import { edit, flushed, state, typeWithoutNotifying } from '../../test/builders/an-editing-draft.ts';
import { mainWithDrafts } from '../../test/fakes/main-with-drafts.ts';

describe('an editing draft in two windows', () => {
  it('shows edits of the other window live while nothing was edited here', async () => {
    const main = mainWithDrafts();
    const [here, there] = await Promise.all([
      edit(main.openWindow(), state('live')),
      edit(main.openWindow(), state('live')),
    ]);
    there.change(state('theirs'));
    await there.flush();
    await flushed(here);
    expect([here.content, here.isChanged, here.otherWindow]).toEqual([state('theirs'), true, undefined]);
    // And continues from there without a question.
    here.change(state('theirs and mine'));
    await here.flush();
    expect(main.at()?.state).toEqual(state('theirs and mine'));
  });

  async function bothTyped() {
    const main = mainWithDrafts();
    const desk = main.openWindow();
    const [here, there] = await Promise.all([
      edit(desk, state('live')),
      edit(main.openWindow(), state('live')),
    ]);
    here.change(state('mine'));
    there.change(state('theirs'));
    await there.flush();
    await here.flush();
    return { main, desk, here, there };
  }

  it('loses nothing when both edit: the saved version stays, and the edits here stay on screen', async () => {
    const { main, here } = await bothTyped();
    expect(here.otherWindow?.content).toEqual(state('theirs'));
    expect(here.content).toEqual(state('mine'));
    expect(main.at()?.state).toEqual(state('theirs'));
    here.change(state('mine, more'));
    await here.flush();
    expect(main.at()?.state).toEqual(state('theirs'));
  });

  it('overwrites the other version when the user keeps this one, and the other window follows', async () => {
    const { main, here, there } = await bothTyped();
    await here.keepMine();
    await flushed(there);
    expect([here.otherWindow, main.at()?.state]).toEqual([undefined, state('mine')]);
    expect(there.content).toEqual(state('mine'));
  });

  it('continues from the other version when the user takes it', async () => {
    const { main, here } = await bothTyped();
    here.takeOther();
    expect([here.content, here.otherWindow]).toEqual([state('theirs'), undefined]);
    here.change(state('theirs, and on'));
    await here.flush();
    expect(main.at()?.state).toEqual(state('theirs, and on'));
  });

  it('asks again in a view that was closed before the user had chosen', async () => {
    const { desk, here } = await bothTyped();
    here.change(state('mine, more'));
    await here.flush();
    const again = await edit(desk, state('live'));
    expect(again.content).toEqual(state('mine, more'));
    expect(again.otherWindow?.content).toEqual(state('theirs'));
    await again.keepMine();
    expect((await edit(desk, state('live'))).otherWindow).toBeUndefined();
  });

  it.each([
    ['is saved', { text: 'theirs', stored: state('theirs'), expected: state('theirs') }],
    ['is discarded', { text: 'live', stored: undefined, expected: state('mine') }],
  ])(
    'counts unpublished keys as edits when the draft %s in the other window',
    async (_becomes, { text, stored, expected }) => {
      const main = mainWithDrafts();
      const [here, there] = await Promise.all([
        edit(main.openWindow(), state('live')),
        edit(main.openWindow(), state('live')),
      ]);
      there.change(state('begun'));
      await there.flush();
      await flushed(here);
      typeWithoutNotifying(here, state('mine'));
      there.change(state(text));
      await there.flush();
      await flushed(here);
      expect(here.content).toEqual(state('mine'));
      await here.flush();
      expect([here.otherWindow?.content, main.at()?.state]).toEqual([stored, expected]);
    },
  );

  it("does not remove what the other window saved when its own state equals the tenant's again", async () => {
    const main = mainWithDrafts();
    const here = await edit(main.openWindow(), state('live'));
    here.change(state('mine'));
    await here.flush();
    const there = await edit(main.openWindow(), state('live'));
    here.change(state('live'));
    there.change(state('theirs'));
    await there.flush();
    await here.flush();
    expect(main.at()?.state).toEqual(state('theirs'));
    expect(here.otherWindow?.content).toEqual(state('theirs'));
  });
});
