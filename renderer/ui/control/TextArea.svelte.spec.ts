import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import TextAreaWindow from '../../../test/component/TextAreaWindow.svelte';

const text = 'one\r\ntwo\nthree';

async function show(props: { newLineEnd?: '\n' } = {}) {
  const received: string[] = [];
  await render(TextAreaWindow, {
    initial: text,
    label: 'Text',
    onchange: (value) => received.push(value),
    ...props,
  });
  const area = page.getByRole('textbox', { name: 'Text' });
  await expect.element(area).toHaveValue('one\ntwo\nthree');
  await area.click();
  await userEvent.keyboard('{Control>}{End}{/Control}');
  return received;
}

it('changes line endings only in new lines', async () => {
  const received = await show();
  expect(received).toEqual([]);
  await userEvent.keyboard('!');
  expect(received).toEqual(['one\r\ntwo\nthree!']);
  await userEvent.keyboard('{Enter}x{Backspace}{Backspace}{Backspace}');
  expect(received.at(-1)).toBe(text);
});

it('gives new lines the requested line ending', async () => {
  const received = await show({ newLineEnd: '\n' });
  await userEvent.keyboard('{Control>}{Home}{/Control}{Shift>}{End}{/Shift}{Backspace}one');
  expect(received.at(-1)).toBe('one\ntwo\nthree');
});
