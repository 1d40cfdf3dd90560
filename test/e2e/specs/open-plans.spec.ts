import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { ProxiedRequest } from '../../fakes/fault-proxy.ts';
import { expect, test } from '../desk-test.ts';
import type { OwnTenant } from '../own-tenant.ts';
import type { DeskPage } from '../pages/desk-page.ts';

test.setTimeout(180_000);

const isUpdate = ({ path }: ProxiedRequest): boolean => path.includes('UpdateApplicationDE');

/** The drafts on disk: the status in the window may still describe an earlier save. */
function savedDrafts(profileFolder: string): string {
  const database = new DatabaseSync(join(profileFolder, 'desk.sqlite'), { readOnly: true });
  try {
    return JSON.stringify(database.prepare('SELECT state FROM drafts').all());
  } finally {
    database.close();
  }
}

async function openOn(desk: DeskPage, own: OwnTenant): Promise<void> {
  await desk.signInTo(own);
}

test('a write without a response is never called failed: it is offered at once, and checking the tenant resolves it', async ({
  desk,
  own,
  page,
}) => {
  await openOn(desk, own);
  const name = await desk.applications.selectFirst();
  await desk.applications.openTab('Settings');
  await desk.applications.field('Description').fill('Sent into the dark.');
  await desk.applications.reviewChange();
  await expect(desk.review.applyButton).toBeEnabled();

  // It takes effect, its response is lost, and from then on no request gets through.
  let isCut = false;
  own.network.setFaults((request) => {
    if (isCut) return { kind: 'lose-request' };
    isCut = isUpdate(request);
    return isCut ? { kind: 'lose-answer' } : { kind: 'pass' };
  });
  await desk.review.applyButton.click();
  await expect(page.getByRole('dialog', { name: 'Unresolved' })).toBeVisible({ timeout: 60_000 });
  await expect(desk.review.dialog).toContainText('Sent; result unknown');
  for (const step of ['Check status', 'Resume', 'Roll back', 'Dismiss'])
    await expect(desk.review.dialog.getByRole('button', { name: step })).toBeVisible();
  await page.keyboard.press('Escape');

  const banner = 'Unresolved in Acme Staging';
  await expect(desk.openPlans.banner(banner)).toContainText(name);
  await expect(desk.openPlans.step(banner, 'Roll back')).toBeVisible();
  await expect(page.getByText('Not applied')).toHaveCount(0);
  own.network.setFaults(() => ({ kind: 'pass' }));
  await desk.openPlans.step(banner, 'Check status').click();
  await expect(page.getByRole('dialog', { name: 'Applied and verified' })).toBeVisible();
  await desk.review.dialog.getByRole('button', { name: 'Done' }).click();
  await expect(desk.openPlans.banner(banner)).toHaveCount(0);
  await expect(desk.applications.field('Description')).toHaveValue('Sent into the dark.');
  expect(own.network.requests.filter(isUpdate)).toHaveLength(1);
});

for (const { until, isSaved } of [
  { until: 'saved', isSaved: true },
  { until: 'not saved yet', isSaved: false },
])
  test(`edits made while a webhook is replaced, ${until} when that ends, continue under its new ID, with the cursor in place`, async ({
    desk,
    own,
    page,
    running,
  }) => {
    await openOn(desk, own);
    await desk.goTo('Webhooks');
    await desk.webhooks.draft({
      name: 'Night shift',
      url: 'https://hooks.acme.example/night',
      template: '{ "first": 1 }',
    });
    await desk.webhooks.reviewChange();
    await desk.review.apply();
    await desk.webhooks.select('Night shift');
    await desk.webhooks.openTab('Template');
    const before = page.url();

    await desk.webhooks.template.click();
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.insertText(' ');
    await page.keyboard.insertText('\n{ "second": 2 }');
    await desk.webhooks.reviewChange();
    await expect(desk.review.applyButton).toBeEnabled();
    let letGo: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (letGo = resolve));
    own.network.setFaults(async ({ method }) => {
      if (method === 'DELETE') await gate;
      return { kind: 'pass' };
    });
    await desk.review.applyButton.click();
    await expect.poll(() => own.network.requests.filter(({ method }) => method === 'DELETE').length).toBe(1);
    await page.keyboard.press('Escape');
    await expect(desk.review.dialog).toBeHidden();

    await desk.webhooks.template.click();
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.insertText('\n{ "third": 3 }');
    if (isSaved) await expect.poll(() => savedDrafts(running.profileFolder)).toContain('third');
    letGo();
    await expect(page).not.toHaveURL(before);
    await expect(desk.webhooks.template).toBeFocused();
    await page.keyboard.insertText('\n{ "fourth": 4 }');
    await expect(desk.webhooks.template).toContainText('"fourth"');

    await desk.webhooks.reviewChange();
    await expect(desk.review.dialog).toContainText('unchanged on the tenant since your copy');
    // A replacement may need steps that are only shown on a tenant that isn't a sandbox.
    await desk.review.apply(/^(Applied and verified|Accepted, not verified)$/);
    await expect(desk.webhooks.list.getByRole('option', { name: 'Night shift' })).toHaveCount(1);
    for (const text of ['"first"', '"second"', '"third"', '"fourth"'])
      await expect(desk.webhooks.template).toContainText(text);
    await desk.goTo('Drafts');
    await expect(page.getByText('No drafts')).toBeVisible();
  });
