import { afterEach, describe, expect, it, vi } from 'vitest';
import { DeskFailure } from '../../../contract/desk-failure.ts';
import type { Desk } from '../../../contract/desk.ts';
import type { Draft, DraftKey, DraftSummary } from '../../../contract/drafts.ts';
import type { EventName, EventPayload } from '../../../contract/events.ts';
import type { Handlers } from '../../../contract/methods.ts';
import type { FakeDesk } from '../../../test/fakes/desk.ts';
import { fakeDesk } from '../../../test/fakes/desk.ts';
import { EditingDraft } from './editing-draft.svelte.ts';
import { UnsavedDrafts } from './unsaved-drafts.ts';

const addressOf = ({ tenantId, kind, targetId }: DraftKey) => `${tenantId} ${kind} ${targetId}`;

/**
 * Drafts as main keeps them, with its revisions and its events, for any number of windows. `conceal` is what main does
 * to a state that holds credentials.
 */
function mainWithDrafts(conceal: (state: Draft['state']) => Draft['state'] = (typed) => typed) {
  const stored = new Map<string, Draft>();
  const discarded = new Map<string, Draft>();
  /** What became of saves, by their revision. */
  const applied = new Map<number, { readonly targetId: string; readonly state: Draft['state'] }>();
  const windows: FakeDesk[] = [];
  let clock = 0;
  let isRefusing = false;
  let hasRoom = true;

  function emit<Name extends EventName>(name: Name, payload: EventPayload<Name>): void {
    for (const window of windows) window.emit(name, payload);
  }
  const summaryOf = ({ state: _state, base: _base, ...summary }: Draft): DraftSummary => summary;
  const tell = () => emit('drafts.changed', [...stored.values()].map(summaryOf));

  const handlers: Partial<Handlers> = {
    'drafts.get': async (key) => stored.get(addressOf(key)),
    'drafts.save': async ({ revision, settlesBase = false, ...draft }) => {
      if (!hasRoom)
        throw new DeskFailure({
          code: 'storage-full',
          message: 'The disk is full.',
          retryable: true,
          requestId: '',
        });
      const became = revision === null ? undefined : applied.get(revision);
      const place =
        [...stored.values()].find((other) => other.revision === revision) ??
        (became === undefined ? draft : { ...draft, targetId: became.targetId });
      const present = stored.get(addressOf(place));
      if (present !== undefined && present.revision !== revision) {
        throw new DeskFailure({
          code: 'draft-changed',
          message: 'Another window changed this draft.',
          retryable: false,
          requestId: '',
        });
      }
      clock += 1;
      const concealed = conceal(draft.state);
      const base = became?.state ?? (settlesBase ? draft.base : (present?.base ?? draft.base));
      const saved = {
        ...draft,
        targetId: place.targetId,
        state: concealed,
        base,
        title: 'Payroll',
        savedAt: clock,
        revision: clock,
      };
      stored.set(addressOf(saved), saved);
      tell();
      return {
        ...summaryOf(saved),
        ...(concealed === draft.state ? {} : { concealed }),
        ...(base === draft.base ? {} : { base }),
      };
    },
    'drafts.applied': async ({ revision }) => applied.get(revision),
    'drafts.discard': async (key) => {
      if (isRefusing)
        throw new DeskFailure({
          code: 'storage-failed',
          message: 'The disk is full.',
          retryable: true,
          requestId: '',
        });
      const present = stored.get(addressOf(key));
      if (present !== undefined) discarded.set(addressOf(key), present);
      stored.delete(addressOf(key));
      tell();
    },
    'drafts.restore': async (key) => {
      const draft = discarded.get(addressOf(key));
      if (draft === undefined) throw new Error('Nothing was discarded.');
      clock += 1;
      stored.set(addressOf(key), { ...draft, revision: clock });
      tell();
      return summaryOf(draft);
    },
  };

  /** A window: a desk of its own on the same main. */
  function openWindow(): Desk {
    const window = fakeDesk(handlers);
    windows.push(window);
    return window.desk;
  }
  function refuseToDiscard() {
    isRefusing = true;
    return { end: () => void (isRefusing = false) };
  }
  const fillDisk = () => {
    hasRoom = false;
    return { end: () => void (hasRoom = true) };
  };
  /** The newest save is applied, and its thing may get another identifier by that. `others` hear of it when they are told. */
  function apply(to = 'app') {
    const draft = at();
    if (draft === undefined) throw new Error('There is no draft to apply.');
    stored.delete(addressOf(draft));
    applied.set(draft.revision, { targetId: to, state: draft.state });
    tell();
    if (to !== 'app') emit('targets.moved', { tenantId: 't', kind: 'script', from: 'app', to });
  }
  const at = (targetId = 'app') => stored.get(addressOf({ ...target, targetId }));
  return { stored, apply, openWindow, emit, tell, refuseToDiscard, fillDisk, at };
}

