import { expect, test } from '../desk-test.ts';
import type { OwnTenant } from '../own-tenant.ts';
import type { DeskPage } from '../pages/desk-page.ts';

test.setTimeout(180_000);

/** Opens the texts of an application and returns its ID. */
async function openAnApplication(desk: DeskPage, own: OwnTenant): Promise<string> {
  await desk.signInTo(own, { baseUrl: own.baseUrl });
  await desk.applications.selectFirst();
  await desk.applications.openTab('Settings');
  await expect(desk.applications.field('Description')).toBeVisible();
  return decodeURIComponent(desk.page.url().split('/applications/')[1]?.split('/')[0] ?? '');
}

test('a name edited offline does not overwrite another admin’s change of the description', async ({
  desk,
  own,
  page,
}) => {
  const id = await openAnApplication(desk, own);

  await test.step('the name is edited while the tenant is down', async () => {
    await own.goDown();
    await desk.applications.field('Name').fill('Payroll of Acme');
    await expect(page.getByText('Draft saved')).toBeVisible();
    await own.comeBack();
  });

  const colleague = own.colleague();
  const read = { tenantId: colleague.tenantId, id, freshness: 'tenant-first' } as const;
  await test.step('another admin changes the description', async () => {
    const set = { description: 'Ask the finance team.' };
    const { items } = await colleague.apply({
      from: 'targets',
      kind: 'application',
      targetIds: [id],
      set,
    });
    expect(items.map(({ state }) => state)).toEqual(['verified']);
  });

  await test.step('the editor shows that the tenant has changed, and preserves the input', async () => {
    await page.reload();
    await expect(desk.applications.field('Name')).toHaveValue('Payroll of Acme');
    await expect(desk.applications.field('Description')).toHaveAccessibleDescription(
      'Changed on the tenant to Ask the finance team..',
    );
    await expect(page.getByText('1 field changed on the tenant')).toBeVisible();
  });

  await test.step('the review has both, and both are there afterwards', async () => {
    await desk.applications.reviewChange();
    await expect(desk.review.dialog).toContainText('changed on the tenant, merged');
    await expect(desk.review.dialog).not.toContainText('Ask the finance team.');
    await desk.review.apply();
    const { data } = await colleague.call('applications.get', read);
    expect(data).toMatchObject({ name: 'Payroll of Acme', description: 'Ask the finance team.' });
    await expect(desk.applications.field('Description')).toHaveValue('Ask the finance team.');
    await expect(page.getByText('Draft saved')).toBeHidden();
  });
  await colleague[Symbol.asyncDispose]();
});

test('the draft of an application that another admin deleted is there, and can be created again', async ({
  desk,
  own,
  page,
}) => {
  const id = await openAnApplication(desk, own);
  await desk.applications.field('Name').fill('Payroll, once more');
  await expect(page.getByText('Draft saved')).toBeVisible();
  const colleague = own.colleague();
  const { items } = await colleague.apply({
    from: 'targets',
    kind: 'application',
    targetIds: [id],
    set: null,
  });
  expect(items.map(({ state }) => state)).toEqual(['verified']);
  await colleague[Symbol.asyncDispose]();

  await page.reload();
  await expect(desk.applications.field('Name')).toHaveValue('Payroll, once more');
  await expect(page.getByRole('alert').filter({ hasText: 'No longer on the tenant' })).toBeVisible();
  await desk.applications.reviewChange();
  await expect(desk.review.dialog).toContainText('was deleted on the tenant');
  await desk.review.dialog.getByRole('button', { name: 'Recreate' }).click();
  await desk.review.apply();
  await expect(desk.applications.title).toHaveText('Payroll, once more');
  await expect(page).not.toHaveURL(new RegExp(id));
  await expect(desk.applications.field('Name')).toHaveValue('Payroll, once more');
  await expect(page.getByText('Draft saved')).toBeHidden();
});
