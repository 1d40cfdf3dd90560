import { startReceiver } from '../../integration/webhook-receiver.ts';
import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../desk-test.ts';

test.setTimeout(240_000);

test('failures are listed first with the one action that helps, reachable by keyboard', async ({
  desk,
  page,
}) => {
  const { overview, webhooks } = desk;
  const receiver = await startReceiver();
  receiver.respondWith(() => ({ status: 401 }));
  await desk.tenants.signIn('Sandbox Staging');

  await test.step('a healthy tenant says so, and when that was checked', async () => {
    await desk.goTo('Overview');
    await expect(overview.attention).toContainText('You’re all caught up. Updated just now.');
    await expect(overview.section('Sign-ins by day')).toContainText('per day on average.');
    await expect(overview.section('MFA results').getByRole('rowheader').first()).toBeVisible();
    await expect(overview.section('Top applications').getByRole('link').first()).toBeVisible();
    await expect(overview.recent).toContainText('No changes yet.');
    await expect(overview.tenants.getByRole('row', { name: /^Sandbox Staging/ })).toContainText('Signed in');
    await expect(overview.tenants.getByRole('row', { name: /^Sandbox Staging/ })).toContainText('now');
    await expect(overview.tenants.getByRole('row', { name: /^Sandbox Production/ })).toContainText('Never');
    await expectAccessible(page, 'an Overview on which nothing is wrong');
  });

  await test.step('every chart has its figures behind it', async () => {
    for (const [plot, table] of [
      ['MFA results', 'MFA results by factor'],
      ['Top applications', 'Applications by launches'],
    ] as const) {
      const section = overview.section(plot);
      const shown = await section.getByRole('rowheader').count();
      await section.getByRole('button', { name: `Table: ${plot}` }).press('Enter');
      const figures = section.getByRole('group', { name: table });
      await expect(figures.getByRole('rowheader').first()).toBeVisible();
      expect(await figures.getByRole('rowheader').count()).toBeGreaterThanOrEqual(shown);
    }
    await expectAccessible(page, 'an Overview with the figures of its plots');
    await overview
      .section('Top applications')
      .getByRole('button', { name: 'Chart: Top applications' })
      .press('Enter');
    await expect(overview.section('Top applications').getByRole('link').first()).toBeVisible();
  });

  await test.step('a webhook whose receiver rejects requests is listed first', async () => {
    await desk.goTo('Webhooks');
    await webhooks.draft({
      name: 'Refused by the receiver',
      url: `${receiver.url}/alerts`,
      template: '{"who": "${event.user_name?json_string}"}',
    });
    await webhooks.reviewChange();
    await desk.review.apply();
    await webhooks.openTab('Deliveries');
    await webhooks.sendTestEvent();
    await expect(page.getByText('0 of 1 delivered')).toBeVisible();
    await desk.goTo('Overview');
    const row = overview.row('Refused by the receiver');
    await expect(row).toContainText('can’t deliver');
    await expect(row).toContainText(`401 from ${new URL(receiver.url).host}`);
    await expect(row.getByRole('img', { name: 'Error' })).toBeVisible();
    await expectAccessible(page, 'an Overview with a webhook that fails');
  });

  await test.step('one tab stop, arrows between rows, and Enter opens its deliveries', async () => {
    await desk.goTo('Tenants');
    await desk.goTo('Overview');
    const buttons = overview.attention.getByRole('button');
    await expect(overview.row('Refused by the receiver')).toBeVisible();
    await buttons.first().focus();
    await page.keyboard.press('End');
    await expect(buttons.last()).toBeFocused();
    await page.keyboard.press('Home');
    await expect(buttons.first()).toBeFocused();
    await expect(overview.attention.locator('button[tabindex="0"]')).toHaveCount(1);
    await overview.row('Refused by the receiver').getByRole('button').press('Enter');
    await expect(page.getByRole('tab', { name: 'Deliveries', selected: true })).toBeVisible();
  });

  await test.step('a recent change is undone through a review', async () => {
    await page.keyboard.press('Escape');
    await desk.goTo('Overview');
    await overview.recent.getByRole('button', { name: /^Undo: .*Refused by the receiver/ }).press('Enter');
    await expect(desk.review.dialog).toContainText('Refused by the receiver');
    await desk.review.apply();
    await expect(overview.recent).toContainText('undone');
    await expect(overview.row('Refused by the receiver')).toHaveCount(0);
  });
  await receiver.stop();
});

