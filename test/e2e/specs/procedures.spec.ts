import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../desk-test.ts';

test.setTimeout(240_000);

test('a procedure is found, filled in, and run, by keyboard; and a custom one is added', async ({
  desk,
  page,
}) => {
  await desk.tenants.signIn('Sandbox Staging');
  await desk.goTo('Procedures');
  const { main, procedures } = desk;
  const { search, result, sent, ownSheet } = procedures;
  const run = main.getByRole('button', { name: /^Run/ });

  await test.step('found by words of its description, with highlighted matches', async () => {
    await expect(search).toBeVisible();
    await page.keyboard.press('/');
    await expect(search).toBeFocused();
    await page.keyboard.type('nothing of the kind');
    await expect(main.getByRole('button', { name: 'Add custom entry…' })).toBeVisible();
    await search.fill('role members of');
    await expect(procedures.marks.first()).toHaveText('Members');
    await page.keyboard.press('Enter');
    await expect(procedures.title('Members of a role')).toBeVisible();
    await expectAccessible(page, 'a procedure');
  });

  await test.step('in a low window, as at 200 % zoom, errors are visible, and the result below', async () => {
    await page.setViewportSize({ width: 640, height: 400 });
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(main.getByRole('combobox', { name: /^Role/ })).toBeFocused();
    await expect(main.getByText('Enter a value for “Role”.').first()).toBeInViewport({ ratio: 1 });
    await main.getByText('No result yet').scrollIntoViewIfNeeded();
    await expect(main.getByText('No result yet')).toBeInViewport({ ratio: 1 });
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect(run).toBeInViewport({ ratio: 1 });
    await expect(main.getByRole('separator', { name: 'Resize arguments' })).toBeVisible();
    await expect(main.getByRole('combobox', { name: /^Role/ })).toBeFocused();
  });

  await test.step('asks for missing arguments, offers existing values, and shows the request', async () => {
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(main.getByText('Enter a value for “Role”.').first()).toBeVisible();
    const role = main.getByRole('combobox', { name: /^Role/ });
    await expect(role).toBeFocused();
    await page.keyboard.type('every');
    await page.getByRole('option', { name: /Everybody/ }).click();
    await expect(sent).toContainText("@/lib/get_role_members.js(id:'Everybody')");
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(result.getByRole('row').nth(1)).toBeVisible();
    await expect(main.getByText(/^[\d,]+ rows?$/).first()).toBeVisible();
  });

  await test.step('runs one page in another order, and keeps the earlier result if nothing can be sent', async () => {
    await main.getByText('Pages and order').click();
    await main.getByRole('textbox', { name: /^Page size/ }).fill('many');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(
      main.getByText('Enter a whole number from 1 to 10,000, or leave it empty.').first(),
    ).toBeVisible();
    await expect(main.getByRole('textbox', { name: /^Page size/ })).toBeFocused();
    await expect(result.getByRole('row').nth(1)).toBeVisible();
    await expect(main.getByText(/^as of /)).toBeVisible();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('2');
    await main.getByRole('textbox', { name: 'Page', exact: true }).fill('1');
    await main.getByRole('textbox', { name: /^Sort by/ }).fill('Username');
    await expect(sent).toContainText('Args: {PageNumber: 1, PageSize: 2, SortBy: "Username"');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(main.getByText('page 1 only')).toBeVisible();
    await expect(main.getByText(/^2 of [\d,]+ rows$/)).toBeVisible();
  });

  await test.step('preserves the input, as JSON too, fills in examples, and rejects values that no call can contain', async () => {
    await procedures.find('accounts');
    const which = main.getByRole('combobox', { name: /^Filter/ });
    await which.fill("O'Brien");
    await which.press('Tab');
    await expect(sent).toContainText('Not ready: The value contains');
    await main.getByRole('radio', { name: 'JSON' }).click();
    const json = main.getByRole('textbox', { name: 'Arguments as JSON' });
    await json.fill('{"mode": "Managed", "nothing": 1}');
    await expect(main.getByText('Unknown argument “nothing”.')).toBeVisible();
    await json.fill('{"mode": "Managed"}');
    await expect(sent).toContainText("@/lib/server/get_accounts.js(mode:'Managed')");
    await main.getByRole('radio', { name: 'Form' }).click();
    await expect(which).toHaveValue('Managed');
    await main.getByRole('button', { name: 'Example' }).click();
    await expect(sent).toContainText("(mode:'Managed', localOnly:true)");
    await main.getByRole('button', { name: 'Add to favorites' }).click();
  });

  await test.step('accepts another file if the platform names none', async () => {
    await procedures.find('server count');
    await main.getByRole('textbox', { name: 'File' }).fill('/lib/no_such_file.js');
    await run.click();
    await expect(main.getByRole('alert')).toContainText('no_such_file');
    await main.getByRole('textbox', { name: 'File' }).fill('/lib/server/get_server_count.js');
    await run.click();
    await expect(result.getByRole('row').nth(1)).toBeVisible();
  });

  await test.step('a custom one is added from a call, with messages at the fields', async () => {
    await search.fill('idle accounts');
    await main.getByRole('button', { name: 'Add custom entry…' }).click();
    await expect(ownSheet.getByRole('textbox', { name: /^Name/ }).first()).toHaveValue('idle accounts');
    const file = ownSheet.getByRole('textbox', { name: /^File/ });
    await file.fill("@/lib/../x.js(mode:'Managed')");
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(ownSheet.getByText('Enter a file such as /lib/reports/get_roles.js').first()).toBeVisible();
    await expect(file).toBeFocused();
    await file.fill("@/lib/server/get_accounts.js(mode:'Managed', newcode:true)");
    await file.press('Tab');
    await expect(file).toHaveValue('/lib/server/get_accounts.js');
    await expect(ownSheet.getByRole('group', { name: 'Argument 2: newcode' })).toBeVisible();
    await expectAccessible(page, 'an own procedure');
    await page.keyboard.press('Escape');
    await expect(ownSheet).toHaveCount(0);
    // The input is still there.
    await main.getByRole('button', { name: 'Custom', exact: true }).click();
    await expect(ownSheet.getByRole('textbox', { name: /^File/ })).toHaveValue('/lib/server/get_accounts.js');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(procedures.title('idle accounts')).toBeVisible();
    await expect(sent).toContainText("@/lib/server/get_accounts.js(mode:'Managed', newcode:true)");
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(result.getByRole('row').nth(1)).toBeVisible();
  });

  await test.step('it is changed, removed and restored, and there after a restart, like favorites', async () => {
    await procedures.choose('Edit…');
    await ownSheet.getByRole('textbox', { name: /^Name/ }).first().fill('Managed accounts');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(procedures.title('Managed accounts')).toBeVisible();
    await procedures.choose('Remove');
    await expect(procedures.entry('Managed accounts')).toHaveCount(0);
    await desk.toast('Managed accounts').getByRole('button', { name: 'Undo' }).click();
    await expect(procedures.title('Managed accounts')).toBeVisible();
    await page.reload();
    await expect(procedures.title('Managed accounts')).toBeVisible();
    await expect(procedures.group('Custom').getByRole('link')).toHaveText(/Managed accounts/);
    await expect(procedures.group('Favorites').getByRole('link')).toHaveText(/Accounts/);
    await search.focus();
    await page.keyboard.press('ArrowDown');
    await expect(main.getByRole('link', { name: /Accounts/ }).first()).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(procedures.group('Custom').getByRole('link').first()).toBeFocused();
  });
});
