import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { createToastQueue } from './toast-queue.ts';
import FormBeforeReview from '../../../test/component/FormBeforeReview.svelte';
import ToastWindow from '../../../test/component/ToastWindow.svelte';

const texts = () =>
  page
    .getByRole('region', { name: 'Notifications' })
    .getByRole('group')
    .elements()
    .map((toast) => toast.querySelector('[data-part=title]')?.textContent);

it('shows all toasts queued before it was mounted, and those shown at once', async () => {
  const queue = createToastQueue();
  queue.show({ text: 'Script of Payroll replaced' });
  queue.show({ text: 'Staging did not answer', tone: 'bad' });
  await render(ToastWindow, { queue });
  await expect.poll(texts).toEqual(['Script of Payroll replaced', 'Staging did not answer']);
  queue.show({ text: 'Saved' });
  queue.show({ text: 'Copied' });
  await expect.poll(texts).toEqual(['Staging did not answer', 'Saved', 'Copied']);
});

it('removes what was shown a moment ago', async () => {
  const queue = createToastQueue();
  await render(ToastWindow, { queue });
  const removedId = queue.show({ text: 'Signing in…' });
  queue.show({ text: 'Signed in' });
  queue.dismiss(removedId);
  await expect.poll(texts).toEqual(['Signed in']);
});

it('is above the head of an open dialog or sheet, whose foot has the buttons', async () => {
  const queue = createToastQueue();
  await render(ToastWindow, { queue });
  await render(FormBeforeReview);
  queue.show({ text: 'Saved' });
  const middle = () => {
    const { top, bottom } = page.getByText('Saved').element().getBoundingClientRect();
    return (top + bottom) / 2 / innerHeight;
  };
  await expect.poll(middle).toBeGreaterThan(0.5);
  await page.getByRole('button', { name: 'Edit…' }).click();
  await expect.poll(middle).toBeLessThan(0.5);
  await page.getByRole('button', { name: 'Review…' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Review 3 changes' })).toBeVisible();
  await expect.poll(middle).toBeLessThan(0.5);
  await userEvent.keyboard('{Escape}');
  await expect.poll(middle).toBeGreaterThan(0.5);
});
