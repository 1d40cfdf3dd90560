import { describe, expect, it } from 'vitest';
import { aField, anItem, planOf } from '../../test/component/plans.ts';
import { button, dialog, reviewed } from '../../test/component/review-dialog.ts';
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
    ['Accept yours', 'mine'],
    ['Tenant version', 'theirs'],
  ] as const)('of a value is resolved with %s', async (label, take) => {
    const seen: unknown[] = [];
    const value = { base: 'a', theirs: 'b', mine: 'c', merged: 'c', isClean: false };
    const item = anItem({
      id: 'conflicted',
      decision: 'merge',
      parts: [{ ...aField('Name', 'b', 'c'), type: 'field', before: 'b', after: 'c', conflict: value }],
    });
    await reviewed([item], planOf([item]), resolvesWith(seen));
    await expect.element(button(/^Review result/)).toBeDisabled();
    await dialog.getByRole('radio', { name: label }).click();
    await button(/^Review result/).click();
    await expect.element(button(/^Apply 1 change/)).toBeVisible();
    expect(seen).toEqual([{ name: { take } }]);
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
