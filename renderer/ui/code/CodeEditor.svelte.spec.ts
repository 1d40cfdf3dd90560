import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { CodeHover } from './code-diagnostic.ts';
import CodeEditor from './CodeEditor.svelte';

const value = '{ "who": "${user?upper_case}" }';
const from = value.indexOf('upper_case');
const said: CodeHover = {
  from,
  to: from + 'upper_case'.length,
  title: '?upper_case (string → string)',
  text: 'In upper case.',
  example: '${"ann"?upper_case} prints ANN',
};

it('says what the name under the pointer means, also where that is told later', async () => {
  const asked: string[] = [];
  const told = Promise.withResolvers<CodeHover>();
  await render(CodeEditor, {
    value,
    language: 'freemarker',
    ariaLabel: 'Template',
    hover: (text, offset) => {
      asked.push(text.slice(offset - 1, offset + 1));
      return told.promise;
    },
  });
  const editor = page.getByRole('textbox', { name: 'Template' });
  await expect.element(editor).toHaveTextContent(value);
  await userEvent.hover(editor.getByText('upper_case'));
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  expect(value.slice(said.from, said.to)).toContain(asked[0]);
  await expect.element(page.getByText(said.text)).not.toBeInTheDocument();
  told.resolve(said);
  await expect.element(page.getByText(said.title)).toBeVisible();
  await expect.element(page.getByText(said.text)).toBeVisible();
  await expect.element(page.getByText('prints ANN')).toBeVisible();
});
