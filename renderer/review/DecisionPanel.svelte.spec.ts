import { describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { anItem, planOf } from '../../test/component/plans.ts';
import { button, conflicted, dialog, reviewed } from '../../test/component/review-dialog.ts';
import type { Given } from '../../test/component/review-dialog.ts';

describe('a conflict', () => {
  const resolvesWith =
    (seen: unknown[]): Given =>
    ({ have }) => ({
      'changes.settle': async ({ choices }) => {
        seen.push(choices);
        const resolved = [anItem({ basis: 'changed', id: 'conflicted' })];
        return have(resolved, planOf(resolved));
      },
    });

  it.each([
    ['Keep mine', 'mine'],
    ['Use tenant version', 'theirs'],
  ] as const)('is resolved with %s', async (label, take) => {
    const seen: unknown[] = [];
    await reviewed([conflicted], planOf([conflicted]), resolvesWith(seen));
    await expect.element(button('Resolve')).toBeDisabled();
    await expect.element(dialog.getByRole('radio', { name: 'Use both (merged)' })).toBeDisabled();
    await dialog.getByRole('radio', { name: label }).click();
    await button('Resolve').click();
    await expect.element(button(/^Apply 1 change/)).toBeVisible();
    expect(seen).toEqual([{ script: { take } }]);
  });

  it('accepts a manually merged text once no marker is left', async () => {
    const seen: unknown[] = [];
    await reviewed([conflicted], planOf([conflicted]), resolvesWith(seen));
    await dialog.getByRole('radio', { name: 'Edit manually' }).click();
    await expect.element(dialog.getByText('conflict markers')).toBeVisible();
    await expect.element(button('Resolve')).toBeDisabled();
    const editor = dialog.getByRole('textbox', { name: 'Merged Script' });
    await editor.click();
    await userEvent.keyboard('{Control>}a{/Control}both');
    await expect.element(dialog.getByText('conflict markers')).not.toBeInTheDocument();
    await button('Resolve').click();
    await expect.poll(() => seen).toEqual([{ script: { text: 'both' } }]);
  });

  it('asks before deleting a changed item, and before recreating a deleted one', async () => {
    for (const [decision, label, take] of [
      ['changed-before-delete', 'Don’t delete', 'theirs'],
      ['changed-before-delete', 'Delete anyway', 'mine'],
      ['gone', 'Recreate', 'mine'],
      ['gone', 'Discard change', 'theirs'],
    ] as const) {
      const seen: unknown[] = [];
      const item = anItem({ id: 'conflicted', decision });
      const { review } = await reviewed([item], planOf([item]), resolvesWith(seen));
      await button(label).click();
      await expect.poll(() => seen).toEqual([{ item: { take } }]);
      review.close();
      await expect.element(dialog).not.toBeInTheDocument();
    }
  });
});
