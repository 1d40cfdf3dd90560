import { expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { page } from 'vitest/browser';
import SecretList from './SecretList.svelte';

it('renders the first of thousands of secrets, and more on demand', async () => {
  const secrets = Array.from({ length: 10_000 }, (_, index) => ({
    id: `secret ${index}`,
    name: `Token ${index}`,
    type: 'header' as const,
    state: 'missing' as const,
    rules: 1,
  }));
  const onenter = vi.fn();
  await render(SecretList, { secrets, isLocked: false, onenter });
  const region = page.getByRole('region', { name: 'Secrets' });
  const entries = region.getByRole('button', { name: /^Enter / });
  await expect.element(region.getByText('10,000 missing')).toBeVisible();
  await expect.element(region.getByText('9,980 more secrets')).toBeVisible();
  expect(entries.elements()).toHaveLength(20);
  await region.getByRole('button', { name: 'Show 20 more' }).click();
  await expect.element(region.getByText('9,960 more secrets')).toBeVisible();
  expect(entries.elements()).toHaveLength(40);
  await region.getByRole('button', { name: 'Enter Token 39' }).click();
  expect(onenter).toHaveBeenCalledExactlyOnceWith(secrets[39]);
});
