import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { createToastQueue } from './toast-queue.ts';
import FormBeforeReview from '../../../test/component/FormBeforeReview.svelte';
import ToastWindow from '../../../test/component/ToastWindow.svelte';

/** Whether the toast `Saved` covers part of it. */
function isCovered(other: Element): boolean {
  const one = page.getByText('Saved').element().closest('[data-part=root]')?.getBoundingClientRect();
  const { left, right, top, bottom } = other.getBoundingClientRect();
  return one === undefined || (one.left < right && one.right > left && one.top < bottom && one.bottom > top);
}

function primaryAction(style: string): HTMLButtonElement {
  const action = document.createElement('button');
  action.className = 'button primary';
  action.textContent = 'Review 1 rule';
  action.style.cssText = `position: fixed; width: 140px; height: 28px; ${style}`;
  document.body.append(action);
  return action;
}

const texts = () =>
  page
    .getByRole('region', { name: 'Messages' })
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

it('never removes a toast that holds an action for a newer one', async () => {
  const queue = createToastQueue();
  await render(ToastWindow, { queue });
  const undo = { label: 'Undo', run: () => undefined };
  queue.show({ text: 'Deleted Payroll', action: undo });
  for (const text of ['One', 'Two', 'Three']) queue.show({ text });
  await expect.poll(texts).toEqual(['Deleted Payroll', 'Two', 'Three']);
  for (const text of ['Deleted Travel', 'Deleted Portal', 'Deleted Wiki']) queue.show({ text, action: undo });
  await expect.poll(texts).toEqual(['Deleted Payroll', 'Deleted Travel', 'Deleted Portal', 'Deleted Wiki']);
  // The newest is shown in any case: it may be an error.
  queue.show({ text: 'Staging did not answer', tone: 'bad' });
  await expect.poll(() => texts().at(-1)).toBe('Staging did not answer');
  expect(texts().length).toBe(5);
});

it('stops the time of all while the pointer is on one', async () => {
  const queue = createToastQueue();
  await render(ToastWindow, { queue });
  queue.show({ text: 'Saved', duration: 60_000 });
  queue.show({ text: 'Copied', duration: 60_000 });
  await expect.poll(texts).toEqual(['Saved', 'Copied']);
  const paused = () => document.querySelectorAll('[data-part=root][data-paused]').length;
  await page.getByText('Saved').hover();
  await expect.poll(paused).toBe(2);
  await page.getByText('Saved').unhover();
  await expect.poll(paused).toBe(0);
});

it('removes toasts without a warning in the console', async () => {
  const warn = vi.spyOn(console, 'warn');
  const queue = createToastQueue();
  await render(ToastWindow, { queue });
  for (const text of ['One', 'Two', 'Three', 'Four', 'Five']) queue.show({ text });
  const id = queue.show({ text: 'Six' });
  await expect.poll(texts).toEqual(['Four', 'Five', 'Six']);
  queue.dismiss(id);
  await expect.poll(texts).toEqual(['Four', 'Five']);
  await page.getByRole('button', { name: 'Dismiss' }).first().click();
  await expect.poll(texts).toEqual(['Five']);
  expect(warn.mock.calls).toEqual([]);
  warn.mockRestore();
});

it('never covers a primary action, wherever that is', async () => {
  const queue = createToastQueue();
  await render(ToastWindow, { queue });
  const action = primaryAction('right: 20px; bottom: 40px');
  queue.show({ text: 'Saved', duration: 60_000 });
  await expect.element(page.getByText('Saved')).toBeVisible();
  await expect.poll(() => isCovered(action)).toBe(false);
  action.style.cssText = 'position: fixed; right: 20px; top: 10px; width: 140px; height: 28px';
  await expect.poll(() => isCovered(action)).toBe(false);
  action.remove();
});

it('leaves a primary action to the pointer that comes for it, however fast', async () => {
  const queue = createToastQueue();
  await render(ToastWindow, { queue });
  queue.show({ text: 'Saved', duration: 60_000 });
  await expect.element(page.getByText('Saved')).toBeVisible();
  // The place is checked four times a second: some of these appear just after it was.
  for (const name of ['One', 'Two', 'Three', 'Four']) {
    const { left, top } = page.getByText('Saved').element().getBoundingClientRect();
    const action = primaryAction(`left: ${left}px; top: ${top}px`);
    action.textContent = name;
    await page.getByRole('button', { name }).click();
    action.remove();
  }
});

it('stays below the pointer that came for it, until a dialog opens there', async () => {
  const queue = createToastQueue();
  await render(ToastWindow, { queue });
  queue.show({ text: 'Saved', duration: 60_000 });
  await page.getByText('Saved').hover();
  const { left, top } = page.getByText('Saved').element().getBoundingClientRect();
  const action = primaryAction(`left: ${left}px; top: ${top}px`);
  // Twice as long as between two checks of the place.
  let checks = 0;
  const timer = setInterval(() => (checks += 1), 250);
  await expect.poll(() => checks).toBe(2);
  clearInterval(timer);
  expect(isCovered(action)).toBe(true);
  const dialog = document.createElement('div');
  dialog.role = 'dialog';
  document.body.append(dialog);
  dialog.append(action);
  await expect.poll(() => isCovered(action)).toBe(false);
  dialog.remove();
  await page.getByText('Saved').unhover();
});

it('does not count a pointer that rests where it appears', async () => {
  const queue = createToastQueue();
  await render(ToastWindow, { queue });
  queue.show({ text: 'Saved', duration: 60_000 });
  await page.getByText('Saved').hover();
  const { left, top } = page.getByText('Saved').element().getBoundingClientRect();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect.poll(texts).toEqual([]);
  queue.show({ text: 'Saved', duration: 60_000 });
  await expect.element(page.getByText('Saved')).toBeVisible();
  const action = primaryAction(`left: ${left}px; top: ${top}px`);
  await expect.poll(() => isCovered(action)).toBe(false);
  action.remove();
});

it('leaves an open dialog and the buttons of a sheet uncovered', async () => {
  const queue = createToastQueue();
  await render(ToastWindow, { queue });
  await render(FormBeforeReview);
  queue.show({ text: 'Saved', duration: 60_000 });
  await page.getByRole('button', { name: 'Edit…' }).click();
  await expect.poll(() => isCovered(page.getByRole('dialog').element())).toBe(false);
  await page.getByRole('button', { name: 'Review…' }).click();
  const sheet = page.getByRole('dialog', { name: 'Review 3 changes' });
  await expect.element(sheet).toBeVisible();
  await expect.poll(() => isCovered(sheet.getByRole('button', { name: /^Apply/ }).element())).toBe(false);
  await userEvent.keyboard('{Escape}');
});
