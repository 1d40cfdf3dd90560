import { expect, test } from '../desk-test.ts';
import { DeskPage } from '../pages/desk-page.ts';
import { holdMessages } from '../held-messages.ts';

test.setTimeout(180_000);

test('what is discarded comes back with Undo, in the editor in which it was typed', async ({
  desk,
  page,
}) => {
  await (await desk.tenants.signIn('Sandbox Staging')).close();
  const name = await desk.applications.selectFirst();
  await desk.applications.openTab('Script');
  const editor = desk.applications.scriptEditor(name);
  await expect(editor).toContainText('set');
  await desk.applications.replaceScript(name, '// Mine alone');
  await expect(page.getByText('Draft saved')).toBeVisible();

  await page.getByRole('button', { name: 'Discard draft' }).click();
  await expect(editor).not.toContainText('Mine alone');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await desk.toast('Discarded: Script of ').getByRole('button', { name: 'Undo' }).click();
  await expect(editor).toContainText('Mine alone');
  await expect(page.getByText('Draft saved')).toBeVisible();
});

test('two tabs on one draft: one follows the other, and what both typed is kept until somebody chooses', async ({
  desk,
  page,
  context,
  running,
}) => {
  await (await desk.tenants.signIn('Sandbox Staging')).close();
  const name = await desk.applications.selectFirst();
  await desk.applications.openTab('Script');
  await expect(desk.applications.scriptEditor(name)).toContainText('set');

  const second = await context.newPage();
  const held = await holdMessages(second);
  await second.goto(new URL('/', running.url).href + new URL(page.url()).hash);
  const other = new DeskPage(second);
  await expect(other.applications.scriptEditor(name)).toContainText('set');

  await desk.applications.replaceScript(name, '// From the first tab');
  await expect(other.applications.scriptEditor(name)).toContainText('From the first tab');

  // The second tab types before it hears of what the first one typed.
  held.hold();
  await desk.applications.replaceScript(name, '// The first goes on');
  await expect(page.getByText('Draft saved')).toBeVisible();
  await other.applications.replaceScript(name, '// The second goes on');
  held.release();
  const question = second.getByRole('alert').filter({ hasText: 'Changed in another window' });
  await expect(question).toBeVisible();
  await expect(other.applications.scriptEditor(name)).toContainText('The second goes on');
  await expect(desk.applications.scriptEditor(name)).toContainText('The first goes on');

  await question.getByRole('button', { name: 'Keep mine' }).click();
  await expect(question).toBeHidden();
  await expect(desk.applications.scriptEditor(name)).toContainText('The second goes on');
});

test('a new application keeps what was typed when its review is cancelled, and is open once it is there', async ({
  desk,
  page,
}) => {
  await (await desk.tenants.signIn('Sandbox Staging')).close();
  await desk.applications.selectFirst();
  await desk.catalog.open();
  await desk.catalog.choose('Confluence Server');
  await desk.catalog.name.fill('Wiki of the sales team');
  await expect(desk.catalog.dialog.getByText('Draft saved')).toBeVisible();
  await desk.catalog.reviewChange();
  await expect(desk.review.applyButton).toBeEnabled();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Cancel/ })
    .click();
  await expect(desk.catalog.name).toHaveValue('Wiki of the sales team');

  await test.step('and when the window is closed', async () => {
    await page.reload();
    await expect(desk.catalog.name).toHaveValue('Wiki of the sales team');
    await page.keyboard.press('Escape');
    await desk.goTo('Drafts');
    await page.getByRole('link', { name: 'Wiki of the sales team', exact: true }).click();
    await expect(desk.catalog.name).toHaveValue('Wiki of the sales team');
  });

  await desk.catalog.reviewChange();
  await desk.review.apply();
  await expect(desk.applications.title).toHaveText('Wiki of the sales team');
  await expect(desk.applications.field('Name')).toHaveValue('Wiki of the sales team');
  await desk.goTo('Drafts');
  await expect(page.getByText('No drafts')).toBeVisible();
});
