import { expect, test } from '../desk-test.ts';
import type { ProxiedRequest } from '../../fakes/fault-proxy.ts';
import { startOwnTenant } from '../own-tenant.ts';
import { DeskPage } from '../pages/desk-page.ts';
import { makeProfileFolder, startDesk } from '../running-desk.ts';

test.setTimeout(480_000);

const count = 200;
const added = 'Owned by the platform team.';
const rejection = JSON.stringify({ success: false, Result: null, Message: 'The application is locked.' });

const isUpdate = ({ path }: ProxiedRequest): boolean => path.includes('UpdateApplicationDE');

/** The application that an update belongs to. */
function targetOf({ body }: ProxiedRequest): string {
  const { _RowKey: id } = JSON.parse(body) as { readonly _RowKey?: string };
  return id ?? '';
}

/** The same for an ID every time; practically random over IDs. */
function oneIn(share: number, id: string): boolean {
  let hash = 7;
  for (const character of id) hash = (hash * 31 + character.charCodeAt(0)) % 1_000_003;
  return hash % share === 0;
}

test('a change of 200 applications survives rejections, lost responses and a kill in the middle, resumes, and is complete in the end', async ({
  page,
}) => {
  const own = await startOwnTenant({ applications: count });
  const profile = makeProfileFolder();
  const first = await startDesk(profile.path);
  const desk = new DeskPage(page);
  const { applications, review } = desk;
  await desk.open(first.url);
  await desk.signInTo(own);

  await test.step('all are selected and one sentence is added to each description', async () => {
    await expect(applications.open).toBeVisible();
    await applications.searchField.press('ArrowDown');
    await page.keyboard.press('ControlOrMeta+a');
    await expect(applications.bulk.getByRole('status')).toHaveText(`${count} selected of ${count} shown`);
    await applications.bulk.getByRole('button', { name: 'Edit…' }).click();
    const dialog = page.getByRole('dialog', { name: `Edit ${count} applications` });
    await dialog.getByRole('combobox', { name: 'Field to change' }).fill('Description');
    await page.getByRole('option', { name: 'Description' }).click();
    await dialog.getByRole('combobox', { name: 'Change to Description' }).click();
    await page.getByRole('option', { name: 'Append' }).click();
    await dialog.getByRole('textbox', { name: 'Description' }).fill(added);
    await expect(dialog.getByText(`${count} changes`)).toBeVisible();
    await dialog.getByRole('button', { name: 'Review…' }).click();
    await expect(review.applyButton).toHaveText(new RegExp(`${count} changes`), { timeout: 120_000 });
    await expect(review.applyButton).toBeEnabled();
  });

  const rejected = new Set<string>();
  const updates: string[] = [];
  own.network.setFaults((request) => {
    if (!isUpdate(request)) return { kind: 'pass' };
    const id = targetOf(request);
    updates.push(id);
    if (oneIn(17, id)) {
      rejected.add(id);
      return { kind: 'answer', status: 200, body: rejection };
    }
    return oneIn(13, id) ? { kind: 'lose-answer' } : { kind: 'pass' };
  });

  await test.step('it is killed in the middle', async () => {
    await review.applyButton.click();
    await expect.poll(() => updates.length, { timeout: 120_000 }).toBeGreaterThan(60);
    await first.kill();
    expect(updates.length).toBeLessThan(count);
  });

  // The system browser was closed as well.
  await page.context().clearCookies();
  const second = await startDesk(profile.path);
  await desk.open(second.url);
  const banner = 'Unresolved in Acme Staging';
  await test.step('the next start resumes it, and shows what was rejected', async () => {
    await desk.tenants.signIn('Acme Staging', own.password);
    await desk.openPlans.step(banner, 'Continue').click();
    await expect(review.dialog.getByRole('button', { name: 'Retry rejected changes' })).toBeVisible({
      timeout: 240_000,
    });
    expect(rejected.size).toBeGreaterThan(0);
    expect(new Set(updates).size).toBe(count);
  });

  await test.step('the rejected items are retried, and every change is applied exactly once', async () => {
    own.network.setFaults(() => ({ kind: 'pass' }));
    await review.dialog.getByRole('button', { name: 'Retry rejected changes' }).click();
    await expect(review.applyButton).toHaveText(new RegExp(`${rejected.size} change`), { timeout: 60_000 });
    await review.apply();
    await using colleague = own.colleague();
    const { data } = await colleague.call('applications.list', {
      tenantId: colleague.tenantId,
      freshness: 'tenant-first',
    });
    const times = data.map(({ description }) => description.split(added).length - 1);
    expect(times).toEqual(Array.from({ length: count }, () => 1));
  });

  await second.stop();
  await own.stop();
  profile.remove();
});
