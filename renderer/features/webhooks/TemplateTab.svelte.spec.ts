import { expect, it, vi } from 'vitest';
import type { WebhookState } from '../../../contract/webhooks/webhooks.ts';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { aWebhook } from '../../../test/builders/a-webhook.ts';
import TemplateWindow from '../../../test/component/TemplateWindow.svelte';
import { fakeDesk } from '../../../test/fakes/desk.ts';
import { newWebhook } from './rule/webhook-state.ts';
import type { Previewed } from './webhook-testing.svelte.ts';

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

const slackTemplate = [
  '<#assign user = event.user_name>',
  '{',
  '  "text": "*Risky sign-in*",',
  '  "attachments": [{ "fields": [{ "title": "User", "value": "${user?json_string}" }] }]',
  '}',
].join('\n');

async function showSlack(requestBody = slackTemplate) {
  const { desk } = fakeDesk({});
  const onsend = vi.fn<(previewed: Previewed | undefined) => void>();
  await render(TemplateWindow, {
    desk,
    initial: aWebhook({ requestBody }),
    onchange: () => undefined,
    onsend,
  });
  await page.getByRole('radio', { name: 'Rendered' }).click();
  return { onsend, markedLines: () => document.querySelectorAll('.cm-marked-line') };
}

it('shows the message as its receiver does, and links its parts with the template', async () => {
  const { markedLines } = await showSlack();
  const message = page.getByRole('listbox', { name: 'Slack message' });
  await expect.element(message).toHaveTextContent("zoe.o'brien@acme.example");
  await message.getByRole('option').last().click();
  await expect.element(message.getByText('line 4')).toBeVisible();
  await expect
    .poll(() => [...markedLines()].map(({ textContent }) => textContent))
    .toEqual([slackTemplate.split('\n')[3]]);
  await userEvent.click(page.getByRole('textbox', { name: 'Payload template' }));
  await userEvent.keyboard('{Control>}{Home}{/Control}{ArrowDown}{ArrowDown}{End}');
  await expect.element(message.getByRole('option').first()).toHaveClass(/linked/);
  await expect.element(message.getByRole('option').last()).not.toHaveClass(/linked/);
  expect(markedLines()).toHaveLength(0);
});

it('says that it has no preview for an unknown format, and shows the JSON', async () => {
  await showSlack('{"severity": "High"}');
  await expect.element(page.getByText('No preview for this format')).toBeVisible();
  await expect
    .element(page.getByRole('textbox', { name: 'Payload preview' }))
    .toHaveTextContent('"severity"');
});

it('sends one test: with the chosen event by button and key, or one that the tenant chooses', async () => {
  const { onsend } = await showSlack();
  await expect.element(page.getByRole('button', { name: 'Send test' })).toBeEnabled();
  await userEvent.keyboard('{Control>}{Shift>}t{/Shift}{/Control}');
  expect(onsend.mock.lastCall?.[0]).toMatchObject({ sampleName: 'Risky sign-in' });
  const events = page.getByRole('button', { name: 'Event: Risky sign-in' });
  events.element().focus();
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
  await page.getByRole('menuitemcheckbox', { name: /^Repeated MFA failures/ }).click();
  await page.getByRole('button', { name: 'Send test' }).click();
  await expect.poll(() => onsend.mock.lastCall?.[0]?.payload).toContain('svc-reporting@acme.example');
  await page.getByRole('button', { name: 'Event: Repeated MFA failures' }).click();
  await page.getByRole('menuitemcheckbox', { name: /^Tenant’s test event/ }).click();
  await page.getByRole('button', { name: 'Send test' }).click();
  expect(onsend.mock.lastCall).toEqual([undefined]);
});

it('goes to the next problem from outside of the editor', async () => {
  await show('\n');
  page.getByRole('button', { name: 'Send test' }).element().focus();
  await userEvent.keyboard('{F8}');
  await expect.element(page.getByRole('textbox', { name: 'Payload template' })).toHaveFocus();
});

it('asks for the destination of a new webhook, and continues in its URL', async () => {
  const { desk } = fakeDesk({});
  const made: WebhookState[] = [];
  const onchange = (webhook: WebhookState) => void made.push(webhook);
  await render(TemplateWindow, { desk, initial: newWebhook, onchange, isNew: true });
  await expect.element(page.getByRole('heading', { name: 'Choose a destination' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: /^Slack/ })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('textbox', { name: 'URL' })).toHaveFocus();
  expect(made.at(-1)).toMatchObject({ name: 'Slack', method: 'POST' });
  await expect.element(page.getByRole('textbox', { name: 'Payload template' })).toHaveTextContent('"blocks"');
});

it('strikes the values of the tenant version through, and puts the new ones beside them', async () => {
  const { desk } = fakeDesk({});
  const tenantVersion = aWebhook({
    requestBody: slackTemplate
      .replace('Risky sign-in', 'Sign-in')
      .replace('}] }]', '}, { "title": "App", "value": "Payroll" }] }]'),
    riskLevel: 'High',
  });
  const initial = aWebhook({ requestBody: slackTemplate, riskLevel: 'Medium' });
  await render(TemplateWindow, { desk, initial, tenantVersion, onchange: () => undefined });
  await page.getByRole('radio', { name: 'Rendered' }).click();
  const message = page.getByRole('listbox', { name: 'Slack message' });
  const changed = message.getByRole('option').first();
  await expect.element(changed).toHaveTextContent(/Sign-in, now ?Risky sign-in/);
  expect(changed.element().querySelector('del')?.textContent.trim()).toBe('Sign-in');
  expect(message.getByRole('option').last().element().querySelector('del, ins')).toBeNull();
  const removed = page.getByRole('group', { name: 'Removed in this draft' });
  await expect.element(removed).toHaveTextContent('App Payroll');
  const struck = [...document.querySelectorAll('.definition del')].map(({ textContent }) =>
    textContent.trim(),
  );
  expect(struck).toEqual(['was High']);
});

