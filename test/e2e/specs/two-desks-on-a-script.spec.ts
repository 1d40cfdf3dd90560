import { expect, test } from '../desk-test.ts';
import type { OwnTenant } from '../own-tenant.ts';
import { DeskPage } from '../pages/desk-page.ts';
import { makeProfileFolder, startDesk } from '../running-desk.ts';

test.setTimeout(300_000);

const line = (name: string) => `setAttribute("${name}", LoginUser.Get("${name}"));`;
const scriptOf = (...names: string[]): string => names.map(line).join('\n');

/** Signs in to the tenant; the same application is the first one for both. */
async function openScript(desk: DeskPage, own: OwnTenant): Promise<string> {
  await desk.tenants.add({ ...own, name: 'Acme Staging', environment: 'Staging' });
  await desk.tenants.signIn('Acme Staging', own.password);
  await desk.applications.search('type:saml');
  await desk.applications.selectFirst();
  await desk.applications.openTab('Script');
  return (await desk.applications.title.textContent())?.trim() ?? '';
}

test('two admins edit one script: different lines are merged, the same line is a conflict for the second', async ({
  browser,
  desk,
  own,
  page,
}) => {
  const name = await openScript(desk, own);
  await desk.applications.replaceScript(name, scriptOf('one', 'two', 'three'));
  await desk.applications.reviewChange();
  await desk.review.apply();

  const profile = makeProfileFolder();
  const running = await startDesk(profile.path);
  const otherPage = await (await browser.newContext()).newPage();
  const other = new DeskPage(otherPage);
  await other.open(running.url);
  expect(await openScript(other, own)).toBe(name);
  await expect(other.applications.scriptEditor(name)).toContainText(line('three'));

  await test.step('both edit different lines, and the second to apply has both', async () => {
    await desk.applications.replaceScript(name, scriptOf('first', 'two', 'three'));
    await other.applications.replaceScript(name, scriptOf('one', 'two', 'third'));
    await desk.applications.reviewChange();
    await desk.review.apply();
    await other.applications.reviewChange();
    await expect(other.review.dialog).toContainText('changed on the tenant, merged');
    await other.review.apply();
    for (const one of ['first', 'two', 'third']) {
      await expect(other.applications.scriptEditor(name)).toContainText(line(one));
    }
  });

  await test.step('both edit one line, and nothing is sent before the second has decided', async () => {
    await page.reload();
    await expect(desk.applications.scriptEditor(name)).toContainText(line('third'));
    await desk.applications.replaceScript(name, scriptOf('first', 'mine', 'third'));
    await other.applications.replaceScript(name, scriptOf('first', 'theirs', 'third'));
    await desk.applications.reviewChange();
    await desk.review.apply();
    await other.applications.reviewChange();
    await expect(other.review.applyButton).toHaveCount(0);
    await other.review.resolveConflict(1);
    await other.review.apply();
    await page.reload();
    await expect(desk.applications.scriptEditor(name)).toContainText(line('theirs'));
    await expect(desk.applications.scriptEditor(name)).not.toContainText(line('mine'));
  });

  await otherPage.context().close();
  await running.stop();
  profile.remove();
});
