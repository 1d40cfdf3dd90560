import { expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import FormBeforeReview from '../../../test/component/FormBeforeReview.svelte';

const button = (name: string) => page.getByRole('button', { name });
const field = (name: string) => page.getByRole('textbox', { name });
const press = (key: string) => userEvent.keyboard(`{Control>}{${key}}{/Control}`);

it('returns the focus to what opened the form when the review that replaced it closes', async () => {
  await render(FormBeforeReview);
  await button('Edit…').click();
  await expect.element(field('Text to add')).toHaveFocus();
  await press('Enter');
  await expect.element(field('Tenant name')).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(button('Edit…')).toHaveFocus();
});

it('returns the focus there also while the form is still fading', async () => {
  const slow = document.head.appendChild(document.createElement('style'));
  slow.textContent = `@keyframes fading { to { opacity: 0.9 } } .ui-dialog[data-state=closed] { animation: fading 1s }`;
  onTestFinished(() => slow.remove());
  await render(FormBeforeReview);
  await button('Edit…').click();
  await expect.element(field('Text to add')).toHaveFocus();
  await press('Enter');
  await expect.element(field('Tenant name')).toHaveFocus();
  expect(field('Text to add').query()).not.toBeNull();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(button('Edit…')).toHaveFocus();
});

it('presses the main button of a dialog with Ctrl+Enter only if it is enabled', async () => {
  await render(FormBeforeReview);
  await button('Edit…').click();
  await field('Text to add').fill('Owned by Finance.');
  await press('Enter');
  const review = page.getByRole('dialog', { name: 'Review 3 changes' });
  await expect.element(review).toBeVisible();
  await expect.element(field('Tenant name')).toHaveFocus();
  await press('Enter');
  await expect.element(review).toBeVisible();
  await userEvent.keyboard('{Escape}');
});

it('moves from a tab to the first control of its panel with one key', async () => {
  await render(FormBeforeReview);
  await page.getByRole('tab', { name: 'One' }).click();
  await userEvent.keyboard('{ArrowRight}{Tab}');
  await expect.element(field('Name of two')).toHaveFocus();
});
