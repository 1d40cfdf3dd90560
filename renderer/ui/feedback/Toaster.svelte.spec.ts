import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { createToastQueue } from './toast-queue.ts';
import ToastWindow from '../../../test/component/ToastWindow.svelte';

const texts = () =>
  page
    .getByRole('region', { name: 'Notifications' })
    .getByRole('group')
    .elements()
    .map((toast) => toast.querySelector('[data-part=title]')?.textContent);

it('shows what was said before it was there, all of it, and what is said at once', async () => {
  const queue = createToastQueue();
  queue.show({ text: 'Script of Payroll replaced' });
  queue.show({ text: 'Staging did not answer', tone: 'bad' });
  await render(ToastWindow, { queue });
  await expect.poll(texts).toEqual(['Script of Payroll replaced', 'Staging did not answer']);
  queue.show({ text: 'Saved' });
  queue.show({ text: 'Copied' });
  await expect.poll(texts).toEqual(['Staging did not answer', 'Saved', 'Copied']);
});

it('takes back what was shown a moment ago', async () => {
  const queue = createToastQueue();
  await render(ToastWindow, { queue });
  const gone = queue.show({ text: 'Signing in…' });
  queue.show({ text: 'Signed in' });
  queue.dismiss(gone);
  await expect.poll(texts).toEqual(['Signed in']);
});