test('another admin’s changes are listed by name, compared, and marked as seen', async ({
  desk,
  own,
  page,
}) => {
  const { overview } = desk;
  await desk.signInTo(own, { baseUrl: own.baseUrl });
  await desk.goTo('Overview');
  const drift = overview.section('Changed by others');
  await expect(drift).toContainText('New changes will appear here.');

  const colleague = own.colleague();
  const { data } = await colleague.call('applications.list', {
    tenantId: colleague.tenantId,
    freshness: 'tenant-first',
  });
  const [first, second] = data;
  if (first === undefined || second === undefined) throw new Error('The tenant has too few applications.');
  await colleague.apply({
    from: 'targets',
    kind: 'application',
    targetIds: [first.id, second.id],
    set: { description: 'Ask the finance team.' },
  });
  await colleague[Symbol.asyncDispose]();

  await test.step('the list of what needs attention leads there', async () => {
    await page.getByRole('button', { name: 'Refresh' }).press('Enter');
    const row = overview.row('2 items changed on the tenant');
    await expect(row).toContainText(/2 applications · 2 by \S+@acme\.example/);
    await row.getByRole('button').press('Enter');
    await expect(drift.getByRole('button', { name: /^Compare/ }).first()).toBeFocused();
    await expectAccessible(page, 'an Overview with changes of others');
  });

  await test.step('one is compared part by part, and marked as seen', async () => {
    await drift.getByRole('button', { name: `Compare ${first.name}, application` }).press('Enter');
    const dialog = page.getByRole('dialog', { name: `${first.name}: application changed` });
    await expect(dialog).toContainText('Ask the finance team.');
    await expect(dialog).toContainText(/By \S+@acme\.example/);
    await expectAccessible(page, 'a change of others');
    await dialog.getByRole('button', { name: 'Mark as seen' }).press('Enter');
    await expect(dialog).toBeHidden();
    await expect(drift.getByRole('listitem')).toHaveCount(1);
    await expect(overview.row('1 item changed on the tenant')).toBeVisible();
  });

  await test.step('the rest at once, without losing focus, and they stay seen', async () => {
    await drift.getByRole('button', { name: 'Mark all as seen' }).press('Enter');
    await expect(drift).toContainText('New changes will appear here.');
    await expect(overview.row('changed on the tenant')).toHaveCount(0);
    await expect(desk.focused).toHaveCount(1);
    await page.getByRole('button', { name: 'Refresh' }).press('Enter');
    await expect(page.getByRole('button', { name: 'Refresh' })).toBeEnabled();
    await expect(drift.getByRole('listitem')).toHaveCount(0);
  });
});

test('without a connection the cached state is shown with its age, and nothing blocks the view', async ({
  desk,
  own,
  page,
}) => {
  const { overview } = desk;
  await desk.signInTo(own, { baseUrl: own.baseUrl });
  await desk.goTo('Overview');
  const signIns = overview.section('Sign-ins by day');
  await expect(signIns).toContainText('per day on average.');
  await own.goDown();
  await page.reload();
  await expect(signIns).toContainText('per day on average.');
  await expect(page.getByText('Showing cached data.').first()).toBeVisible();
  await expect(desk.status).toContainText('Cached, as of');
  await expectAccessible(page, 'an Overview without a connection');

  await test.step("a period without data says why, and doesn't block the other parts", async () => {
    await page.getByRole('radio', { name: '90 days' }).click();
    await expect(signIns).toContainText('per day on average.');
    await own.comeBack();
    await page.getByRole('button', { name: 'Refresh' }).press('Enter');
    await expect(page.getByText('Showing cached data.')).toHaveCount(0);
    await expect(desk.status).not.toContainText('Cached, as of');
  });
});
