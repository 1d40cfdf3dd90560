import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import ReceiverWindow from '../../../../test/component/ReceiverWindow.svelte';
import { receivers } from './index.ts';

async function show(isBlank: boolean) {
  const used: unknown[] = [];
  await render(ReceiverWindow, { isBlank, onuse: (parts) => void used.push(parts) });
  await expect.element(page.getByRole('radio', { name: 'Slack' })).toHaveFocus();
  return used;
}

it('selects and uses a template by keyboard, with all its settings', async () => {
  const used = await show(true);
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
  await expect
    .element(page.getByRole('region', { name: 'About PagerDuty' }))
    .toHaveTextContent(/integration key/);
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  const [, , , pagerDuty] = receivers;
  const { method, url, contentType, headers, requestBody } = pagerDuty ?? {};
  expect(used).toEqual([{ method, url, contentType, headers, requestBody }]);
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

it('keeps the URL and headers of a webhook by default', async () => {
  const used = await show(false);
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect(Object.keys(used[0] ?? {})).toEqual(['contentType', 'requestBody']);
});

it('changes nothing when canceled', async () => {
  const used = await show(true);
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(used).toEqual([]);
});
