import { anotherTab } from '../another-tab.ts';
import { expect, test } from '../desk-test.ts';
import { DeskPage } from '../pages/desk-page.ts';
import { holdMessages } from '../held-messages.ts';
import { replaceText } from '../pages/code-editor.ts';

test.setTimeout(180_000);

test('discarding asks nothing and can be undone, in every editor and in the list of drafts', async ({
  desk,
  page,
}) => {
  await desk.tenants.signIn('Sandbox Staging');

  /** `typed` shows whether the text is there. */
  async function discardAndUndo(title: string, typed: () => Promise<boolean>): Promise<void> {
    await expect(page.getByText('Draft saved')).toBeVisible();
    await page.getByRole('button', { name: 'Discard draft' }).click();
    await expect.poll(typed).toBe(false);
    await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toHaveCount(0);
    await desk.toast(`Discarded: ${title}`).getByRole('button', { name: 'Undo' }).click();
    await expect.poll(typed).toBe(true);
    await expect(page.getByText('Draft saved')).toBeVisible();
  }

  const name = await desk.applications.selectFirst();
  await test.step('a script', async () => {
    await desk.applications.openTab('Script');
    const editor = desk.applications.scriptEditor(name);
    await expect(editor).toContainText('set');
    await desk.applications.replaceScript(name, '// Mine alone');
    await discardAndUndo(
      'changes of ',
      async () => (await editor.textContent())?.includes('Mine alone') === true,
    );
  });

  await test.step('an application', async () => {
    await desk.applications.openTab('Settings');
    const description = desk.applications.field('Description');
    await description.fill('Mine alone');
    await discardAndUndo('', async () => (await description.inputValue()) === 'Mine alone');
  });

  await test.step('a webhook', async () => {
    await desk.goTo('Webhooks');
    await desk.webhooks.list.getByRole('option').first().click();
    await desk.webhooks.openTab('Template');
    await replaceText(page, desk.webhooks.template, '{ "mine": "alone" }');
    await discardAndUndo(
      '',
      async () => (await desk.webhooks.template.textContent())?.includes('alone') === true,
    );
  });

  await test.step('origins', async () => {
    await desk.goTo('Origins');
    await desk.origins.add('https://mine.acme.example');
    const added = desk.origins.rows.filter({ hasText: 'mine.acme.example' });
    await discardAndUndo('', async () => (await added.count()) === 1);
  });

  await test.step('any of them in the list', async () => {
    await desk.goTo('Drafts');
    const discards = page.getByRole('main').getByRole('button', { name: /^Discard (?!all )/ });
    await expect(discards).toHaveCount(4);
    for (let left = 3; left >= 0; left -= 1) {
      await discards.first().click();
      await expect(discards).toHaveCount(left);
      await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toHaveCount(0);
      await desk.toast('Discarded: ').last().getByRole('button', { name: 'Undo' }).click();
      await expect(discards).toHaveCount(left + 1);
      await discards.first().click();
      await expect(discards).toHaveCount(left);
    }
    await expect(page.getByText('No drafts')).toBeVisible();
  });
});

test("whitespace at the end of a template is no change: it isn't marked as one, and the draft closes", async ({
  desk,
  page,
}) => {
  await desk.tenants.signIn('Sandbox Staging');
  await desk.goTo('Webhooks');
  await desk.webhooks.list.getByRole('option').first().click();
  await desk.webhooks.openTab('Template');
  await desk.webhooks.template.click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.insertText(' \n');
  await expect(page.getByText('Draft saved')).toBeVisible();
  await desk.webhooks.reviewChange();
  await expect(desk.review.dialog.getByRole('heading', { name: 'No changes to apply' })).toBeVisible();
  await expect(desk.review.dialog.locator('.added, .removed')).toHaveCount(0);
  await expect(desk.review.applyButton).toHaveCount(0);
  await page.keyboard.press('Escape');
  await desk.goTo('Drafts');
  await expect(page.getByText('No drafts')).toBeVisible();
});

test('two tabs share one draft: one follows the other, and both versions are preserved until the user chooses', async ({
  desk,
  page,
  running,
}) => {
  await desk.tenants.signIn('Sandbox Staging');
  const name = await desk.applications.selectFirst();
  await desk.applications.openTab('Script');
  await expect(desk.applications.scriptEditor(name)).toContainText('set');

  const second = await anotherTab(page);
  const held = await holdMessages(second);
  await second.goto(new URL('/', running.url).href + new URL(page.url()).hash);
  const other = new DeskPage(second);
  await expect(other.applications.scriptEditor(name)).toContainText('set');

  await desk.applications.replaceScript(name, '// From the first tab');
  await expect(other.applications.scriptEditor(name)).toContainText('From the first tab');

  // The second tab edits before it receives the first one's edit.
  held.hold();
  // As one change: on a busy machine, deleting the old text would be saved separately.
  await page.keyboard.insertText(', and on');
  // The "saved" status was already shown for the previous text.
  await expect.poll(() => held.hasHeld('drafts.changed')).toBe(true);
  await other.applications.replaceScript(name, '// The second goes on');
  held.release();
  const question = second.getByRole('alert').filter({ hasText: 'Changed in another window' });
  await expect(question).toBeVisible();
  await expect(other.applications.scriptEditor(name)).toContainText('The second goes on');
  await expect(desk.applications.scriptEditor(name)).toContainText('From the first tab, and on');

  await question.getByRole('button', { name: 'Keep mine' }).click();
  await expect(question).toBeHidden();
  await expect(desk.applications.scriptEditor(name)).toContainText('The second goes on');
});

test('a new application survives a canceled review with its input, and is open once it exists', async ({
  desk,
  page,
}) => {
  await desk.tenants.signIn('Sandbox Staging');
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
  await expect(desk.signOn.tab).toHaveAttribute('aria-selected', 'true');
  await expect(desk.signOn.missing).toContainText('Audience');
  await desk.goTo('Drafts');
  await expect(page.getByText('No drafts')).toBeVisible();
});
