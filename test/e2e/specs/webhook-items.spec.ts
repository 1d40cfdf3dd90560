import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../desk-test.ts';

test.setTimeout(180_000);

test('several webhooks are disabled at once, restored after deletion, and failed deliveries are resent', async ({
  desk,
  page,
}) => {
  const { webhooks, review } = desk;
  await desk.tenants.signIn('Sandbox Staging');
  await desk.goTo('Webhooks');
  const chips = page.getByRole('group', { name: 'Filter webhooks' });
  const bulk = page.getByRole('toolbar', { name: 'Selected webhooks' });

  await test.step('selected by keyboard and disabled in one review', async () => {
    await chips.getByRole('button', { name: /^Enabled 6/ }).click();
    await expect(webhooks.list.getByRole('option')).toHaveCount(6);
    await page.getByRole('searchbox', { name: 'Search webhooks' }).press('ArrowDown');
    await page.keyboard.press('Space');
    await page.keyboard.press('Shift+ArrowDown');
    await expect(bulk.getByRole('status')).toContainText('2 selected');
    await expectAccessible(page, 'chosen webhooks');
    await bulk.getByRole('button', { name: 'Disable…' }).click();
    await review.apply();
    await expect(chips.getByRole('button', { name: /^Disabled 4/ })).toBeVisible();
    await bulk.getByRole('button', { name: 'Clear selection' }).click();
    await chips.getByRole('button', { name: /^Enabled/ }).click();
  });

  await test.step('narrowed by filters that are collapsed until they are opened', async () => {
    const highRisk = chips.getByRole('button', { name: /^High risk/ });
    await expect(highRisk).toBeHidden();
    await chips.getByRole('button', { name: /^More/ }).press('Enter');
    await highRisk.press('Enter');
    await expect(highRisk).toHaveAttribute('aria-pressed', 'true');
    await expect(highRisk).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(highRisk).toHaveAttribute('aria-pressed', 'false');
    await expect(highRisk).toBeFocused();
    await chips.getByRole('button', { name: 'Fewer' }).press('Enter');
    await expect(highRisk).toBeHidden();
    await expect(chips.getByRole('button', { name: /^More/ })).toBeFocused();
  });

  await test.step('deleted, and restored', async () => {
    await webhooks.select('Ticket: repeated MFA failures');
    await webhooks.chooseAction('Delete webhook…');
    await review.apply();
    await expect(webhooks.list.getByRole('option', { name: 'Ticket: repeated' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Deleted webhooks' }).click();
    const bin = page.getByRole('dialog', { name: 'Deleted webhooks' });
    await bin.getByRole('option', { name: 'Ticket: repeated' }).click();
    await page.keyboard.press('Control+Enter');
    await review.apply();
    await expect(webhooks.list.getByRole('option', { name: 'Ticket: repeated' })).toHaveCount(1);
  });

  await test.step('non-secret header values are shown, in the editor and in the review', async () => {
    await webhooks.select('Ticket: repeated MFA failures');
    await webhooks.openTab('Definition');
    const headers = page.getByRole('group', { name: 'Headers' });
    await headers.getByRole('button', { name: 'Add header' }).click();
    const last = headers.getByRole('listitem').last();
    await last.getByRole('combobox').fill('X-Team');
    await page.keyboard.press('Escape');
    await last.getByRole('textbox', { name: 'Value of X-Team' }).fill('identity-and-access');
    await page.keyboard.press('Control+Enter');
    await expect(review.dialog).toContainText('X-Team');
    await expect(review.dialog).not.toContainText('identity-and-access');
    await review.apply();
    await expect(headers.getByRole('textbox', { name: 'Value of X-Team, hidden' })).toBeVisible();
    await headers.getByRole('switch', { name: 'Values of X-Team are secret' }).press('Space');
    const value = headers.getByRole('textbox', { name: 'Value of X-Team' });
    await expect(value).toHaveValue('identity-and-access');
    await expectAccessible(page, 'headers that are shown');
    await value.fill('identity-only');
    await page.keyboard.press('Control+Enter');
    await expect(review.dialog).toContainText('identity-and-access');
    await expect(review.dialog).toContainText('identity-only');
    await page.keyboard.press('Escape');
  });

  await test.step('a failed delivery is resent after a confirmation with the host', async () => {
    await webhooks.select('SIEM: every alert');
    await webhooks.openTab('Deliveries');
    await webhooks.sendTestEvent();
    await expect(page.getByRole('article', { name: 'Attempt 1' })).toContainText(
      'Reserved example host name',
    );
    await page.getByRole('button', { name: 'Resend 1 failed…' }).click();
    const question = page.getByRole('dialog', { name: 'Resend 1 delivery?' });
    await expect(question).toContainText('splunk.corp.example');
    await expectAccessible(page, 'sending deliveries again');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('list', { name: 'Deliveries' }).getByRole('listitem')).toHaveCount(2);
    await expect(page.getByText('0 of 2 delivered')).toBeVisible();
  });
});
