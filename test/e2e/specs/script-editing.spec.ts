import { readFile, writeFile } from 'node:fs/promises';
import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../desk-test.ts';

test.setTimeout(240_000);

const untidy = `setSubjectName(LoginUser.Username)
var team="identity"
setAttribute("Team",team)`;
const tidy = `setSubjectName(LoginUser.Username);
var team = 'identity';
setAttribute('Team', team);
`;

test('a script is formatted, its names are navigated, and its versions are compared and restored, by keyboard', async ({
  desk,
  own,
  page,
}) => {
  const { applications, scriptTestRun: testRun, review } = desk;
  await desk.signInTo(own, { name: 'Acme', baseUrl: own.baseUrl });
  await applications
    .option(/Web - SAML/)
    .first()
    .click();
  await applications.openTab('Script');
  const name = (await applications.title.textContent())?.trim() ?? '';
  const editor = testRun.editor(name);

  await test.step('formatting is one step, and one Undo reverses all of it', async () => {
    await applications.replaceScript(name, untidy);
    await editor.focus();
    await page.keyboard.press('Shift+Alt+F');
    await expect.poll(() => testRun.textOf(name)).toBe(tidy);
    await page.keyboard.press('ControlOrMeta+Z');
    await expect.poll(() => testRun.textOf(name)).toBe(untidy);
    await page.keyboard.press('Shift+Alt+F');
    await expect.poll(() => testRun.textOf(name)).toBe(tidy);
  });

  await test.step("a script with a syntax error is unchanged, and the error's position is shown", async () => {
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.type('var = 1;');
    await page.keyboard.press('Shift+Alt+F');
    await expect(page.getByText(/^Line 4, column 5: .* The script wasn’t formatted\.$/)).toBeVisible();
    expect(await testRun.textOf(name)).toBe(`${tidy}var = 1;`);
    await applications.replaceScript(name, tidy);
  });

  await test.step('F12 goes to the declaration of a name', async () => {
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.press('ArrowUp');
    for (const _key of "setAttribute('Team', t") await page.keyboard.press('ArrowRight');
    await page.keyboard.press('F12');
    await expect(testRun.currentLine(name)).toHaveText("var team = 'identity';");
    await page.keyboard.type('my');
    await expect.poll(() => testRun.textOf(name)).toContain("var myteam = 'identity';");
  });

  await test.step('an applied script is a version, beside the ones seen before', async () => {
    await page.keyboard.press('ControlOrMeta+Enter');
    await review.apply();
    await testRun.show('Compare');
    await expect(testRun.versions.getByRole('row', { name: /Applied/ })).toHaveCount(1);
    await expect(testRun.versions.getByRole('row', { name: /Observed.*unknown author/ })).toHaveCount(1);
    await expectAccessible(page, 'versions');
  });

  await test.step('restoring makes it the draft, writes nothing, and preserves the replaced draft', async () => {
    await testRun.show('Edit');
    await applications.replaceScript(name, '// typed, and not applied');
    await testRun.show('Compare');
    await testRun.versions.getByRole('radio', { name: /^Observed .*, before$/ }).press('Space');
    await testRun.restore.press('Enter');
    await expect(testRun.versions.getByRole('row', { name: /Saved draft/ })).toHaveCount(1);
    await expect(page.getByText('Draft saved')).toBeVisible();
    await testRun.show('Edit');
    expect(await testRun.textOf(name)).not.toContain('not applied');
    expect(await testRun.textOf(name)).not.toContain('myteam');
  });

  await test.step('users come from a query, unusable ones are listed, and all can be removed', async () => {
    await testRun.show('Test users');
    const sheet = await testRun.importUsers();
    await sheet.getByRole('textbox', { name: 'Query for users' }).focus();
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(sheet.getByRole('textbox', { name: 'Username maps to' })).toHaveValue('Username');
    await expect(sheet.getByText('never sent to a tenant')).toBeVisible();
    for (const row of [1, 2]) await sheet.getByRole('checkbox', { name: `Row ${row}:` }).press('Space');
    await expectAccessible(page, 'import of users');
    await sheet.getByRole('button', { name: 'Add 2 users' }).press('Enter');
    await expect(testRun.users).toHaveCount(2);
    // The button that opened the import disappeared with the empty state.
    await expect(testRun.users.and(page.locator(':focus'))).toHaveCount(1);
    await (await testRun.importUsers()).getByRole('button', { name: 'Run query' }).click();
    for (const row of [2, 3]) await sheet.getByRole('checkbox', { name: `Row ${row}:` }).press('Space');
    await sheet.getByRole('button', { name: 'Add 2 users' }).click();
    await expect(sheet.getByRole('listitem')).toHaveText([/^Row 2: .* is already a test user\.$/]);
    await sheet.getByRole('button', { name: 'Cancel' }).click();
    await expect(testRun.users).toHaveCount(3);
  });

  await test.step('a script is saved to a file, and a file is opened as the draft', async () => {
    const download = page.waitForEvent('download');
    await testRun.chooseAction('Save script as…');
    const file = test.info().outputPath('saved.txt');
    await (await download).saveAs(file);
    await writeFile(file, `\uFEFF// opened\r\n${await readFile(file, 'utf8')}`);
    const chooser = page.waitForEvent('filechooser');
    await testRun.chooseAction('Open script…');
    await (await chooser).setFiles(file);
    await expect(page.getByText('Draft replaced by saved.txt.')).toBeVisible();
    await expect.poll(() => testRun.textOf(name)).toMatch(/^\/\/ opened\n/);
  });
});
