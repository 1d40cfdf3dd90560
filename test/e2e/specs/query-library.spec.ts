import { Buffer } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { expectAccessible } from '../accessible.ts';
import { anotherTab } from '../another-tab.ts';
import { expect, test } from '../desk-test.ts';
import { replaceText } from '../pages/code-editor.ts';
import { DeskPage } from '../pages/desk-page.ts';
import { makeProfileFolder, startDesk } from '../running-desk.ts';

test.setTimeout(240_000);

test('saved queries are found in folders, by their descriptions too, all by keyboard', async ({
  desk,
  page,
}) => {
  await desk.tenants.signIn('Sandbox Staging');
  await desk.goTo('Query');
  const { query } = desk;
  const dialog = (name: string | RegExp) => page.getByRole('dialog', { name });
  const tab = (name: string) => desk.main.getByRole('tab', { name, exact: true });

  await test.step('one is saved with a description, into an existing folder', async () => {
    await desk.main.getByRole('button', { name: 'New folder' }).press('Enter');
    await dialog('New folder').getByRole('textbox', { name: 'Folder name' }).fill('Sign-ins');
    await page.keyboard.press('Enter');
    await expect(query.saved('Sign-ins')).toHaveAttribute('aria-expanded', 'false');
    await replaceText(page, query.editor, 'SELECT Name FROM Role WHERE Name <> :word');
    await desk.main.getByRole('textbox', { name: 'Value of word' }).fill("O'Brien");
    await page.keyboard.press('ControlOrMeta+S');
    const form = dialog('Save query');
    await form.getByRole('textbox', { name: 'Name' }).fill('Failed sign-ins');
    await form.getByRole('textbox', { name: /^Description/ }).fill('Who could not get in.\nFor Mondays.');
    await form.getByRole('combobox', { name: 'Folder' }).click();
    await page.getByRole('option', { name: 'Sign-ins' }).click();
    await expectAccessible(page, 'saving a query');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(tab('Failed sign-ins')).toBeVisible();
  });

  await test.step('its tab shows unsaved changes until they are saved', async () => {
    await expect(tab('Failed sign-ins')).not.toHaveAccessibleDescription('Unsaved changes');
    await replaceText(page, query.editor, 'SELECT Name FROM Role WHERE Name = :word');
    await expect(tab('Failed sign-ins')).toHaveAccessibleDescription('Unsaved changes');
    await expectAccessible(page, 'a tab that is not saved');
    await replaceText(page, query.editor, 'SELECT Name FROM Role WHERE Name <> :word');
    await expect(tab('Failed sign-ins')).not.toHaveAccessibleDescription('Unsaved changes');
  });

  await test.step('the tree is navigated with the arrows', async () => {
    await page.getByRole('searchbox', { name: 'Search queries and tables' }).press('ArrowDown');
    await expect(query.saved('Sign-ins')).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(query.saved('Sign-ins')).toHaveAttribute('aria-expanded', 'true');
    await page.keyboard.press('ArrowRight');
    await expect(query.saved('Failed sign-ins')).toBeFocused();
    await expect(query.saved('Failed sign-ins')).toContainText('Who could not get in.');
    await expect(query.saved('Failed sign-ins')).toHaveAttribute('aria-selected', 'true');
    await expectAccessible(page, 'saved queries');
  });

  await test.step('F2 renames it, and its tab follows', async () => {
    await page.keyboard.press('F2');
    const form = dialog('About Failed sign-ins');
    await expect(form.getByRole('textbox', { name: /^Description/ })).toHaveValue(/For Mondays\.$/);
    await form.getByRole('textbox', { name: 'Name' }).fill('Refused sign-ins');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(query.saved('Refused sign-ins')).toBeVisible();
    await expect(tab('Refused sign-ins')).toBeVisible();
  });

  await test.step('it is moved out of its folder and back', async () => {
    await query.saved('Refused sign-ins').press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Move to folder…' }).click();
    await dialog('Move Refused sign-ins').getByRole('combobox', { name: 'Folder' }).click();
    await page.getByRole('option', { name: 'No folder' }).click();
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(query.saved('Refused sign-ins')).toHaveAttribute('aria-level', '1');
    await desk.toast('Moved Refused sign-ins.').getByRole('button', { name: 'Undo' }).click();
    await expect(query.saved('Refused sign-ins')).toHaveAttribute('aria-level', '2');
  });

  await test.step('the mouse drags it onto another folder', async () => {
    await desk.main.getByRole('button', { name: 'New folder' }).click();
    await dialog('New folder').getByRole('textbox', { name: 'Folder name' }).fill('Weekly');
    await page.keyboard.press('Enter');
    await query.saved('Refused sign-ins').dragTo(query.saved('Weekly'));
    await expect(query.saved('Weekly')).toContainText('1');
    await query.saved('Weekly').dragTo(query.saved('Sign-ins'));
    await expect(query.saved('Weekly')).toHaveAttribute('aria-level', '2');
  });

  await test.step('a search covers names, descriptions and texts', async () => {
    const search = page.getByRole('searchbox', { name: 'Search queries and tables' });
    await search.fill('mondays');
    await expect(query.saved('Refused sign-ins')).toBeVisible();
    await search.fill('nothing has this');
    await expect(desk.main.getByText('No matching saved queries')).toBeVisible();
    await search.press('Escape');
    await expect(search).toHaveValue('');
  });

  await test.step('a folder is removed with all its contents, and restored', async () => {
    await query.saved('Sign-ins').press('Delete');
    const removed = desk.toast('Removed folder Sign-ins with 1 query.');
    await expect(removed).toBeVisible();
    await expect(query.tree).toBeHidden();
    await expect(tab('Refused sign-ins')).toBeVisible();
    await removed.getByRole('button', { name: 'Undo' }).click();
    await expect(query.saved('Weekly')).toBeVisible();
  });
});