const target = { tenantId: 't', kind: 'script', targetId: 'app' };
const state = (script: string) => ({ script });
const opened: (() => void)[] = [];

afterEach(() => opened.splice(0).forEach((stop) => stop()));

async function edit(desk: Desk, live: { script: string } | null, targetId = 'app') {
  const draft = new EditingDraft(desk, { ...target, targetId, initial: state('') });
  opened.push(draft.connect());
  await draft.open(live);
  return draft;
}

/** Lets what was queued for a window run to its end. */
const settled = (...drafts: { flush: () => Promise<void> }[]) =>
  Promise.all(drafts.map((draft) => draft.flush()));

describe('an editing draft of which main keeps placeholders', () => {
  const placeholder = state('X-Api-Key: ••••0123abcd');
  const typed = state('X-Api-Key: opens-the-door');

  it('leaves what is being typed as it is, and comes back with the placeholder', async () => {
    const main = mainWithDrafts(() => placeholder);
    const desk = main.openWindow();
    const draft = await edit(desk, state('live'));
    draft.change(typed);
    await draft.flush();
    await settled(draft);
    expect(main.at()?.state).toEqual(placeholder);
    expect(draft.content).toEqual(typed);
    draft.change(state('X-Api-Key: opens-the-doors'));
    await draft.flush();
    expect(draft.content).toEqual(state('X-Api-Key: opens-the-doors'));
    expect(draft.otherWindow).toBeUndefined();
    expect((await edit(desk, state('live'))).content).toEqual(placeholder);
  });

  it('does not take its own placeholder for what another window typed', async () => {
    const main = mainWithDrafts(() => placeholder);
    const draft = await edit(main.openWindow(), state('live'));
    draft.change(typed);
    await draft.flush();
    // Main gives the draft another base, and another revision, while more is typed here.
    const kept = main.at();
    if (kept === undefined) throw new Error('Nothing was saved.');
    draft.change(state('X-Api-Key: opens-the-doors'));
    main.stored.set(addressOf(kept), { ...kept, base: state('newer'), revision: kept.revision + 1 });
    await draft.flush();
    expect(draft.otherWindow).toBeUndefined();
    expect(draft.content).toEqual(state('X-Api-Key: opens-the-doors'));
    expect(draft.base).toEqual(state('newer'));
  });
});

