import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../desk-test.ts';
import { replaceText } from '../pages/code-editor.ts';

test.setTimeout(150_000);

test('several queries are open at once, each with its text, its parameters and its result', async ({
  desk,
  page,
}) => {
  await desk.tenants.signIn('Sandbox Staging');
  await desk.goTo('Query');
  const tab = (name: string) => desk.main.getByRole('tab', { name, exact: true });
  const tabs = desk.main.getByRole('tab');
  const cell = (name: string) => desk.query.result.getByRole('gridcell', { name, exact: true });

  await test.step('a second one is opened beside the first', async () => {
    await expect(tab('Untitled')).toHaveAttribute('aria-selected', 'true');
    await desk.query.run("SELECT 'first' AS answer FROM Role LIMIT 1");
    await expect(cell('first')).toBeVisible();
    await expect(desk.main.getByRole('button', { name: "SELECT 'first' AS answer" })).toBeVisible();
    await desk.main.getByRole('button', { name: 'New query' }).press('Enter');
    await expect(tab('Untitled 2')).toHaveAttribute('aria-selected', 'true');
    await replaceText(page, desk.query.editor, 'SELECT :word AS answer FROM Role LIMIT 1');
    await desk.main.getByRole('textbox', { name: 'Value of word' }).fill("it's");
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(cell("it's")).toBeVisible();
    await expectAccessible(page, 'two queries');
  });

  await test.step('its text is formatted, and Undo reverses that', async () => {
    await desk.query.editor.focus();
    await page.keyboard.press('Shift+Alt+F');
    await expect(desk.query.editor.locator('.cm-line')).toHaveText([
      'SELECT',
      '  :word AS answer',
      'FROM',
      '  Role',
      'LIMIT',
      '  1',
    ]);
    await desk.query.editor.focus();
    await page.keyboard.press('ControlOrMeta+Z');
    await expect(desk.query.editor).toHaveText('SELECT :word AS answer FROM Role LIMIT 1');
  });

  await test.step('arrow keys switch between them', async () => {
    await tab('Untitled 2').press('ArrowLeft');
    await expect(tab('Untitled')).toBeFocused();
    await expect(cell('first')).toBeVisible();
    await expect(desk.query.editor).toContainText("'first'");
  });

  await test.step('they are there after a page reload', async () => {
    await page.reload();
    await expect(tabs).toHaveText(['Untitled', 'Untitled 2']);
    await expect(cell('first')).toBeVisible();
    await tab('Untitled 2').click();
    await expect(cell("it's")).toBeVisible();
    await expect(desk.main.getByRole('textbox', { name: 'Value of word' })).toHaveValue("it's");
  });

  await test.step('a closed one can be reopened unchanged', async () => {
    await tab('Untitled 2').press('Delete');
    await expect(tabs).toHaveText(['Untitled']);
    await expect(tab('Untitled')).toBeFocused();
    await page.getByRole('button', { name: 'Reopen' }).click();
    await expect(tab('Untitled 2')).toHaveAttribute('aria-selected', 'true');
    await expect(cell("it's")).toBeVisible();
  });

  await test.step('a saved query has a tab with its name, which is reused when the query is opened again', async () => {
    await desk.main.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('A word');
    await page.keyboard.press('Enter');
    await expect(tabs).toHaveText(['Untitled', 'A word']);
    await tab('Untitled').click();
    await desk.query.saved('A word').click();
    await expect(tab('A word')).toHaveAttribute('aria-selected', 'true');
    await expect(tabs).toHaveCount(2);
  });
});

test('an open query is among the drafts only if something would be lost with it', async ({ desk, page }) => {
  await desk.tenants.card('Sandbox Staging').getByRole('link', { name: 'Work offline' }).click();
  await desk.goTo('Query');
  const { query, drafts } = desk;
  const tab = (name: string) => desk.main.getByRole('tab', { name, exact: true });
  const ofRail = desk.navigation.getByRole('link', { name: /^Drafts/ });
  const saved = 'SELECT Name FROM Role';

  await test.step('an unchanged one is not listed, a changed one is', async () => {
    await replaceText(page, query.editor, saved);
    await expect(ofRail).toHaveAccessibleName(/1/);
    await page.keyboard.press('ControlOrMeta+S');
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Roles');
    await page.keyboard.press('Enter');
    await expect(tab('Roles')).toBeVisible();
    await expect(ofRail).not.toHaveAccessibleName(/1/);
    await desk.goTo('Drafts');
    await expect(page.getByText('No drafts')).toBeVisible();

    await desk.goTo('Query');
    await replaceText(page, query.editor, 'SELECT ID FROM Role');
    await expect(ofRail).toHaveAccessibleName(/1/);
  });

  await test.step('its row leads to its tab', async () => {
    await desk.main.getByRole('button', { name: 'New query' }).click();
    await expect(tab('Roles')).toHaveAttribute('aria-selected', 'false');
    await desk.goTo('Drafts');
    await drafts.rows.getByRole('link', { name: 'Continue SELECT ID FROM Role' }).click();
    await expect(tab('Roles')).toHaveAttribute('aria-selected', 'true');
    await expect(query.editor).toHaveText('SELECT ID FROM Role');
  });

  await test.step('once it is discarded, its tab shows the saved text', async () => {
    await desk.goTo('Drafts');
    await drafts.rows.getByRole('button', { name: 'Discard SELECT ID FROM Role' }).click();
    await expect(page.getByText('No drafts')).toBeVisible();
    await desk.goTo('Query');
    await expect(query.editor).toHaveText(saved);
    await expect(tab('Roles')).not.toHaveAccessibleDescription('Unsaved changes');
    await expect(ofRail).not.toHaveAccessibleName(/1/);
  });

  await test.step('removing a saved query leaves its open text as a draft', async () => {
    await query.saved('Roles').press('Delete');
    await expect(desk.toast('Removed query Roles.')).toBeVisible();
    await expect(ofRail).toHaveAccessibleName(/1/);
    await expect(query.editor).toHaveText(saved);
  });
});
