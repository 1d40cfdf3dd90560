import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../desk-test.ts';
import { cursorOffset, replaceText } from '../pages/code-editor.ts';

test.setTimeout(180_000);

const trusting = `<#assign who = event.user_name?json_string>
{
  "who": "\${who}",
  "why": "\${event.reason}",
  "ts": "\${event_time}"
}`;

test('values that break a template are shown, located and fixed, by keyboard', async ({ desk, page }) => {
  const { webhooks } = desk;
  await desk.tenants.signIn('Sandbox Staging');
  await desk.goTo('Webhooks');
  await webhooks.select('Slack: risky sign-ins');
  await test.step('F12 goes from a name to its definition', async () => {
    await replaceText(page, webhooks.template, '<#assign who = event.user_name>[${who}]');
    await page.keyboard.press('End');
    for (let steps = 0; steps < 3; steps += 1) await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('F12');
    await expect.poll(() => cursorOffset(page)).toBe('<#assign '.length);
  });

  await test.step('Alt+Z wraps long lines, and unwraps them', async () => {
    const toggle = page.getByRole('button', { name: 'Wrap long lines' });
    await page.keyboard.press('Alt+Z');
    await expect(toggle).toHaveAttribute('aria-pressed', 'true');
    await expect(webhooks.template).toHaveCSS('white-space', 'break-spaces');
    await page.keyboard.press('Alt+Z');
    await expect(webhooks.template).toHaveCSS('white-space', 'pre');
    await expect(webhooks.template).toBeFocused();
  });

  await test.step('F2 renames it everywhere, and one Undo reverses that', async () => {
    await page.keyboard.press('F2');
    const field = page.getByRole('textbox', { name: 'Rename who in 2 places' });
    await expect(field).toBeFocused();
    await expectAccessible(page, 'renaming');
    await field.fill('event');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toHaveText('event already means something else where who is used.');
    await field.fill('user');
    await page.keyboard.press('Enter');
    await expect(webhooks.template).toHaveText('<#assign user = event.user_name>[${user}]');
    await page.keyboard.press('ControlOrMeta+Z');
    await expect(webhooks.template).toHaveText('<#assign who = event.user_name>[${who}]');
    await expect(webhooks.template).toBeFocused();
  });

  await replaceText(page, webhooks.template, trusting);
  const tab = page.getByRole('tab', { name: /^Edge cases/ });
  const edgeCases = page.getByRole('grid', { name: 'Edge cases' });
  const edgeCase = (name: string) => edgeCases.getByRole('row', { name });
  const detail = page.getByRole('region', { name: 'Details' });

  await test.step('its tab shows how many values break it, wherever it is edited', async () => {
    await expect(tab).toHaveAccessibleName(/6/);
    await tab.press('Enter');
    await expect(page.getByText('6 of 12 edge cases break this template')).toBeVisible();
    await expectAccessible(page, 'edge cases');
  });

  await test.step('arrow keys move between edge cases, and the output follows', async () => {
    await edgeCase('Missing column').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(edgeCase('Quote')).toBeFocused();
    await expect(edgeCase('Quote').getByRole('img', { name: 'reason: broken JSON' })).toBeVisible();
    await expect(detail.getByRole('region', { name: 'Output with Quote in reason' })).toContainText(
      /Line 3, column \d+/,
    );
  });

  await test.step('a location leads to the line of the template', async () => {
    await detail.getByRole('button', { name: 'Go to line' }).press('Enter');
    await expect(webhooks.template).toBeFocused();
    await page.keyboard.type('X');
    await expect(webhooks.template).toContainText('"why": "X${event.reason}"');
    await page.keyboard.press('Backspace');
    await tab.press('Enter');
  });

  await test.step('one fix is applied, then all others in one undoable step', async () => {
    await edgeCase('Quote').focus();
    await detail
      .getByRole('button', { name: /^Apply: Add \?json_string/ })
      .first()
      .press('Enter');
    await expect(page.getByText('2 of 12 edge cases break this template')).toBeVisible();
    await expect(edgeCase('Quote')).toBeFocused();
    await page.getByRole('button', { name: 'Fix all 2' }).press('Enter');
    await expect(page.getByText('None of 12 edge cases breaks this template')).toBeVisible();
    await expect(edgeCase('Quote')).toBeFocused();
    await desk.toast('All suggested fixes applied').getByRole('button', { name: 'Undo' }).press('Enter');
    await expect(page.getByText('2 of 12 edge cases break this template')).toBeVisible();
  });

  await test.step('a shortcut formats the template in one undo step, or shows why not', async () => {
    await page.getByRole('tab', { name: 'Template' }).press('Enter');
    await replaceText(page, webhooks.template, '{"a":1,\n"b":"${event.reason}"}');
    await page.keyboard.press('Shift+Alt+F');
    const lines = webhooks.template.locator('.cm-line');
    await expect(lines).toHaveText(['{', '  "a": 1,', '  "b": "${event.reason}"', '}']);
    await page.keyboard.press('Shift+Alt+F');
    await expect(page.getByText('Already formatted.')).toBeVisible();
    await page.keyboard.press('ControlOrMeta+Z');
    await expect(lines).toHaveText(['{"a":1,', '"b":"${event.reason}"}']);
    const selected = () => page.evaluate(`getSelection().toString()`);
    await page.keyboard.press('ControlOrMeta+End');
    for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Shift+F12');
    await expect(webhooks.preview).toBeFocused();
    await expect(page.getByText('Printed once.')).toBeVisible();
    await expect.poll(selected).toBe('New country, new device');
    await expectAccessible(page, 'what a place of the template printed');
    await page.keyboard.press('F12');
    await expect(webhooks.template).toBeFocused();
    await expect.poll(selected).toBe('${event.reason}');
    await replaceText(page, webhooks.template, '{"a":1<#if true>000</#if>}');
    await page.getByRole('button', { name: 'Format template' }).press('Enter');
    await expect(
      page.getByText(/^Couldn’t format the template\. A number or a word continues/),
    ).toBeVisible();
    await expect(webhooks.template).toBeFocused();
    await tab.press('Enter');
  });

  await test.step('a template with errors shows them instead of the table', async () => {
    await page.getByRole('tab', { name: 'Template' }).press('Enter');
    await replaceText(page, webhooks.template, '{"a": ${');
    await tab.press('Enter');
    await expect(page.getByText('Template error. Nothing was tested.')).toBeVisible();
  });
});
