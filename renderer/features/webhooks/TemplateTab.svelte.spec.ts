import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { aWebhook } from '../../../test/builders/a-webhook.ts';
import TemplateWindow from '../../../test/component/TemplateWindow.svelte';
import { fakeDesk } from '../../../test/fakes/desk.ts';

const lines = ['{', '  "first": 1,', '  "second": 2,', '  "who": "${event.user_name}"', '}'];

/** A template whose fourth line has a problem, with one kind of line break, and the changes it reports. */
async function show(lineBreak: string) {
  const made: string[] = [];
  const { desk } = fakeDesk({});
  await render(TemplateWindow, {
    desk,
    initial: aWebhook({ requestBody: lines.join(lineBreak) }),
    onchange: ({ requestBody }) => made.push(requestBody),
  });
  const problems = page.getByRole('list', { name: 'Problems' });
  const problem = problems.getByRole('button').first();
  await expect.element(problem).toHaveTextContent('Line 4, column 13');
  return { problem, fix: problems.getByRole('button', { name: 'Add ?json_string', exact: true }), made };
}

it.each([
  ['line feeds', '\n'],
  ['carriage returns and line feeds', '\r\n'],
  ['carriage returns', '\r'],
])('shows, goes to and fixes a problem in a template with %s', async (_name, lineBreak) => {
  const { problem, fix, made } = await show(lineBreak);
  const editor = page.getByRole('textbox', { name: 'Payload template' });
  const underlined = () => [...editor.element().querySelectorAll('.cm-lintRange')];
  await expect.poll(() => underlined().map(({ textContent }) => textContent)).toEqual(['event.user_name']);
  expect(made).toEqual([]);
  await problem.click();
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}x');
  await expect.poll(() => made.at(-1)).toBe(lines.join(lineBreak).replace('"$', '"x$'));
  await expect.element(problem).toHaveTextContent('Line 4, column 14');
  await fix.click();
  await expect
    .poll(() => made.at(-1))
    .toBe(lines.join(lineBreak).replace('"${event.user_name}"', '"x${event.user_name?json_string}"'));
  await expect.element(editor).toHaveTextContent('"x${event.user_name?json_string}"');
});

it('shows the size and JSON validity of each payload, and nothing without one', async () => {
  await show('\n');
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect.element(preview.getByText('valid JSON')).toBeVisible();
  const editor = page.getByRole('textbox', { name: 'Payload template' });
  await userEvent.click(editor);
  await userEvent.keyboard('{Control>}{End}{/Control}ä');
  await expect.element(preview.getByText('not JSON')).toBeVisible();
  await expect.element(preview.getByText('valid JSON')).not.toBeInTheDocument();
  await userEvent.keyboard('<');
  await userEvent.keyboard('#if');
  await expect.element(preview.getByRole('alert')).toBeVisible();
  await expect.element(preview.getByText('not JSON')).not.toBeInTheDocument();
  await expect.element(preview.getByText(/ B/)).not.toBeInTheDocument();
});
