import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../desk-test.ts';

test.setTimeout(180_000);

test('an application is found by anything a user may know about it, with text and filters, and the detail stays in sync', async ({
  desk,
  page,
}) => {
  const { applications } = desk;
  await desk.tenants.signIn('Sandbox Staging');
  await expect(applications.open).toBeVisible();
  const all = await applications.count();
  expect(all).toBeGreaterThanOrEqual(40);
  const opened = applications.list.getByRole('option').nth(1);
  await opened.click();
  await expect(opened).toHaveAttribute('aria-current', 'true');

  await test.step('by its template, its service name and search qualifiers', async () => {
    await applications.search('ConfluenceServerSAML');
    await expect(applications.option(/^Confluence Server/)).toBeVisible();
    await expect.poll(() => applications.count()).toBe(1);
    await applications.search('confluence-server-saml');
    await expect.poll(() => applications.count()).toBe(1);
    await applications.search('type:saml conflu');
    await expect.poll(() => applications.count()).toBe(1);
    await applications.search('type:bookmark conflu');
    await expect(page.getByText('No application matches your filters.')).toBeVisible();
  });

  await test.step("the open application isn't shown as selected while it is filtered out, and reappears", async () => {
    const title = await applications.title.textContent();
    await expect(page.getByText(`${title ?? ''} is open, but hidden by the filter.`)).toBeVisible();
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(applications.searchField).toHaveValue('');
    await expect(applications.open).toContainText(title ?? '-');
    await expect(applications.list).toBeFocused();
  });

  await test.step('every type and every category is a filter with its count, and filters combine', async () => {
    const options = await applications.openOptions();
    const types = options.getByRole('group', { name: 'Type' }).getByRole('checkbox');
    await expect(types.first()).toBeVisible();
    let counted = 0;
    for (const name of await types.evaluateAll((boxes) =>
      boxes.map((box) => box.getAttribute('aria-label') ?? ''),
    ))
      counted += Number(/, (\d+)$/.exec(name)?.[1]);
    expect(counted).toBe(all);
    await types.first().focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await expect(types.first()).toBeChecked();
    await expect(types.nth(1)).toBeChecked();
    await expectAccessible(page, 'filter and sort');
    await page.keyboard.press('Escape');
    const two = await applications.count();
    expect(two).toBeLessThan(all);
    await expect(page.getByRole('group', { name: 'Filter applications' }).getByRole('button')).toHaveCount(2);
    await page.getByRole('group', { name: 'Filter applications' }).getByRole('button').first().click();
    await expect.poll(() => applications.count()).toBeLessThan(two);
    await page.getByRole('group', { name: 'Filter applications' }).getByRole('button').first().click();
    await expect.poll(() => applications.count()).toBe(all);
  });

  await test.step('the sort order and the row details are remembered for the tenant', async () => {
    const options = await applications.openOptions();
    await options.getByRole('radio', { name: 'Type' }).click();
    await options.getByRole('checkbox', { name: 'Service name' }).click();
    await page.keyboard.press('Escape');
    // Without its icon, which loads later.
    const first = applications.list.getByRole('option').first().locator('b');
    const name = (await first.textContent()) ?? '-';
    await page.reload();
    await expect(first).toHaveText(name);
    await expect(applications.list.getByRole('option').first()).toContainText('-');
  });

  await test.step('applications with a draft are found', async () => {
    await applications.select('Confluence Server');
    await applications.field('Description').fill('Being written');
    await expect(page.getByText('Draft saved')).toBeVisible();
    await applications.filter(/^Draft/).click();
    await expect.poll(() => applications.count()).toBe(1);
    await applications.filter(/^Draft/).click();
    await applications.search('is:draft');
    await expect.poll(() => applications.count()).toBe(1);
    await expect(applications.option(/Confluence Server.*Draft/)).toBeVisible();
  });
  await test.step('a script takes the space of the list, which one press shows again', async () => {
    await applications.search('type:saml');
    const first = await applications.selectFirst();
    await applications.openTab('Script');
    await expect(applications.list).toBeHidden();
    await desk.main.getByRole('button', { name: 'Applications', exact: true }).click();
    await expect(applications.list).toBeFocused();
    await expect(applications.scriptEditor(first)).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(applications.list).toBeHidden();
    await expect(applications.title).not.toHaveText(first);
    await applications.openTab('Settings');
    await expect(applications.list).toBeVisible();
  });
});

test('applications are selected with keys and with the mouse, independent of the open one', async ({
  desk,
  page,
}) => {
  const { applications } = desk;
  await desk.tenants.signIn('Sandbox Staging');
  await expect(applications.open).toBeVisible();
  const all = await applications.count();
  const opened = (await applications.title.textContent()) ?? '';

  await test.step('Space, Shift with arrows, Ctrl+A and Escape', async () => {
    await page.keyboard.press('/');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await expect(applications.bulk.getByRole('status')).toHaveText(`3 selected of ${all} shown`);
    await expect(applications.chosen).toHaveCount(3);
    await expectAccessible(page, 'chosen applications');
    await page.keyboard.press('ControlOrMeta+a');
    await expect(applications.bulk.getByRole('status')).toHaveText(`${all} selected of ${all} shown`);
    await page.keyboard.press('Escape');
    await expect(applications.bulk).toBeHidden();
    await expect(applications.title).toHaveText(opened);
  });

  await test.step('the checkbox of a row, and a range with Shift', async () => {
    await applications.list.getByRole('option').nth(1).locator('[data-tick]').click();
    await applications.list
      .getByRole('option')
      .nth(4)
      .click({ modifiers: ['Shift'] });
    await expect(applications.chosen).toHaveCount(4);
    await expect(applications.title).toHaveText(opened);
  });

  await test.step('the selection survives filtering, and its hidden part is reported', async () => {
    await applications.search('type:openid');
    await expect(applications.bulk.getByRole('status')).toContainText('hidden by the filter');
    await applications.bulk.getByRole('button', { name: /^All \d/ }).click();
    await expect(applications.bulk.getByRole('status')).not.toContainText('hidden by the filter');
    await applications.bulk.getByRole('button', { name: 'Clear selection' }).click();
    await expect(applications.bulk).toBeHidden();
    await expect(applications.list).toBeFocused();
  });
});
