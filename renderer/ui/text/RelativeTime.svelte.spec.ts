import { expect, it } from 'vitest';
import { render } from 'vitest-browser-svelte';
import RelativeTime from './RelativeTime.svelte';

const minute = 60_000;

it('never shows something that happened in the future, even if the clock of the tenant is ahead', async () => {
  const { container, rerender } = await render(RelativeTime, { at: Date.now() + 5 * minute, style: 'long' });
  expect(container.textContent.trim()).toBe('just now');
  await rerender({ at: Date.now() - 5 * minute - 1000 });
  expect(container.textContent.trim()).toBe('5 minutes ago');
  await rerender({ at: new Date(Date.now() + 60 * minute).toISOString() });
  expect(container.textContent.trim()).toBe('just now');
});

it('shows times that may be in the future as such', async () => {
  const at = Date.now() + 5 * minute + 1000;
  const { container } = await render(RelativeTime, { at, style: 'long', mayBeFuture: true });
  expect(container.textContent.trim()).toBe('in 5 minutes');
});
