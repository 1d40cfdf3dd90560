import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { htmlInlines } from './email-message.ts';
import { inlineText } from './inline-text.ts';
import type { Place } from './placed-json.ts';
import { readMessage } from './read-message.ts';
import RenderedMessage from './RenderedMessage.svelte';

const payload = JSON.stringify({
  channel: '#identity',
  text: 'High risk',
  attachments: [
    {
      color: '#d64545',
      fields: [
        { title: 'User', value: '<img src=x onerror=alert(1)>' },
        { title: 'Reason', value: 'New country' },
      ],
      image_url: 'https://tracker.example/pixel.png',
    },
  ],
});

async function show(linked: readonly Place[] = []) {
  const message = readMessage(payload);
  if (message === undefined) throw new Error('The payload has no known format.');
  const onpoint = vi.fn<(place: Place | undefined) => void>();
  const onopen = vi.fn<(place: Place) => void>();
  const { container } = await render(RenderedMessage, {
    message,
    linked,
    linesOf: () => [15],
    onpoint,
    onopen,
  });
  return { container, onpoint, onopen };
}

const options = page.getByRole('option');
const placed = (text: string) => payload.slice(payload.indexOf(text));

it('draws the payload as text: no element, image or link of it', async () => {
  const { container } = await show();
  await expect.element(page.getByRole('listbox', { name: 'Slack message' })).toBeVisible();
  expect(container.querySelectorAll('img, a, iframe, script')).toHaveLength(0);
  expect(container.textContent).toContain('<img src=x onerror=alert(1)>');
  expect(container.textContent).toContain('#identity');
});

it('points to the template of the chosen part, by keyboard and mouse', async () => {
  const { onpoint, onopen } = await show();
  await userEvent.tab();
  await userEvent.keyboard('{End}');
  await expect.element(options.last()).toHaveAttribute('aria-selected', 'true');
  await expect.element(options.last()).toHaveTextContent('line 15');
  const place = onpoint.mock.lastCall?.[0];
  expect(payload.slice(place?.from, place?.to)).toBe(
    placed('{"title":"Reason"').slice(0, '{"title":"Reason","value":"New country"}'.length),
  );
  await userEvent.keyboard('{Enter}');
  expect(onopen).toHaveBeenLastCalledWith(expect.objectContaining({ from: place?.from }));
  await options.first().click();
  expect(onpoint.mock.lastCall?.[0]?.from).toBe(payload.indexOf('"High risk"'));
  await userEvent.tab();
  expect(onpoint.mock.lastCall).toEqual([undefined]);
});

it('marks the parts that the cursor line of the template prints', async () => {
  const from = payload.indexOf('New country');
  await show([{ from, to: from + 4 }]);
  await expect.element(options.last()).toHaveClass(/linked/);
  await expect.element(options.first()).not.toHaveClass(/linked/);
});

it('reads the text of HTML, and runs and loads nothing of it', () => {
  const loaded = vi.fn();
  Object.assign(window, { loaded });
  const pieces = htmlInlines(
    '<style>p{}</style><h1>Alert</h1><p>User <b>Zoë</b><br>from <a href="https://x.example">here</a></p>' +
      '<ul><li>one</li></ul><img src="data:," onerror="loaded()" alt="Map"><script>loaded()</script>',
  );
  expect(inlineText(pieces)).toBe('Alert\nUser Zoë\nfrom here\n• one\n[image: Map]');
  expect(pieces.find(({ text }) => text === 'here')).toEqual({
    text: 'here',
    marks: ['link'],
    href: 'https://x.example',
  });
  expect(loaded).not.toHaveBeenCalled();
});
