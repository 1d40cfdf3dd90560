import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../desk-test.ts';

test.setTimeout(150_000);

test('a procedure is found, given its arguments, and run, by keyboard', async ({ desk, page }) => {
  await (await desk.tenants.signIn('Sandbox Staging')).close();
  await desk.goTo('Procedures');
  const { main } = desk;
  const result = main.getByRole('grid', { name: 'Result' });
  const search = main.getByRole('searchbox', { name: 'Search procedures' });
  const run = main.getByRole('button', { name: /^Run/ });

  await test.step('found by words of what it does', async () => {
    await expect(search).toBeVisible();
    await page.keyboard.press('/');
    await expect(search).toBeFocused();
    await page.keyboard.type('nothing of the kind');
    await expect(main.getByText('No procedure is called that')).toBeVisible();
    await search.fill('role members of');
    await page.keyboard.press('Enter');
    await expect(main.getByRole('heading', { level: 2, name: 'Members of a role' })).toBeVisible();
    await expectAccessible(page, 'a procedure');
  });

  await test.step('asks for what it needs, offers what there is, and shows what is sent', async () => {
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(main.getByText('Enter a value for “Role”.')).toBeVisible();
    const role = main.getByRole('combobox', { name: /^Role/ });
    await expect(role).toBeFocused();
    await page.keyboard.type('every');
    await page.getByRole('option', { name: /Everybody/ }).click();
    await expect(main.getByText("@/lib/get_role_members.js(id:'Everybody')")).toBeVisible();
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(result.getByRole('row').nth(1)).toBeVisible();
    await expect(
      main
        .getByText('first 1,000 shown')
        .or(main.getByText(/^[\d,]+ rows?$/))
        .first(),
    ).toBeVisible();
  });

  await test.step('keeps what was typed, refuses what no call can hold, and takes another file', async () => {
    await search.fill('accounts');
    await main.getByRole('link', { name: 'Accounts', exact: true }).click();
    const which = main.getByRole('combobox', { name: /^Which/ });
    await which.fill("O'Brien");
    await which.press('Tab');
    await expect(main.getByText('nothing: The value holds')).toBeVisible();
    await which.fill('Managed');
    await which.press('Tab');
    await expect(main.getByText("@/lib/server/get_accounts.js(mode:'Managed')")).toBeVisible();
    await search.fill('');
    await main.getByRole('link', { name: 'Number of servers' }).click();
    await main.getByRole('textbox', { name: 'File' }).fill('/lib/no_such_file.js');
    await run.click();
    await expect(main.getByRole('alert')).toContainText('no_such_file');
    await main.getByRole('textbox', { name: 'File' }).fill('/lib/server/get_server_count.js');
    await run.click();
    await expect(result.getByRole('row').nth(1)).toBeVisible();
    await page.goBack();
    await expect(which).toHaveValue('Managed');
  });

  await test.step('is a favourite from then on', async () => {
    await main.getByRole('button', { name: 'Make it a favourite' }).click();
    await page.reload();
    await expect(main.getByRole('list', { name: 'Favourites' }).getByRole('link')).toHaveText(/Accounts/);
    await search.focus();
    await page.keyboard.press('ArrowDown');
    await expect(main.getByRole('link', { name: /Accounts/ }).first()).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(main.getByRole('list', { name: 'People' }).getByRole('link').first()).toBeFocused();
  });
});
