import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../desk-test.ts';

test.setTimeout(240_000);

test('jobs are started through a review and listed with their results, and reports are previewed before they are sent', async ({
  desk,
  page,
}) => {
  await desk.tenants.signIn('Sandbox Staging');
  await desk.goTo('Procedures');
  const { main, procedures } = desk;
  const { search, jobs } = procedures;
  const review = page.getByRole('dialog', { name: /^Review/ });
  // A report has no record that could be read afterwards.
  const done = page.getByRole('dialog', { name: /^Accepted(, not verified| by the tenant)$/ });
  const apply = async (): Promise<void> => {
    await expect(review).toBeVisible();
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(done).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(done).toHaveCount(0);
  };

  await test.step('account access for a limited time, by keyboard', async () => {
    await expect(search).toBeVisible();
    await page.keyboard.press('/');
    await expect(search).toBeFocused();
    await page.keyboard.type('account access');
    await page.keyboard.press('Enter');
    await expect(main.getByRole('heading', { level: 2, name: 'Account access' })).toBeVisible();
    // Nothing takes space beside the arguments before there is a job.
    await expect(jobs).toHaveCount(0);
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(main.getByText('Enter a value for “Account”.').first()).toBeVisible();
    const account = main.getByRole('combobox', { name: /^Account/ });
    await expect(account).toBeFocused();
    // Only the accounts of one server are offered.
    await page.keyboard.press('Escape');
    const offered = page.getByRole('option');
    await account.press('ArrowDown');
    await expect(offered.nth(1)).toBeVisible();
    const all = await offered.count();
    await page.keyboard.press('Escape');
    await main.getByRole('combobox', { name: /^Server/ }).press('ArrowDown');
    await offered.first().click();
    await account.press('ArrowDown');
    await expect(offered.first()).toBeVisible();
    expect(await offered.count()).toBeLessThan(all);
    await offered.first().click();
    const zone = main.getByRole('combobox', { name: 'Time zone' });
    await zone.fill('Tokyo');
    await page.getByRole('option', { name: 'Asia/Tokyo' }).click();
    await main.getByLabel('From').fill('2033-11-07T08:49');
    await main.getByLabel('Until').fill('2033-11-06T08:49');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(main.getByText('Choose a time after').first()).toBeVisible();
    await main.getByRole('button', { name: '4 h' }).click();
    await expect(main.getByLabel('Until')).toHaveValue('2033-11-07T12:49');
    const sent = main.getByRole('textbox', { name: 'Request preview' });
    await expect(sent).toContainText('"AssignmentType": "window"');
    await expect(sent).toContainText('"StartTime": "Sun, 06 Nov 2033 23:49:00 GMT"');
    await expectAccessible(page, 'a job that is filled in');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(review).toContainText('can’t be undone');
    await apply();
    await expect(jobs.getByRole('button', { name: /succeeded Account access/ })).toBeVisible();
  });

  await test.step('a failed job shows why', async () => {
    await main.getByRole('combobox', { name: /^Account/ }).fill('nobody');
    await main.getByRole('combobox', { name: /^Account/ }).press('Tab');
    await page.keyboard.press('ControlOrMeta+Enter');
    await apply();
    const failed = jobs.getByRole('button', { name: /failed Account access/ });
    await expect(failed).toContainText('Account nobody not found.');
    await failed.press('Enter');
    const detail = page.getByRole('dialog', { name: 'Account access' });
    await expect(detail.getByRole('alert')).toHaveText('Account nobody not found.');
    await expect(detail.getByRole('textbox', { name: 'Input' })).toContainText('"PVID": "nobody"');
    await expectAccessible(page, 'a job that failed');
    await page.keyboard.press('Escape');
    await expect(failed).toBeFocused();
  });

  await test.step('a procedure is started as a job', async () => {
    await search.fill('server count');
    await main.getByRole('link', { name: 'Server count' }).click();
    await main.getByRole('button', { name: 'Start as job…' }).click();
    await apply();
    await jobs.getByRole('button', { name: /succeeded Server count/ }).click();
    const detail = page.getByRole('dialog', { name: 'Server count' });
    await expect(detail.getByRole('grid', { name: 'Result' }).getByRole('row').nth(1)).toBeVisible();
    await detail.getByRole('radio', { name: 'JSON' }).click();
    await expect(detail.getByRole('textbox', { name: 'Result' })).toContainText('FullCount');
    await page.keyboard.press('Escape');
  });

  await test.step('a report is previewed, and goes to two people', async () => {
    await search.fill('');
    await main.getByRole('link', { name: 'Email a report' }).click();
    const send = main.getByRole('button', { name: 'Review and send…' });
    await main.getByRole('textbox', { name: /^To/ }).fill('a@acme.example, nobody');
    await send.click();
    await expect(main.getByText('“nobody” is not a valid email address.')).toBeVisible();
    await main.getByRole('textbox', { name: /^To/ }).fill('a@acme.example, b@acme.example');
    await main.getByRole('textbox', { name: /^Subject/ }).fill('Roles');
    await main
      .getByRole('textbox', { name: 'Report query' })
      .fill('SELECT Name FROM Role WHERE Name <> :who ORDER BY Name');
    await main.getByRole('textbox', { name: 'Value of who' }).fill("O'Brien");
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(main.getByRole('grid', { name: 'Result' }).getByRole('row').nth(1)).toBeVisible();
    await expect(main.getByText('2 emails, “Roles”: table of these rows')).toBeVisible();
    await expectAccessible(page, 'a report');
    await send.click();
    await expect(review).toContainText("Name <> 'O''Brien'");
    await apply();
    await expect(jobs.getByRole('button', { name: /succeeded Email a report to/ })).toHaveCount(2);
  });

  await test.step('the input is there after a restart, and so are the jobs', async () => {
    await page.reload();
    await expect(main.getByRole('textbox', { name: /^Subject/ })).toHaveValue('Roles');
    await main.getByRole('link', { name: /Jobs of this tenant/ }).click();
    await expect(jobs.getByRole('button')).not.toHaveCount(0);
    await expect(jobs.getByRole('button', { name: /Account access/ })).toHaveCount(2);
  });
});
