import { startReceiver } from '../../fakes/receiver.ts';
import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../desk-test.ts';

test.setTimeout(180_000);

test('a webhook is tested with the previewed event, and the sent request is shown', async ({
  desk,
  page,
}) => {
  const { webhooks } = desk;
  const receiver = await startReceiver();
  await desk.tenants.signIn('Sandbox Staging');
  await desk.goTo('Webhooks');
  await webhooks.draft({
    name: 'To a receiver of ours',
    url: `${receiver.url}/alerts`,
    template: '{"who": "${event.user_name?json_string}"}',
  });

  await test.step('with an event of the tenant, which is shown', async () => {
    await webhooks.sendTenantTest();
    await expect(page.getByText('Tested with one of the tenant’s sample events.')).toBeVisible();
    await page.getByRole('button', { name: 'Request and response' }).press('Enter');
    const exchange = page.getByRole('dialog', { name: 'Test request and response' });
    await expect(exchange.getByRole('article', { name: 'Attempt 1' })).toContainText('200');
    await exchange.getByText(/^Event: SecurityAlert/).press('Enter');
    await expect(exchange.getByText('user_name')).toBeVisible();
    await expectAccessible(page, 'what a test sent');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Request and response' })).toBeFocused();
  });

  await test.step('with exactly the previewed event', async () => {
    await webhooks.chooseEvent('Risky sign-in');
    await webhooks.sendTest();
    await expect(page.getByText('Tested with the previewed event: Risky sign-in.')).toBeVisible();
    expect(receiver.requests.at(-1)?.body).toBe('{"who": "zoe.o\'brien@acme.example"}');
  });

  await test.step('saved, and invoked by an event whose receiver is shown beforehand', async () => {
    await webhooks.reviewChange();
    await desk.review.apply();
    await webhooks.openTab('Deliveries');
    await page.getByRole('button', { name: 'Send test event…' }).first().press('Enter');
    await expect(webhooks.testEventDialog.getByRole('listitem')).toContainText([
      /./,
      'To a receiver of ours (this one)',
    ]);
    const risk = webhooks.testEventDialog.getByRole('combobox', { name: 'Risk level' });
    await risk.fill('Low');
    await risk.press('Enter');
    await expect(
      webhooks.testEventDialog.getByText(/^Not To a receiver of ours: its minimum risk is/),
    ).toBeVisible();
    await expectAccessible(page, 'test event dialog');
    await risk.fill('High');
    await risk.press('Enter');
    await expect(webhooks.testEventDialog.getByText('To a receiver of ours (this one)')).toBeVisible();
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(page.getByText('1 of 1 delivered')).toBeVisible();
  });

  await test.step('charted, with a table, in the corner of the template too', async () => {
    const day = page.getByRole('region', { name: 'Last 24 hours' });
    await expect(day).toContainText('Delivered 100 %');
    await day.getByRole('radio', { name: 'Table' }).press('Space');
    await expect(day.getByRole('group', { name: 'Delivery duration' })).toContainText(/\d ms/);
    await expectAccessible(page, 'deliveries');
    await webhooks.openTab('Template');
    const corner = page.getByRole('region', { name: 'Deliveries, last 24 h' });
    await expect(corner).toContainText('100 %');
    await corner.getByRole('button', { name: 'Open deliveries' }).press('Enter');
    await expect(page.getByRole('list', { name: 'Deliveries' }).getByRole('listitem')).toHaveCount(1);
  });

  await test.step('some of them resent, selected by keyboard', async () => {
    await webhooks.sendTestEvent();
    await expect(page.getByText('2 of 2 delivered')).toBeVisible();
    await page
      .getByRole('checkbox', { name: /^Select Delivered/ })
      .last()
      .press('Space');
    await page.getByRole('button', { name: 'Resend 1 selected…' }).press('Enter');
    await expect(page.getByRole('dialog', { name: 'Resend 1 delivery?' })).toContainText('127.0.0.1');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(page.getByText('3 of 3 delivered')).toBeVisible();
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0);
  });

  await test.step('received by Tenant Desk itself, without a receiver', async () => {
    await webhooks.chooseAction('Test receiver…');
    const testReceiver = page.getByRole('dialog', { name: 'Test receiver' });
    await expect(testReceiver.getByText('No requests yet')).toBeVisible();
    await testReceiver.getByRole('button', { name: 'Use in this webhook' }).press('Enter');
    await expect(testReceiver.getByText('in use')).toBeVisible();
    await testReceiver.getByRole('button', { name: 'Done' }).press('Enter');
    await webhooks.sendTenantTest();
    await expect(page.getByText('Tested with one of the tenant’s sample events.')).toBeVisible();
    await webhooks.chooseAction('Test receiver…');
    await expect(testReceiver.getByRole('textbox', { name: 'Received payload' })).toContainText('"who"');
    await expectAccessible(page, 'caught deliveries');
    await testReceiver.getByRole('button', { name: 'Stop receiver' }).press('Enter');
    await expect(testReceiver).toBeHidden();
  });

  await test.step('versions are compared, and one is restored as the draft', async () => {
    await expect(page.getByText('Draft saved')).toBeVisible();
    await webhooks.openTab('Versions');
    const compared = page.getByRole('region', {
      name: /^To a receiver of ours: Current on tenant compared with The draft/,
    });
    await expect(compared).toContainText(`URL: ${receiver.url}/alerts`);
    await expectAccessible(page, 'versions of a webhook');
    await page.getByRole('button', { name: 'Restore Current on tenant as draft' }).press('Enter');
    await expect(page.getByText(/^Draft restored from/)).toBeVisible();
    await expect(page.getByText('Draft saved')).toBeHidden();
    await expect(page.getByRole('radio', { name: /^Saved draft .*, before$/ })).toBeAttached();
  });
  await receiver.stop();
});
