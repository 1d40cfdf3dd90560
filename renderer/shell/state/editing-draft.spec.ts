import { describe, expect, it, vi } from 'vitest';
import type { Desk } from '../../../contract/desk.ts';
import type { Draft } from '../../../contract/drafts.ts';
import { EditingDraft } from './editing-draft.svelte.ts';

function deskWithDrafts() {
  const stored = new Map<string, Draft>();
  let clock = 0;
  const drafts: Desk['drafts'] = {
    get: async (key) => stored.get(key.targetId),
    save: async (draft) => {
      clock += 1;
      stored.set(draft.targetId, { ...draft, savedAt: clock });
      return { savedAt: clock };
    },
    discard: async (key) => void stored.delete(key.targetId),
    list: async () => [],
  };
  return { stored, desk: { drafts } as Desk };
}

const target = { tenantId: 't', kind: 'script', targetId: 'app', title: 'Payroll' } as const;

describe('an editing draft', () => {
  it('saves what is typed shortly after the last key, once', async () => {
    vi.useFakeTimers();
    const { stored, desk } = deskWithDrafts();
    const draft = new EditingDraft(desk, target);
    await draft.open('live');
    draft.change('l');
    draft.change('li');
    draft.change('lines');
    expect(stored.size).toBe(0);
    await vi.advanceTimersByTimeAsync(100);
    vi.useRealTimers();
    await draft.flush();
    expect(stored.get('app')).toMatchObject({ content: 'lines', base: 'live' });
    expect(draft.isChanged).toBe(true);
  });

  it('saves while a person types on without a pause', async () => {
    vi.useFakeTimers();
    const { stored, desk } = deskWithDrafts();
    const draft = new EditingDraft(desk, target);
    await draft.open('');
    for (let letters = 1; letters <= 10; letters += 1) {
      draft.change('x'.repeat(letters));
      await vi.advanceTimersByTimeAsync(50);
    }
    vi.useRealTimers();
    expect(stored.get('app')?.content.length).toBeGreaterThanOrEqual(8);
    await draft.flush();
  });

  it('opens where the person left off, with the base of that time', async () => {
    const { stored, desk } = deskWithDrafts();
    stored.set('app', { ...target, content: 'mine', base: 'old', savedAt: 7 });
    const draft = new EditingDraft(desk, target);
    await draft.open('live has moved on');
    expect([draft.content, draft.base, draft.savedAt]).toEqual(['mine', 'old', 7]);
  });

  it('is gone when the text is back to what the tenant has', async () => {
    const { stored, desk } = deskWithDrafts();
    const draft = new EditingDraft(desk, target);
    await draft.open('live');
    draft.change('changed');
    await draft.flush();
    expect(stored.size).toBe(1);
    draft.change('live');
    await draft.flush();
    expect(stored.size).toBe(0);
  });

  it('follows the tenant while untouched and keeps its base once touched', async () => {
    const { desk } = deskWithDrafts();
    const draft = new EditingDraft(desk, target);
    await draft.open('one');
    draft.follow('two');
    expect(draft.content).toBe('two');
    draft.change('mine');
    draft.follow('three');
    expect([draft.content, draft.base]).toEqual(['mine', 'two']);
    await draft.flush();
  });

  it('is done once the tenant has what was typed, whoever applied it', async () => {
    const { stored, desk } = deskWithDrafts();
    const draft = new EditingDraft(desk, target);
    await draft.open('one');
    draft.change('two');
    await draft.flush();
    draft.follow('two');
    await draft.flush();
    expect([draft.isChanged, stored.size]).toEqual([false, 0]);
  });

  it('is not brought back by a view that closes after the draft was discarded', async () => {
    const { stored, desk } = deskWithDrafts();
    const draft = new EditingDraft(desk, target);
    await draft.open('live');
    draft.change('mine');
    await draft.flush();
    await desk.drafts.discard(target);
    await draft.flush();
    expect(stored.size).toBe(0);
  });

  it('says when a draft could not be saved, and saves with the next key', async () => {
    const { stored, desk } = deskWithDrafts();
    const failing = {
      ...desk,
      drafts: { ...desk.drafts, save: () => Promise.reject(new Error('disk full')) },
    };
    const draft = new EditingDraft(failing, target);
    await draft.open('live');
    draft.change('mine');
    await draft.flush();
    expect(draft.failure?.detail).toContain('disk full');
    expect(draft.content).toBe('mine');
    expect(stored.size).toBe(0);
  });
});
