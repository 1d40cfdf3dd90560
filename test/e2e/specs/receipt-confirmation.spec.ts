import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../desk-test.ts';

test.setTimeout(240_000);

test('the receipt of a change asks whether to keep it, and shows the decision', async ({ desk, page }) => {
  const { origins, review } = desk;
  await desk.tenants.signIn('Sandbox Staging');
  await desk.goTo('Origins');
  const question = page.getByRole('alert').filter({ hasText: 'Keep this change?' });
  const inReceipt = review.dialog.getByRole('alert').filter({ hasText: 'Keep this change?' });
  const apply = async (origin: string): Promise<void> => {
    await origins.add(origin);
    await origins.reviewChange();
    await expect(review.applyButton).toBeEnabled();
    await review.applyButton.press('Enter');
    await expect(inReceipt).toBeVisible();
  };

  await test.step('confirmed by keyboard, in the receipt', async () => {
    await apply('kept.acme.example');
    await expect(question).toHaveCount(1);
    await expect(inReceipt).toContainText('Reverts in');
    await expect(review.dialog.getByRole('heading', { name: 'Applied and verified' })).toBeFocused();
    await expectAccessible(page, 'a receipt with a question');
    await page.keyboard.press('Enter');
    await expect(question).toHaveCount(1);
    await page.keyboard.press('k');
    await expect(question).toHaveCount(0);
    await expect(review.dialog.getByRole('button', { name: 'Done' })).toBeFocused();
    await page.keyboard.press('Enter');
  });

  await test.step('asked in whatever dialog covers the page', async () => {
    await apply('covered.acme.example');
    await review.dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Check origin' }).click();
    await expect(question).toHaveCount(1);
    await origins.check.getByRole('button', { name: 'Keep change' }).click();
    await expect(question).toHaveCount(0);
    await page.keyboard.press('Escape');
  });

  await test.step('reverted: the receipt says so, offers no Undo, and the change is a draft again', async () => {
    await apply('reverted.acme.example');
    await inReceipt.getByRole('button', { name: 'Revert now' }).click();
    await expect(review.dialog.getByText('Your edits are a draft again.')).toBeVisible();
    await expect(review.dialog.getByRole('heading', { name: 'Rolled back' })).toBeVisible();
    await expect(review.dialog.getByRole('button', { name: /^Undo/ })).toHaveCount(0);
    await expect(review.dialog.getByText('Applied and verified')).toHaveCount(0);
    await review.dialog.getByRole('button', { name: 'Done' }).click();
    await expect(origins.rows.filter({ hasText: 'reverted.acme.example' })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Review change/ })).toBeEnabled();
  });
});
