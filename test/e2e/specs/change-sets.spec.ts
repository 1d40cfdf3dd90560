import { readFile, writeFile } from 'node:fs/promises';
import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../desk-test.ts';

test('a review is saved as a change set, opened again and applied from the file', async ({
  desk,
  page,
}, info) => {
  const file = info.outputPath('origin.json');
  const address = 'https://reports.acme.example';

  await test.step('the reviewed changes are saved and not applied', async () => {
    await desk.tenants.signIn('Sandbox Staging');
    await desk.goTo('Origins');
    await desk.origins.add(address);
    await desk.origins.reviewChange();
    const download = page.waitForEvent('download');
    await desk.review.dialog.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Save as change set' }).click();
    await (await download).saveAs(file);
    await expect(page.getByText(/^Saved 1 change to /)).toBeVisible();
    await desk.review.cancel();
    await page.getByRole('button', { name: 'Discard draft' }).click();
    await expect(desk.origins.rows.filter({ hasText: 'reports.acme.example' })).toHaveCount(0);
  });

  await test.step('the file is readable and shows its changes', async () => {
    const saved: unknown = JSON.parse(await readFile(file, 'utf8'));
    expect(saved).toMatchObject({
      format: 'tenant-desk/change-set',
      tenant: { name: 'Sandbox Staging' },
      changes: [{ difference: expect.arrayContaining([expect.stringContaining('+ reports.acme.example')]) }],
    });
  });

  await test.step('it is opened by name, compared with the tenant and applied', async () => {
    await page.keyboard.press('ControlOrMeta+K');
    await page.keyboard.type('open change set');
    const chooser = page.waitForEvent('filechooser');
    await page.keyboard.press('Enter');
    await (await chooser).setFiles(file);
    await expect(desk.review.dialog).toContainText('change set origin.json, by');
    await expect(desk.review.dialog).toContainText('unchanged on the tenant since your copy');
    await desk.review.apply();
    await desk.goTo('Origins');
    await expect(desk.origins.rows.filter({ hasText: 'reports.acme.example' })).toHaveCount(1);
  });

  await test.step("one for a tenant that you don't have is rejected by name", async () => {
    const changeSetPath = info.outputPath('elsewhere.json');
    const text = await readFile(file, 'utf8');
    await writeFile(changeSetPath, text.replace('Sandbox Staging', 'Globex'));
    await desk.goTo('Drafts');
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Open change set' }).click();
    await (await chooser).setFiles(changeSetPath);
    await expect(
      page.getByText(/elsewhere\.json was made for Globex .* isn’t one of your tenants/),
    ).toBeVisible();
  });

  await test.step('and applied to another tenant of yours on request, showing what else is included', async () => {
    await desk
      .toast('elsewhere.json was made for Globex')
      .getByRole('button', { name: 'Apply to another tenant…' })
      .click();
    const dialog = page.getByRole('dialog', { name: 'Apply to Sandbox Staging' });
    await expect(dialog).toContainText('1 change made for Globex');
    await expect(dialog.getByRole('region', { name: 'Matched 1' })).toContainText('Trusted origins');
    await expectAccessible(page, 're-targeting');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(desk.review.dialog).toContainText('originally for Globex');
    await page.keyboard.press('Escape');
    await expect(desk.review.dialog).toBeHidden();
  });

  await test.step('a change set dropped anywhere on the window opens, and anything else shows what can be dropped', async () => {
    await desk.changeSetDrop.hover();
    await expect(page.getByText('Drop to review a change set')).toBeVisible();
    await desk.changeSetDrop.drop('notes.pdf', 'No change set');
    await expect(page.getByText('Drop to review a change set')).toBeHidden();
    await expect(desk.toast('notes.pdf isn’t a change set')).toContainText('.tdchanges');
    await desk.changeSetDrop.drop('origin.tdchanges', await readFile(file, 'utf8'));
    await expect(desk.review.dialog).toContainText('change set origin.tdchanges');
  });
});