test('a text that another window saved is not overwritten without notice', async ({ desk, page }) => {
  const offline = async (at: typeof desk, tenant: string) => {
    await at.tenants.card(tenant).getByRole('link', { name: 'Work offline' }).click();
    await at.goTo('Query');
  };
  await offline(desk, 'Sandbox Staging');
  await replaceText(page, desk.query.editor, 'SELECT Name FROM Role');
  await page.keyboard.press('ControlOrMeta+S');
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Roles');
  await page.keyboard.press('Enter');
  await expect(desk.query.saved('Roles')).toBeVisible();

  const second = await anotherTab(page);
  await second.goto(new URL('/', page.url()).href);
  const other = new DeskPage(second);
  await other.goTo('Tenants');
  await offline(other, 'Sandbox Production');
  await other.query.saved('Roles').click();
  await expect(other.query.editor).toHaveText('SELECT Name FROM Role');
  await replaceText(second, other.query.editor, 'SELECT ID FROM Role');
  await second.keyboard.press('ControlOrMeta+S');
  await expect(other.toast('Saved Roles.')).toBeVisible();

  await page.bringToFront();
  await expect(desk.main.getByText('Roles has a newer saved version')).toBeVisible();
  await replaceText(page, desk.query.editor, 'SELECT Description FROM Role');
  await page.keyboard.press('ControlOrMeta+S');
  const sheet = page.getByRole('dialog', { name: 'Roles has a newer saved version' });
  await expect(sheet).toContainText('SELECT ID FROM Role');
  await expectAccessible(page, 'a query that was saved elsewhere');
  await sheet.getByRole('button', { name: 'Save as new query' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Roles of mine');
  await page.keyboard.press('Enter');
  await expect(desk.query.saved('Roles of mine')).toBeVisible();
  await expect(desk.query.saved('Roles')).toBeVisible();
});

test('earlier runs are found by text, opened again with their input, and deleted', async ({ desk, page }) => {
  await desk.tenants.signIn('Sandbox Staging');
  await desk.goTo('Query');
  const { query } = desk;
  const run = async (text: string, values: Readonly<Record<string, string>> = {}) => {
    await replaceText(page, query.editor, text);
    for (const [name, value] of Object.entries(values))
      await desk.main.getByRole('textbox', { name: `Value of ${name}` }).fill(value);
    await page.keyboard.press('ControlOrMeta+Enter');
  };
  await run('SELECT Name FROM Role WHERE Name = :name AND ID <> :apiKey', {
    ...{ name: 'Everybody', apiKey: 'hunter2' },
  });
  await expect(query.result.getByRole('gridcell', { name: 'Everybody' })).toBeVisible();
  await run('SELECT nonsense FROM Role');
  await expect(desk.main.getByText(/nonsense/).first()).toBeVisible();
  await desk.main.getByRole('button', { name: 'History', exact: true }).press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Query history' });
  const list = sheet.getByRole('listbox', { name: 'Query runs' });

  await test.step('the search field has the focus, and finds a run by its input', async () => {
    await expect(list.getByRole('option')).toHaveCount(2);
    await expect(list.getByRole('option').first()).toContainText('no such column');
    await expect(sheet.getByRole('searchbox', { name: 'Search history' })).toBeFocused();
    await page.keyboard.type('everybody');
    await expect(list.getByRole('option')).toHaveCount(1);
    await expect(list.getByRole('option')).toContainText('1 row in');
    await list.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(sheet.getByRole('region', { name: 'Query text' })).toContainText(':apiKey');
    await expect(sheet.getByText('not stored (secret name)')).toBeVisible();
    await expect(sheet).not.toContainText('hunter2');
    await expectAccessible(page, 'history of queries');
  });

  await test.step('it is opened in a new tab, ready to run except for the secret', async () => {
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(desk.main.getByRole('tab')).toHaveCount(2);
    await expect(query.editor).toContainText(':apiKey');
    await expect(desk.main.getByRole('textbox', { name: 'Value of name' })).toHaveValue('Everybody');
    await expect(desk.main.getByRole('textbox', { name: 'Value of apiKey' })).toHaveValue('');
  });

  await test.step('all of it is deleted on request', async () => {
    await desk.main.getByRole('button', { name: 'History', exact: true }).click();
    await sheet.getByRole('button', { name: 'Clear…' }).click();
    await page.getByRole('button', { name: 'Clear history' }).click();
    await expect(sheet.getByText('No runs yet')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(desk.main.getByText('Queries you run appear here.')).toBeVisible();
  });
});

test('queries are shared as a file, and compared before any is imported', async ({
  desk,
  page,
  browser,
}, info) => {
  const profile = makeProfileFolder();
  const second = await startDesk(profile.path);
  const context = await browser.newContext();
  const otherPage = await context.newPage();
  const other = new DeskPage(otherPage);
  const file = info.outputPath('queries.tdqueries');
  const choose = async (label: string) => {
    await otherPage.getByRole('button', { name: 'More saved query actions' }).press('Enter');
    const chooser = otherPage.waitForEvent('filechooser');
    await otherPage.getByRole('menuitem', { name: label }).click();
    return await chooser;
  };
  const sheet = otherPage.getByRole('dialog', { name: 'Import queries' });

  await test.step('one installation saves a folder', async () => {
    await desk.tenants.card('Sandbox Staging').getByRole('link', { name: 'Work offline' }).click();
    await desk.goTo('Query');
    await desk.main.getByRole('button', { name: 'New folder' }).click();
    await page.getByRole('textbox', { name: 'Folder name' }).fill('Sign-ins');
    await page.keyboard.press('Enter');
    await expect(desk.query.saved('Sign-ins')).toBeVisible();
    await expect(page.getByRole('dialog')).toBeHidden();
    await replaceText(page, desk.query.editor, 'SELECT Name FROM Role WHERE Name = :who');
    await desk.main.getByRole('textbox', { name: 'Value of who' }).fill('nobody else knows');
    await page.keyboard.press('ControlOrMeta+S');
    await page.getByRole('textbox', { name: 'Name' }).fill('Failed');
    await page.getByRole('combobox', { name: 'Folder' }).click();
    await page.getByRole('option', { name: 'Sign-ins' }).click();
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(desk.query.saved('Sign-ins')).toContainText('1');
    await desk.query.saved('Sign-ins').press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Share as file…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Share as file' });
    await expect(dialog.getByRole('checkbox', { name: 'Sign-ins' })).toBeChecked();
    await expect(dialog.getByRole('checkbox', { name: 'Failed' })).toBeDisabled();
    await expectAccessible(page, 'sharing queries');
    const saving = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Save 1 query' }).click();
    const saved = await saving;
    expect(saved.suggestedFilename()).toBe('Sign-ins.tdqueries');
    await saved.saveAs(file);
    expect(await readFile(file, 'utf8')).not.toContain('nobody else knows');
  });

  await test.step('another installation shows what is new, and imports it into its folder', async () => {
    await other.open(second.url);
    await other.tenants.card('Sandbox Staging').getByRole('link', { name: 'Work offline' }).click();
    await other.goTo('Query');
    await (await choose('Import from file…')).setFiles(file);
    await expect(sheet.getByText('1 new', { exact: true })).toBeVisible();
    await sheet.getByRole('button', { name: 'Show Failed' }).click();
    await expect(sheet.getByRole('region', { name: 'Text of Failed' })).toContainText(':who');
    await expectAccessible(otherPage, 'importing queries');
    await sheet.getByRole('button', { name: 'Import 1 query' }).click();
    await expect(other.toast('Imported 1 query: 1 added, 0 replaced.')).toBeVisible();
    await other.query.saved('Sign-ins').press('ArrowRight');
    await other.query.saved('Failed').click();
    await expect(other.query.editor).toContainText('WHERE Name = :who');
  });

  await test.step('a changed query is compared, imported, and undone', async () => {
    await replaceText(otherPage, other.query.editor, 'SELECT ID FROM Role');
    await otherPage.keyboard.press('ControlOrMeta+S');
    await expect(other.toast('Saved Failed.')).toBeVisible();
    await (await choose('Import from file…')).setFiles(file);
    await expect(sheet.getByText('1 different', { exact: true })).toBeVisible();
    await expect(sheet.getByRole('button', { name: 'Import 0 queries' })).toBeDisabled();
    await sheet.getByRole('button', { name: 'Compare Failed' }).click();
    await expect(sheet).toContainText('SELECT ID FROM Role');
    await sheet.getByRole('combobox', { name: 'Action for Failed' }).click();
    await otherPage.getByRole('option', { name: 'Use file version' }).click();
    await sheet.getByRole('button', { name: 'Import 1 query' }).click();
    const taken = other.toast('Imported 1 query: 0 added, 1 replaced.');
    await expect(other.main.getByText('Failed has a newer saved version')).toBeVisible();
    await taken.getByRole('button', { name: 'Undo' }).click();
    await expect(other.main.getByText('Failed has a newer saved version')).toBeHidden();
  });

  await test.step('an invalid file shows where it is wrong', async () => {
    await (
      await choose('Import from file…')
    ).setFiles({
      name: 'bad.json',
      mimeType: 'application/json',
      buffer: Buffer.from(
        '{"format":"tenant-desk/queries","version":1,"sharedAt":"2026-01-31T10:00:00Z","queries":[{"id":"a","name":"A"}]}',
      ),
    });
    await expect(other.toast('bad.json is JSON, but not a Tenant Desk query file')).toContainText(
      'queries[0].text',
    );
    await expect(sheet).toBeHidden();
  });
  await context.close();
  await second.stop();
  profile.remove();
});

test('a cell links to what it names, and a long text is searched', async ({ desk, page }) => {
  await desk.tenants.signIn('Sandbox Staging');
  await desk.goTo('Query');
  const { query } = desk;
  const inspect = async (name: string) => {
    await query.result.getByRole('gridcell', { name, exact: true }).first().dblclick();
    return page.getByRole('dialog');
  };
  await query.run("SELECT ID, Name FROM Role WHERE ID = 'Everybody'");
  const role = await inspect('Everybody');
  await expect(role.getByRole('link', { name: 'Open role Everybody' })).toBeVisible();
  await expectAccessible(page, 'a cell with links');
  await role.getByRole('link', { name: 'Open role Everybody' }).press('Enter');
  await expect(page).toHaveURL(/\/roles\/list\/Everybody$/);

  await desk.goTo('Query');
  await query.run("SELECT 'zoe@acme.example' AS NormalizedUser FROM Role LIMIT 1");
  const user = await inspect('zoe@acme.example');
  await user.getByRole('link', { name: 'Query user zoe@acme.example' }).click();
  await expect(query.editor).toContainText('FROM User');
  await expect(desk.main.getByRole('textbox', { name: 'Value of user' })).toHaveValue('zoe@acme.example');

  const longText = 'one two three '.repeat(40);
  await query.run(`SELECT '${longText}' AS Words FROM Role LIMIT 1`);
  await query.result.getByRole('gridcell').filter({ hasText: 'one two three' }).first().dblclick();
  const text = page.getByRole('dialog', { name: 'Words' });
  await text.getByRole('searchbox', { name: 'Find in text' }).fill('TWO');
  await expect(text.locator('mark')).toHaveCount(40);
  await page.keyboard.press('Enter');
  await expectAccessible(page, 'a long text that is searched');
});