it('shows the request that a delivery sends, with secrets hidden', async () => {
  const { desk } = fakeDesk({});
  const initial = aWebhook({
    url: 'https://hooks.acme.example/services/••••0123abcd',
    headers: 'Authorization: Bearer typed-secret\nX-Source: desk',
  });
  await render(TemplateWindow, { desk, initial, onchange: () => undefined });
  await page.getByRole('radio', { name: 'Request' }).click();
  const request = page.getByRole('group', { name: 'Request' });
  await expect.element(request).toHaveTextContent(/POST ?https:\/\/hooks\.acme\.example\/services\/••••••/);
  await expect.element(request.getByRole('row', { name: 'X-Source' })).toHaveTextContent('desk');
  await expect.element(request).not.toHaveTextContent('typed-secret');
  await expect
    .element(request.getByRole('textbox', { name: 'Request body' }))
    .toHaveTextContent('Page the on-call');
});

const editor = () => page.getByRole('textbox', { name: 'Payload template' });
const valuesShown = () =>
  [...document.querySelectorAll<HTMLElement>('.cm-valued-line')].map(
    (line) => `${line.textContent} → ${line.dataset['value'] ?? ''}`,
  );

it('shows the values of the chosen event beside the lines, while the text is typed too', async () => {
  await showSlack();
  const user = "zoe.o'brien@acme.example";
  const [assigned = '', , , printed = ''] = slackTemplate.split('\n');
  await expect.poll(valuesShown).toEqual([`${assigned} → ${user}`, `${printed} → ${user}`]);
  await userEvent.click(editor());
  await userEvent.keyboard('{Control>}{Home}{/Control}{Enter}{End} $');
  // The first line is edited: its value isn't known until the worker answers, and the other moves with its line.
  await userEvent.keyboard('{{');
  expect(valuesShown()).toEqual([`${printed} → ${user}`]);
  await userEvent.keyboard('{Backspace}{Backspace}');
  await expect.poll(valuesShown).toEqual([`${assigned}  → ${user}`, `${printed} → ${user}`]);
  await page.getByRole('button', { name: 'Event: Risky sign-in' }).click();
  await page.getByRole('menuitemcheckbox', { name: /^Repeated MFA failures/ }).click();
  await expect.poll(() => valuesShown().at(-1)).toBe(`${printed} → svc-reporting@acme.example`);
  await expect.element(page.getByText('values from Repeated MFA failures')).toBeVisible();
});

it('shows no values once they are switched off, and remembers that', async () => {
  await showSlack();
  const toggle = page.getByRole('button', { name: 'Show values in the template' });
  await expect.poll(valuesShown).toHaveLength(2);
  await expect.element(toggle).toHaveAttribute('aria-pressed', 'true');
  await toggle.click();
  await expect.poll(valuesShown).toEqual([]);
  await expect.element(page.getByText('values from')).not.toBeInTheDocument();
});

it('says how many edge cases pass with an icon, and opens them', async () => {
  const { desk } = fakeDesk({});
  const onedgecases = vi.fn<() => void>();
  const requestBody = '{ "user": "${(event.user_name!"none")?json_string}" }';
  const initial = aWebhook({ requestBody });
  await render(TemplateWindow, { desk, initial, onchange: () => undefined, onedgecases });
  const tag = page.getByRole('button', { name: /^(\d+) of \1 edge cases pass$/ });
  await expect.element(tag).toHaveTextContent(/^(\d+) of \1/);
  await tag.click();
  expect(onedgecases).toHaveBeenCalledOnce();
});

it('counts the edge cases that fail, and says when a template can’t be tested', async () => {
  await showSlack('{ "user": "${event.user_name}" }');
  const tag = page.getByRole('button', { name: /edge cases pass$/ });
  await expect.element(tag).toHaveAccessibleName(/^(?!(\d+) of \1 )\d+ of \d+ edge cases pass$/);
  expect(tag.element().querySelector('svg')).not.toBeNull();
  await userEvent.click(editor());
  await userEvent.keyboard('<#if');
  await expect.element(page.getByRole('button', { name: /^Edge cases not tested/ })).toBeVisible();
});

it('counts problems and shows the position of the cursor below the template', async () => {
  await show('\n');
  const template = page.getByRole('region', { name: 'Template' });
  await expect.element(template.getByText('1 problem', { exact: true })).toBeVisible();
  await userEvent.click(editor());
  await userEvent.keyboard('{Control>}{Home}{/Control}{ArrowDown}{End}');
  await expect.element(template.getByText('Ln 2, Col 14')).toBeVisible();
  await page.getByRole('button', { name: 'Add ?json_string', exact: true }).click();
  await expect.element(template.getByText('No problems')).toBeVisible();
});
