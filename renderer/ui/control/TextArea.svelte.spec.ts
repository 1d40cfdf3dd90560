import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import TextAreaWindow from '../../../test/component/TextAreaWindow.svelte';

const text = 'one\r\ntwo\nthree';

async function show(props: { newLineEnd?: '\n' } = {}) {
  const told: string[] = [];
  await render(TextAreaWindow, {
    initial: text,
    label: 'Text',
    onchange: (value) => told.push(value),
    ...props,
  });
  const area = page.getByRole('textbox', { name: 'Text' });
  await expect.element(area).toHaveValue('one\ntwo\nthree');
  await area.click();
  await userEvent.keyboard('{Control>}{End}{/Control}');
  return told;
}

it('changes no line end but in the lines that are typed', async () => {
  const told = await show();
  expect(told).toEqual([]);
  await userEvent.keyboard('!');
  expect(told).toEqual(['one\r\ntwo\nthree!']);
  await userEvent.keyboard('{Enter}x{Backspace}{Backspace}{Backspace}');
  expect(told.at(-1)).toBe(text);
});

it('gives what is typed the line end that is asked for', async () => {
  const told = await show({ newLineEnd: '\n' });
  await userEvent.keyboard('{Control>}{Home}{/Control}{Shift>}{End}{/Shift}{Backspace}one');
  expect(told.at(-1)).toBe('one\ntwo\nthree');
});
