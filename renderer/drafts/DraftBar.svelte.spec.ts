import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { DeskFailure } from '../../contract/errors/desk-failure.ts';
import type { Draft } from '../../contract/changes/drafts.ts';
import DraftEditor from '../../test/component/DraftEditor.svelte';
import { anItem, deskWithPlan, planOf } from '../../test/component/plans.ts';

const key = { tenantId: 'acme', kind: 'script', targetId: 'payroll' };

/** An editor of one text, with a main that stores one draft and its revisions. */
async function edit({ live = 'live', discards = true }: { live?: string; discards?: boolean } = {}) {
  const disk = { isFull: false };
  let stored: Draft | undefined;
  let discarded: Draft | undefined;
  let revision = 0;
  const notify = () => {
    const { state: _state, base: _base, ...summary } = stored ?? { state: null, base: null };
    fake.emit(
      'drafts.changed',
      stored === undefined ? { changed: [], removed: [key] } : { changed: [summary as Draft], removed: [] },
    );
  };
  const put = (draft: Draft | undefined): void => {
    stored = draft;
    notify();
  };
  const items = [anItem()];
  const fake = deskWithPlan(items, planOf(items), () => ({
    'drafts.get': async () => stored,
    'drafts.save': async ({ revision: seen, ...draft }) => {
      if (disk.isFull)
        throw new DeskFailure({ code: 'storage-full', message: 'No room.', retryable: true, requestId: '' });
      if ((stored?.revision ?? null) !== seen)
        throw new DeskFailure({
          code: 'draft-changed',
          message: 'Changed.',
          retryable: false,
          requestId: '',
        });
      revision += 1;
      stored = { ...draft, title: 'Payroll', savedAt: Date.now(), revision };
      notify();
      const { state: _state, base: _base, ...summary } = stored;
      return summary;
    },
    'drafts.discard': async () => {
      if (!discards)
        throw new DeskFailure({
          code: 'storage-failed',
          message: 'The disk is full.',
          retryable: true,
          requestId: '',
        });
      discarded = stored;
      put(undefined);
    },
    'drafts.restore': async () => {
      revision += 1;
      if (discarded === undefined) throw new Error('Nothing was discarded.');
      const restored = { ...discarded, revision };
      put(restored);
      const { state: _state, base: _base, ...summary } = restored;
      return summary;
    },
  }));
  const view = await render(DraftEditor, { desk: fake.desk, draftKey: key, live });
  const text = page.getByRole('textbox', { name: 'Text' });
  await expect.element(text).toHaveValue(live);
  return { ...fake, view, text, put, disk, stored: () => stored };
}

const review = page.getByRole('button', { name: /^Review change/ });

describe('the bar of an editor', () => {
  it('has nothing to review before an edit, and shows when the draft is saved', async () => {
    const { text, stored } = await edit();
    await expect.element(review).toBeDisabled();
    await text.fill('mine');
    await expect.element(page.getByText(/^Draft saved/)).toBeVisible();
    await expect.element(review).toBeEnabled();
    expect(stored()).toMatchObject({ state: { text: 'mine' }, base: { text: 'live' } });
  });

  it('reviews the saved draft with Ctrl+Enter from the text', async () => {
    const { text, calls } = await edit();
    await text.fill('mine');
    await text.click();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.element(page.getByRole('dialog', { name: 'Review 1 change' })).toBeVisible();
    expect(calls.indexOf('drafts.save')).toBeLessThan(calls.indexOf('changes.plan'));
  });

  it('discards without a question and restores everything with Undo', async () => {
    const { text, stored } = await edit();
    await text.fill('mine');
    await page.getByRole('button', { name: 'Discard draft' }).click();
    await expect.element(text).toHaveValue('live');
    expect(stored()).toBeUndefined();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(text).toHaveValue('mine');
    expect(stored()).toMatchObject({ state: { text: 'mine' } });
  });

  it('says why a draft could not be discarded, and not that it was', async () => {
    const { text, stored } = await edit({ discards: false });
    await text.fill('mine');
    await expect.element(page.getByText(/^Draft saved/)).toBeVisible();
    await page.getByRole('button', { name: 'Discard draft' }).click();
    await expect.element(page.getByText('Not saved: The disk is full.')).toBeVisible();
    expect(page.getByText(/^Discarded/).elements()).toEqual([]);
    expect(stored()).toMatchObject({ state: { text: 'mine' } });
  });

  it('says that the disk is full and that edits are only in this window, and saves them on request', async () => {
    const { text, disk, stored } = await edit();
    disk.isFull = true;
    await text.fill('mine');
    await expect.element(page.getByText('Not saved: the disk is full')).toBeVisible();
    const notice = page.getByRole('alert');
    await expect.element(notice).toHaveTextContent(/The disk is full: 1 draft is not saved yet\./);
    await expect.element(notice).toHaveTextContent(/only in this window\. Keep it open\. Free some space/);
    expect(page.getByText(/^Draft saved/).elements()).toEqual([]);
    await page.getByRole('button', { name: 'Save now' }).click();
    await expect.element(text).toHaveValue('mine');
    disk.isFull = false;
    await page.getByRole('button', { name: 'Save now' }).click();
    await expect.element(page.getByText(/^Draft saved/)).toBeVisible();
    await expect.element(notice).not.toBeInTheDocument();
    expect(stored()).toMatchObject({ state: { text: 'mine' } });
  });

  it('follows another window while nothing is edited, and asks when both were', async () => {
    const { text, put } = await edit();
    const theirs = {
      ...key,
      title: 'Payroll',
      savedAt: 1,
      state: { text: 'theirs' },
      base: { text: 'live' },
    };
    put({ ...theirs, revision: 7 });
    await expect.element(text).toHaveValue('theirs');
    await text.fill('mine');
    put({ ...theirs, state: { text: 'theirs again' }, revision: 9 });
    await expect.element(page.getByText('Changed in another window.')).toBeVisible();
    await expect.element(review).toBeDisabled();
    await expect.element(text).toHaveValue('mine');
    await page.getByRole('button', { name: 'Use other version' }).click();
    await expect.element(text).toHaveValue('theirs again');
    await expect.element(review).toBeEnabled();
  });

  it('says that the tenant changed since editing began, and follows the tenant while nothing is edited', async () => {
    const { text, view } = await edit();
    await view.rerender({ live: 'live again' });
    await expect.element(text).toHaveValue('live again');
    await text.fill('mine');
    await view.rerender({ live: 'someone else' });
    await expect.element(page.getByText(/Changed on the tenant since you started/)).toBeVisible();
    await expect.element(text).toHaveValue('mine');
  });
});
