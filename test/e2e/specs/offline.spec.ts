import { expect, test } from '../desk-test.ts';

test.setTimeout(120_000);

test('reads from the last snapshot while the tenant is down, and applies the drafts once it is back', async ({
  desk,
  own,
  page,
}) => {
  const editor = page.getByRole('textbox', { name: /^Script of / });

  await test.step('see an application and its script while the tenant responds', async () => {
    await desk.signInTo(own, { baseUrl: own.baseUrl });
    await desk.applications.list.getByRole('option', { name: /SAML/ }).first().click();
    await desk.applications.openTab('Script');
    await expect(editor).toContainText('set');
  });
  const id = decodeURIComponent(page.url().split('/applications/')[1]?.split('/')[0] ?? '');

  await test.step('the list and the script are shown with their age when the tenant is down', async () => {
    await own.goDown();
    await desk.goTo('Roles');
    await desk.goTo('Applications');
    await expect(desk.applications.list.getByRole('option').first()).toBeVisible();
    await expect(desk.status).toContainText(/Cached, as of .*(now|ago)/);
    // The reason is shown once, whatever is visible.
    await expect(page.getByRole('alert').filter({ hasText: 'Showing cached data' })).toHaveCount(1);
    await expect(desk.status).toContainText('Acme Staging is unreachable');
    await desk.applications.list.getByRole('option', { name: /SAML/ }).first().click();
    await desk.applications.openTab('Script');
    await expect(editor).toContainText('set');
    await expect(page.getByRole('alert').filter({ hasText: 'Showing cached data' })).toHaveCount(1);
  });

  await test.step("edits stay a draft; applying reports that the tenant can't be reached", async () => {
    await editor.click();
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.insertText('\n// Written on the train\n');
    await expect(page.getByText('Draft saved')).toBeVisible();
    await desk.applications.reviewChange();
    await expect(desk.review.dialog.getByRole('alert')).toContainText('cannot be reached');
    await page.keyboard.press('Escape');
    await expect(editor).toContainText('Written on the train');
  });

  await test.step('once the tenant is back, a concurrent change is merged, reported, and applied', async () => {
    await own.comeBack();
    const colleague = own.colleague();
    const read = { tenantId: colleague.tenantId, applicationId: id, freshness: 'tenant-first' } as const;
    const { data: before } = await colleague.call('scripts.get', read);
    const set = { script: `// From a colleague\n${before.script}` };
    const { items } = await colleague.apply({ from: 'targets', kind: 'script', targetIds: [id], set });
    expect(items.map(({ state }) => state)).toEqual(['verified']);

    await desk.applications.reviewChange();
    await expect(desk.review.dialog).toContainText('changed on the tenant, merged');
    await expect(desk.review.dialog).toContainText('Written on the train');
    await expect(desk.review.applyButton).toBeEnabled();
    await desk.review.apply();

    const { data: after } = await colleague.call('scripts.get', read);
    expect(after.script).toContain('// From a colleague');
    expect(after.script).toContain('// Written on the train');
    await colleague[Symbol.asyncDispose]();
    await expect(page.getByText('Draft saved')).toBeHidden();
    await expect(desk.status).toContainText('Connected');
  });
});