describe('an editing draft', () => {
  it('saves what is typed shortly after the last key, once', async () => {
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

  it('saves while a person types on without a pause', async () => {
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

  it('opens where the person left off, with the base of that time', async () => {
    const main = mainWithDrafts();
    const mine = { state: state('mine'), base: state('old'), savedAt: 7, revision: 3, title: 'Payroll' };
    main.stored.set(addressOf(target), { ...target, ...mine });
    const draft = await edit(main.openWindow(), state('live has moved on'));
    expect([draft.content, draft.base, draft.savedAt]).toEqual([state('mine'), state('old'), 7]);
    expect(draft.isBehind).toBe(true);
  });

  it('is gone when the state is back to what the tenant has, whatever the order of its members', async () => {
    const main = mainWithDrafts();
    const draft = new EditingDraft<Record<string, string>>(main.openWindow(), { ...target, initial: {} });
    await draft.open({ name: 'Payroll', description: '' });
    draft.change({ name: 'Payroll', description: 'changed' });
    await draft.flush();
    expect(main.stored.size).toBe(1);
    draft.change({ description: '', name: 'Payroll' });
    await draft.flush();
    expect(main.stored.size).toBe(0);
  });

  it('follows the tenant while untouched and keeps its base once touched', async () => {
    const draft = await edit(mainWithDrafts().openWindow(), state('one'));
    draft.follow(state('two'));
    expect(draft.content).toEqual(state('two'));
    draft.change(state('mine'));
    draft.follow(state('three'));
    expect([draft.content, draft.base]).toEqual([state('mine'), state('two')]);
    expect(draft.isBehind).toBe(true);
    await draft.flush();
  });

  it('goes on from what the tenant has by now where the person has looked at it, and keeps the rest of its base', async () => {
    const main = mainWithDrafts();
    const draft = await edit(main.openWindow(), state('live'));
    draft.change(state('mine'));
    draft.follow(state('theirs'));
    draft.settle(draft.content, state('theirs'));
    await draft.flush();
    expect(draft.isBehind).toBe(false);
    expect(main.at()).toMatchObject({ state: state('mine'), base: state('theirs') });
    draft.settle(state('theirs'), state('theirs'));
    await draft.flush();
    expect(draft.isChanged).toBe(false);
    expect(main.stored.size).toBe(0);
  });

  it('is done once the tenant has what was typed, whoever applied it', async () => {
    const main = mainWithDrafts();
    const draft = await edit(main.openWindow(), state('one'));
    draft.change(state('two'));
    await draft.flush();
    draft.follow(state('two'));
    await draft.flush();
    expect([draft.isChanged, main.stored.size]).toEqual([false, 0]);
  });

  it('is not brought back by a view that closes after the draft was discarded', async () => {
    const main = mainWithDrafts();
    const desk = main.openWindow();
    const draft = await edit(desk, state('live'));
    draft.change(state('mine'));
    await draft.flush();
    await desk.drafts.discard(target);
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

  it('has no draft of a new thing before something is typed, and bases none on the tenant', async () => {
    const main = mainWithDrafts();
    const draft = await edit(main.openWindow(), null, 'new:1');
    expect([draft.isChanged, draft.content]).toEqual([false, state('')]);
    draft.change(state('typed'));
    await draft.flush();
    expect(main.at('new:1')).toMatchObject({ state: state('typed'), base: null });
  });

  it('can be brought back whole after it was discarded, the last key included', async () => {
    const main = mainWithDrafts();
    const desk = main.openWindow();
    const draft = await edit(desk, state('live'));
    draft.change(state('mine'));
    await draft.discard();
    expect([draft.isChanged, draft.content, main.stored.size]).toEqual([false, state('live'), 0]);
    await desk.drafts.restore(target);
    await settled(draft);
    expect([draft.isChanged, draft.content]).toEqual([true, state('mine')]);
  });

  it('does not pass for discarded while main still has it', async () => {
    const main = mainWithDrafts();
    const draft = await edit(main.openWindow(), state('live'));
    draft.change(state('mine'));
    await draft.flush();
    const refuse = main.refuseToDiscard();
    expect([await draft.discard(), draft.failure?.message]).toEqual([false, 'The disk is full.']);
    expect(main.at()).toMatchObject({ state: state('mine') });
    refuse.end();
    expect([await draft.discard(), draft.failure, main.stored.size]).toEqual([true, undefined, 0]);
  });
});

describe('an editing draft that cannot be saved', () => {
  afterEach(() => void vi.useRealTimers());

  it('is tried again by itself, and saved as soon as that is possible', async () => {
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

  it('stays in the window when its view closes, the last key included, and goes on in the next', async () => {
    const main = mainWithDrafts();
    const desk = main.openWindow();
    const draft = new EditingDraft(desk, { ...target, initial: state('') });
    const close = draft.connect();
    await draft.open(state('live'));
    draft.change(state('saved'));
    await draft.flush();
    const disk = main.fillDisk();
    draft.change(state('saved, and more'));
    close();
    await settled(draft);
    const again = await edit(desk, state('live'));
    expect([again.content, again.failure?.code]).toEqual([state('saved, and more'), 'storage-full']);
    expect(again.otherWindow).toBeUndefined();
    again.change(state('saved, and more still'));
    disk.end();
    await UnsavedDrafts.of(desk).saveAll();
    expect(main.at()?.state).toEqual(state('saved, and more still'));
    expect(UnsavedDrafts.of(desk).failed).toEqual([]);
  });

  it('keeps what the person settled on, in the next view too', async () => {
    const main = mainWithDrafts();
    const desk = main.openWindow();
    const draft = new EditingDraft(desk, { ...target, initial: state('') });
    const close = draft.connect();
    await draft.open(state('live'));
    draft.change(state('mine'));
    await draft.flush();
    const disk = main.fillDisk();
    draft.settle(state('mine'), state('theirs'));
    close();
    await settled(draft);
    await edit(desk, state('theirs'));
    disk.end();
    await UnsavedDrafts.of(desk).saveAll();
    expect(main.at()).toMatchObject({ state: state('mine'), base: state('theirs') });
  });

  it('is saved although its view was closed and is not opened again', async () => {
    vi.useFakeTimers();
    const main = mainWithDrafts();
    const draft = new EditingDraft(main.openWindow(), { ...target, initial: state('') });
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

  it('is not written over what another window saved meanwhile', async () => {
    const main = mainWithDrafts();
    const desk = main.openWindow();
    const here = await edit(desk, state('live'));
    const disk = main.fillDisk();
    here.change(state('mine'));
    await here.flush();
    disk.end();
    const there = new EditingDraft(main.openWindow(), { ...target, initial: state('') });
    await there.open(state('live'));
    there.change(state('theirs'));
    await there.flush();
    const again = await edit(desk, state('live'));
    await settled(again);
    expect([again.content, again.otherWindow?.content]).toEqual([state('mine'), state('theirs')]);
    expect(main.at()?.state).toEqual(state('theirs'));
  });
});

describe('an editing draft in two windows', () => {
  it('shows live what the other window types while nothing was typed here', async () => {
    const main = mainWithDrafts();
    const [here, there] = await Promise.all([
      edit(main.openWindow(), state('live')),
      edit(main.openWindow(), state('live')),
    ]);
    there.change(state('theirs'));
    await there.flush();
    await settled(here);
    expect([here.content, here.isChanged, here.otherWindow]).toEqual([state('theirs'), true, undefined]);
    // And goes on from there without a question.
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

  it('loses nothing of either when both type: what is saved stays, and what was typed stays in view', async () => {
    const { main, here } = await bothTyped();
    expect(here.otherWindow?.content).toEqual(state('theirs'));
    expect(here.content).toEqual(state('mine'));
    expect(main.at()?.state).toEqual(state('theirs'));
    here.change(state('mine, more'));
    await here.flush();
    expect(main.at()?.state).toEqual(state('theirs'));
  });

  it('saves mine over the other when the person keeps it, and the other window follows', async () => {
    const { main, here, there } = await bothTyped();
    await here.keepMine();
    await settled(there);
    expect([here.otherWindow, main.at()?.state]).toEqual([undefined, state('mine')]);
    expect(there.content).toEqual(state('mine'));
  });

  it('goes on from the other when the person takes it', async () => {
    const { main, here } = await bothTyped();
    here.takeOther();
    expect([here.content, here.otherWindow]).toEqual([state('theirs'), undefined]);
    here.change(state('theirs, and on'));
    await here.flush();
    expect(main.at()?.state).toEqual(state('theirs, and on'));
  });

  it('asks again in a view that was closed before the person had chosen', async () => {
    const { desk, here } = await bothTyped();
    here.change(state('mine, more'));
    await here.flush();
    const again = await edit(desk, state('live'));
    expect(again.content).toEqual(state('mine, more'));
    expect(again.otherWindow?.content).toEqual(state('theirs'));
    await again.keepMine();
    expect((await edit(desk, state('live'))).otherWindow).toBeUndefined();
  });

  it('does not remove what the other window saved when it is back to what the tenant has here', async () => {
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

describe('an editing draft that main settles', () => {
  it.each(['app', 'next'])(
    'goes on from what was applied with what was typed and not saved by then, as %s',
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

  it.each(['app', 'next'])('goes on from what was applied with a save that crossed it, as %s', async (to) => {
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
  });

  it('keeps what goes back to what there was before, typed while the change of it was applied', async () => {
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

  it('learns what main goes on from when an earlier save was applied', async () => {
    const main = mainWithDrafts();
    const draft = await edit(main.openWindow(), state('one'));
    draft.change(state('two'));
    await draft.flush();
    const saved = main.at();
    if (saved === undefined) throw new Error('The draft was not saved.');
    main.stored.set(addressOf(target), { ...saved, base: state('half'), savedAt: saved.savedAt + 1 });
    main.tell();
    await settled(draft);
    expect([draft.base, draft.isBehind]).toEqual([state('half'), false]);
    draft.change(state('one'));
    await draft.flush();
    expect(main.at()?.state).toEqual(state('one'));
  });

  it('shows what the tenant has once main has closed it', async () => {
    const main = mainWithDrafts();
    const draft = await edit(main.openWindow(), state('one'));
    draft.change(state('two'));
    await draft.flush();
    main.stored.clear();
    main.tell();
    await settled(draft);
    draft.follow(state('two'));
    expect([draft.isChanged, draft.content, draft.savedAt]).toEqual([false, state('two'), undefined]);
  });

  it('keeps what was typed while it was being applied', async () => {
    const main = mainWithDrafts();
    const draft = await edit(main.openWindow(), state('one'));
    draft.change(state('two'));
    await draft.flush();
    draft.change(state('two and more'));
    main.stored.clear();
    main.tell();
    await draft.flush();
    expect(main.at()?.state).toEqual(state('two and more'));
    expect([draft.content, draft.otherWindow]).toEqual([state('two and more'), undefined]);
  });

  it('goes on from the merged state when a conflict was settled in a review', async () => {
    const main = mainWithDrafts();
    const draft = await edit(main.openWindow(), state('one'));
    draft.change(state('mine'));
    await draft.flush();
    const saved = main.at();
    if (saved === undefined) throw new Error('The draft was not saved.');
    main.stored.set(addressOf(target), {
      ...saved,
      state: state('both'),
      base: state('theirs'),
      revision: 9,
    });
    main.tell();
    await settled(draft);
    expect([draft.content, draft.base]).toEqual([state('both'), state('theirs')]);
  });

  it('says why it was not applied, and keeps what was typed', async () => {
    const main = mainWithDrafts();
    const draft = await edit(main.openWindow(), state('one'));
    draft.change(state('two'));
    await draft.flush();
    const saved = main.at();
    if (saved === undefined) throw new Error('The draft was not saved.');
    const error = { code: 'forbidden', message: 'Not allowed.', retryable: false, requestId: '' } as const;
    main.stored.set(addressOf(target), { ...saved, error });
    main.tell();
    await settled(draft);
    expect([draft.applyFailure?.message, draft.content]).toEqual(['Not allowed.', state('two')]);
  });

  it('goes on under the new identifier when the tenant gives its thing another one', async () => {
    const main = mainWithDrafts();
    const draft = await edit(main.openWindow(), state('one'));
    draft.change(state('two'));
    await draft.flush();
    const saved = main.at();
    if (saved === undefined) throw new Error('The draft was not saved.');
    draft.change(state('two and more'));
    main.stored.clear();
    main.stored.set(addressOf({ ...target, targetId: 'next' }), { ...saved, targetId: 'next', revision: 5 });
    main.emit('targets.moved', { tenantId: 't', kind: 'script', from: 'app', to: 'next' });
    main.tell();
    await draft.flush();
    expect(draft.key.targetId).toBe('next');
    expect(main.at('next')?.state).toEqual(state('two and more'));
    expect([...main.stored.keys()]).toHaveLength(1);
  });

  it('shows what was applied without a flicker of what was there before, when that gave the thing another identifier', async () => {
    const main = mainWithDrafts();
    const draft = await edit(main.openWindow(), state('one'));
    draft.change(state('two'));
    await draft.flush();
    main.apply('next');
    expect(draft.content).toEqual(state('two'));
    await settled(draft);
    expect([draft.content, draft.isChanged, draft.savedAt]).toEqual([state('two'), false, undefined]);
    draft.follow(state('two, as the tenant spells it'));
    expect([draft.content, draft.isChanged]).toEqual([state('two, as the tenant spells it'), false]);
  });

  it('goes on with placeholders once the credentials that were typed are applied', async () => {
    const main = mainWithDrafts(() => state('••••1a2b3c4d'));
    const draft = await edit(main.openWindow(), state('one'));
    draft.change(state('typed'));
    await draft.flush();
    main.apply('next');
    await settled(draft);
    expect([draft.content, draft.isChanged]).toEqual([state('••••1a2b3c4d'), false]);
  });
});
