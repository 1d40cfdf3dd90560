import { startReceiver } from '../../fakes/receiver.ts';
import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../desk-test.ts';

test.setTimeout(180_000);

test('a webhook is tested with the previewed event, and what was sent can be looked at', async ({
  desk,
  page,
}) => {
  const { webhooks } = desk;
  const receiver = await startReceiver();
  await (await desk.tenants.signIn('Sandbox Staging')).close();
  await desk.goTo('Webhooks');
  await webhooks.draft({
    name: 'To a receiver of ours',
    url: `${receiver.url}/alerts`,
    template: '{"who": "${event.user_name?json_string}"}',
  });

  await test.step('with an event of the tenant, which is shown', async () => {
    await webhooks.sendTest();
    await expect(page.getByText('Sent with a sample event of the tenant.')).toBeVisible();
    await page.getByRole('button', { name: 'Request and answer' }).press('Enter');
    const exchange = page.getByRole('dialog', { name: 'What the test sent' });
    await expect(exchange.getByRole('article', { name: 'Attempt 1' })).toContainText('200');
    await exchange.getByText(/^Event: SecurityAlert/).press('Enter');
    await expect(exchange.getByText('user_name')).toBeVisible();
    await expectAccessible(page, 'what a test sent');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Request and answer' })).toBeFocused();
  });

  await test.step('with the previewed event, as it is previewed', async () => {
    await page.getByRole('button', { name: 'Send the previewed event' }).press('Enter');
    await expect(page.getByText('Sent with the previewed event, Risky sign-in.')).toBeVisible();
    expect(receiver.requests.at(-1)?.body).toBe('{"who": "zoe.o\'brien@acme.example"}');
  });
  await receiver.stop();
});
