import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../desk-test.ts';
import { replaceText } from '../pages/code-editor.ts';

test.setTimeout(180_000);

test('custom samples are created, checked, imported, deleted and restored', async ({ desk, page }) => {
  const { webhooks } = desk;
  await desk.tenants.signIn('Sandbox Staging');
  await desk.goTo('Webhooks');
  await webhooks.select('Slack: risky sign-ins');
  const sheet = page.getByRole('dialog', { name: 'Custom samples' });
  const openSheet = () => desk.webhooks.chooseEvent('Custom samples…');
  const columns = sheet.getByRole('textbox', { name: 'Event columns' });
  const name = sheet.getByRole('textbox', { name: 'Name' });

  await test.step('a new one starts as a copy of the previewed event, and is saved while typing', async () => {
    await openSheet();
    await expect(sheet.getByText('No custom samples')).toBeVisible();
    await expectAccessible(page, 'no own samples');
    await sheet.getByRole('button', { name: 'New sample' }).press('Enter');
    await expect(columns).toContainText("zoe.o'brien@acme.example");
    await name.fill('Night shift');
    await replaceText(page, columns, '{"user_name": "night.owl", "event_time": 1795167727000, "nested": {}}');
    await expect(sheet.getByText(/nested contains an object/)).toBeVisible();
    await expect(sheet.getByRole('status').getByText('not saved')).toBeVisible();
    await expectAccessible(page, 'an own sample with a problem');
    await replaceText(
      page,
      columns,
      '{"user_name": "night.owl", "reason": "late", "app_type": "saml", "event_time": 1795167727000, "intel_risk_level": "High"}',
    );
    await expect(sheet.getByText('saved', { exact: true })).toBeVisible();
  });

  await test.step('it is used to preview the template', async () => {
    await sheet.getByRole('button', { name: 'Use in preview' }).press('Enter');
    await expect(webhooks.preview).toContainText('night.owl');
    await expect(desk.webhooks.event).toHaveText(/Night shift/);
  });

  await test.step('more are imported from the clipboard, or rejected with the reason', async () => {
    await openSheet();
    const paste = (text: string) =>
      page.evaluate(`(() => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', ${JSON.stringify(text)});
        document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
      })()`);
    await sheet.getByRole('button', { name: 'Close' }).first().focus();
    await paste('[{"user_name": ["a"]}]');
    await expect(sheet.getByRole('alert')).toContainText('Pasted: user_name contains a list');
    await paste('[{"name": "Pasted one", "columns": {"user_name": "a"}}, {"user_name": "b"}]');
    await expect(sheet.getByRole('option')).toHaveCount(3);
    await expect(name).toHaveValue('Pasted one');
  });

  await test.step('and from a selected file', async () => {
    const choose = async (fileName: string, text: string) => {
      const chooser = page.waitForEvent('filechooser');
      await sheet.getByRole('button', { name: 'Import…' }).press('Enter');
      await (
        await chooser
      ).setFiles({ name: fileName, mimeType: 'application/json', buffer: Buffer.from(text) });
    };
    await choose('wrong.json', '{"user_name": {"nested": true}}');
    await expect(sheet.getByRole('alert')).toContainText('wrong.json: user_name contains an object');
    await choose('events.json', '[{"name": "From a file", "columns": {"user_name": "file.user"}}]');
    await expect(sheet.getByRole('option')).toHaveCount(4);
    await expect(name).toHaveValue('From a file');
    await sheet.getByRole('button', { name: 'Delete' }).press('Enter');
    await expect(sheet.getByRole('option')).toHaveCount(3);
  });

  await test.step('a deleted one is restored', async () => {
    await sheet.getByRole('option', { name: /Night shift/ }).click();
    await sheet.getByRole('button', { name: 'Delete' }).press('Enter');
    await expect(sheet.getByRole('option')).toHaveCount(2);
    const undo = sheet.getByRole('button', { name: 'Undo' });
    await expect(undo).toBeFocused();
    await expectAccessible(page, 'a deleted sample');
    await undo.press('Enter');
    await expect(sheet.getByRole('option')).toHaveCount(3);
    await expect(name).toHaveValue('Night shift');
  });
});

test('past events show what a template would have sent', async ({ desk, page }) => {
  const { webhooks } = desk;
  await desk.tenants.signIn('Sandbox Staging');
  await desk.goTo('Webhooks');
  await webhooks.select('Audit lake');
  const view = page.getByRole('region', { name: 'Past events' });
  const tab = page.getByRole('tab', { name: 'Past events' });
  const grid = view.getByRole('grid', { name: 'Events, failures first' });
  const counts = view.getByRole('status').filter({ hasText: 'sent' });

  await test.step('nothing is loaded before the user asks for it, and then each event has its state', async () => {
    await tab.press('Enter');
    await expect(view.getByText('Test with past events')).toBeVisible();
    await expectAccessible(page, 'past events, none read');
    await view.getByRole('button', { name: 'Load events' }).press('Enter');
    await expect(counts).toContainText(/\d+ events? sent/);
    await expect(view.getByRole('button', { name: 'Refresh' })).toBeFocused();
    await expect(counts).toContainText('not matched by the rule');
    await expect(counts).not.toContainText('broken');
    await expect(view.getByText(/Payloads by size: \d+ sent/)).toBeAttached();
    await expectAccessible(page, 'past events');
  });

  await test.step('the template is tested again as it changes, with failures first', async () => {
    await page.getByRole('tab', { name: 'Template' }).press('Enter');
    await replaceText(page, webhooks.template, '{"who": "${event.user_name}", "why": "${event.FailReason}"}');
    await tab.press('Enter');
    await expect(counts).toContainText(/\d+ events? broken/);
    await expect(grid.getByRole('gridcell', { name: /^no FailReason/ }).first()).toBeVisible();
  });

  await test.step('an event is opened in the preview', async () => {
    await view.getByRole('button', { name: 'Preview event' }).press('Enter');
    await expect(desk.webhooks.event).toHaveText(/Cloud\.Core\.Login/);
    await expect(page.getByRole('region', { name: 'Preview', exact: true }).getByRole('alert')).toContainText(
      'FailReason',
    );
  });

  await test.step('the edge cases list past events that fail', async () => {
    await page.getByRole('tab', { name: /^Edge cases/ }).press('Enter');
    const real = page.getByRole('region', { name: 'Past events that fail' });
    await expect(real.getByText('no FailReason').first()).toBeVisible();
    await expectAccessible(page, 'past events among the edge cases');
    await real
      .getByRole('button', { name: /^Use as sample/ })
      .first()
      .press('Enter');
    await expect(webhooks.template).toBeVisible();
  });

  await test.step('the events are removed from this machine', async () => {
    await tab.press('Enter');
    await view.getByRole('button', { name: 'Delete cached events' }).press('Enter');
    await expect(view.getByText('Test with past events')).toBeVisible();
  });

  await test.step('if no event matches the webhook, it is tested with all of them', async () => {
    await webhooks.select('Teams: session recordings');
    await tab.press('Enter');
    await view.getByRole('button', { name: 'Load events' }).press('Enter');
    await expect(view.getByText('No event matches this webhook.')).toBeVisible();
    await expectAccessible(page, 'past events, none matched');
    await view.getByRole('button', { name: 'Test with all' }).press('Enter');
    await expect(view.getByText('No event matches this webhook.')).toBeHidden();
    await expect(counts).not.toContainText('not matched');
    await expect(view.getByRole('button', { name: 'Refresh' })).toBeFocused();
  });
});
