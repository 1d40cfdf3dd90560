import { expect, test } from '../desk-test.ts';

test.setTimeout(180_000);

test('a name typed offline takes back nothing of a description that a colleague changed meanwhile', async ({
  desk,
  own,
  page,
}) => {
  await desk.tenants.add({
    name: 'Acme Staging',
    environment: 'Staging',
    baseUrl: own.baseUrl,
    issuer: own.issuer,
    clientId: own.clientId,
  });
  await (await desk.tenants.signIn('Acme Staging')).close();
  await desk.applications.selectFirst();
  await desk.applications.openTab('General');
  await expect(desk.applications.field('Description')).toBeVisible();
  const id = decodeURIComponent(page.url().split('/applications/')[1]?.split('/')[0] ?? '');

  await test.step('the name is edited while the tenant is down', async () => {
    await own.goDown();
    await desk.applications.field('Name').fill('Payroll of Acme');
    await expect(page.getByText('Draft saved')).toBeVisible();
    await own.comeBack();
  });

  const colleague = own.colleague();
  const read = { tenantId: colleague.tenantId, id, freshness: 'tenant-first' } as const;
  await test.step('a colleague changes the description', async () => {
    const set = { description: 'Ask the finance team.' };
    const { items } = await colleague.apply({
      from: 'targets',
      kind: 'application',
      targetIds: [id],
      set,
    });
    expect(items.map(({ state }) => state)).toEqual(['verified']);
  });

  await test.step('the editor says that the tenant has moved on, and keeps what was typed', async () => {
    await page.reload();
    await expect(desk.applications.field('Name')).toHaveValue('Payroll of Acme');
    await expect(page.getByText('The tenant has Ask the finance team. by now.')).toBeVisible();
    await expect(
      page.getByRole('alert').filter({ hasText: 'Changed on the tenant since you began' }),
    ).toBeVisible();
  });

  await test.step('the review has both, and both are there afterwards', async () => {
    await desk.applications.reviewChange();
    await expect(desk.review.dialog).toContainText('changed on the tenant since your copy, merged');
    await expect(desk.review.dialog).not.toContainText('Ask the finance team.');
    await desk.review.apply();
    const { data } = await colleague.call('applications.get', read);
    expect(data).toMatchObject({ name: 'Payroll of Acme', description: 'Ask the finance team.' });
    await expect(desk.applications.field('Description')).toHaveValue('Ask the finance team.');
    await expect(page.getByText('Draft saved')).toBeHidden();
  });
  await colleague[Symbol.asyncDispose]();
});
