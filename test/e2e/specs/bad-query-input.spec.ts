import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../desk-test.ts';
import { replaceText } from '../pages/code-editor.ts';
import type { RequestedPage } from '../../fakes/query-results.ts';
import { respondToQueries, pageOf } from '../../fakes/query-results.ts';

test.setTimeout(240_000);

test('queries that cannot run are rejected with a message, and the text is not lost', async ({
  desk,
  own,
  page,
}) => {
  await desk.signInTo(own);
  await desk.goTo('Query');
  const { editor } = desk.query;
  const countQueries = (): number =>
    own.network.requests.filter(({ path }) => /redrock\/query/i.test(path)).length;
  const message = (text: string | RegExp) => desk.main.getByText(text);

  await test.step('an empty query', async () => {
    await replaceText(page, editor, ' \n ');
    const before = countQueries();
    await expect(desk.main.getByRole('button', { name: /^Run/ })).toBeDisabled();
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(desk.toast('Enter a query first.')).toBeVisible();
    expect(countQueries()).toBe(before);
  });

  await test.step('several statements, and one that writes', async () => {
    await desk.query.run('SELECT Name FROM Role; SELECT Name FROM Application');
    await expect(message('declined to run the query: Send one statement at a time.')).toBeVisible();
    for (const writing of ["DELETE FROM Role WHERE Name = 'x'", "UPDATE Role SET Name = 'x'"]) {
      await desk.query.run(writing);
      await expect(message('declined to run the query: Only SELECT statements are allowed.')).toBeVisible();
      await expect(editor).toHaveText(writing);
    }
  });

  await test.step('one that is too long to save: the editor says so, keeps the text, and sends nothing', async () => {
    const before = countQueries();
    await replaceText(page, editor, `SELECT '${'y'.repeat(1_000_000)}'`);
    const notSaved = page.getByRole('alert').filter({ hasText: 'not saved' });
    await expect(notSaved).toContainText('The query is too long. The maximum is 1,000,000 characters');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(
      desk.main.getByText('Check text: The query is too long. The maximum is 1,000,000 characters.', {
        exact: true,
      }),
    ).toBeVisible();
    expect(countQueries()).toBe(before);
    await replaceText(page, editor, 'SELECT 7 AS seven');
    await expect(notSaved).toHaveCount(0);
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(desk.query.result.getByRole('gridcell', { name: '7', exact: true })).toBeVisible();
  });
});

test('malformed responses are shown if possible, with what is wrong', async ({ desk, own, page }) => {
  await desk.signInTo(own);
  await desk.goTo('Query');
  const { result } = desk.query;
  const cell = (name: string) => result.getByRole('gridcell', { name, exact: true });
  const message = (text: string | RegExp) => desk.main.getByText(text);
  const titles = result.getByRole('columnheader');

  await test.step('rows without a column', async () => {
    respondToQueries(own.network, () => ({ FullCount: 2, Columns: [], Results: [{ Row: {} }, { Row: {} }] }));
    await desk.query.run('SELECT nothing');
    await expect(desk.main.getByRole('heading', { name: '2 rows without a column' })).toBeVisible();
  });

  await test.step('duplicate, missing and extra columns; nested values; an empty row; ten megabytes', async () => {
    const long = `${'x'.repeat(10_000_000)}end`;
    respondToQueries(own.network, () => ({
      FullCount: 5,
      Columns: [{ Name: 'a' }, { Name: 'a' }, { Name: 'b' }],
      Results: [
        { Row: { a: 'first', b: { deep: [1, { deeper: true }] } } },
        { Row: { a: 'second' } },
        { Row: null },
        { Row: { a: long, more: '=1+1' } },
        { Row: { a: '<img src=x onerror=alert(1)>', b: null } },
      ],
    }));
    await desk.query.run('SELECT odd');
    await expect(titles).toHaveText([/Row/, /a/, /b/, /more/]);
    await expect(cell('{"deep":[1,{"deeper":true}]}')).toBeVisible();
    await expect(cell('<img src=x onerror=alert(1)>')).toBeVisible();
    await expect(message('5 rows')).toBeVisible();
    await expect(message('More than one column is named “a”')).toBeVisible();
    await expect(message('Rows have columns that the tenant didn’t announce: “more”.')).toBeVisible();
    await expect(message('The tenant returned some rows without data')).toBeVisible();
    await expectAccessible(page, 'a result with everything wrong');
    await result.focus();
    await page.keyboard.press('ControlOrMeta+Home');
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const sheet = page.getByRole('dialog');
    await expect(sheet).toContainText('10,000,003');
    await page.keyboard.press('Escape');
    await expect(sheet).toHaveCount(0);
  });

  await test.step('a tenant that ignores the requested page, and one that returns the same page forever', async () => {
    respondToQueries(own.network, ({ PageSize }) => ({
      FullCount: 50_000,
      Results: pageOf({ PageNumber: 1, PageSize }, PageSize, (i) => ({ i })),
    }));
    await desk.query.run('SELECT i FROM same');
    await expect(message('Results are incomplete')).toBeVisible();
    await expect(message(/The tenant returned the same rows again for page \d+/)).toBeVisible();
    await expect(cell('1000')).toHaveCount(0);
    await expect(message(/^[\d,]+ of 50,000 rows$/)).toBeVisible();
    respondToQueries(own.network, ({ PageSize }) => ({
      Results: pageOf({ PageNumber: 1, PageSize }, PageSize, (i) => ({ i })),
    }));
    await desk.query.run('SELECT i FROM uncounted');
    await expect(message(/The tenant returned the same rows again for page \d+/)).toBeVisible();
    await expect(message('Results are incomplete')).toBeVisible();
  });

  await test.step('data that changes between two pages, and fewer rows than the count says', async () => {
    respondToQueries(own.network, (args, requestNumber) => ({
      FullCount: 21_000 - requestNumber,
      Results: pageOf(args, 21_000 - requestNumber, (i) => ({ i: i + requestNumber })),
    }));
    await desk.query.run('SELECT i FROM moving');
    await expect(message('The data changed while loading')).toBeVisible();
    respondToQueries(own.network, () => ({ FullCount: 3, Results: [{ Row: { i: 1 } }] }));
    await desk.query.run('SELECT i FROM short');
    await expect(message('The tenant counts 3 rows but returned 1 row')).toBeVisible();
    await expect(message('1 of 3 rows')).toBeVisible();
  });

  await test.step('a response that is not a result', async () => {
    respondToQueries(own.network, () => ({ FullCount: 1, Results: 'none' }));
    await desk.query.run('SELECT i FROM broken');
    await expect(message(/has an unexpected format at Result\.Results/)).toBeVisible();
    own.network.setFaults(({ path }) =>
      /redrock/i.test(path)
        ? { kind: 'answer', status: 200, body: '<html>', contentType: 'text/html' }
        : { kind: 'pass' },
    );
    await desk.query.run('SELECT i FROM proxy');
    await expect(desk.main.getByRole('button', { name: 'Copy details' })).toBeVisible();
    await expect(message(/unexpected format/)).toHaveCount(0);
  });

  await test.step('a connection that breaks after some rows: they stay, and the rest can be loaded', async () => {
    let isBroken = true;
    own.network.setFaults(({ path, body }) => {
      if (!/redrock/i.test(path)) return { kind: 'pass' };
      const { Args } = JSON.parse(body) as { Args: RequestedPage };
      if (isBroken && Args.PageSize > 1000) return { kind: 'lose-request' };
      const Results = pageOf(Args, 12_000, (i) => ({ i }));
      const pageBody = JSON.stringify({ success: true, Result: { FullCount: 12_000, Results } });
      return { kind: 'answer', status: 200, body: pageBody };
    });
    await desk.query.run('SELECT i FROM cut');
    await expect(message('Results are incomplete')).toBeVisible();
    await expect(message('1,000 of 12,000 rows')).toBeVisible();
    isBroken = false;
    await desk.main.getByRole('button', { name: 'Run again' }).click();
    await expect(message('12,000 rows')).toBeVisible();
    await expect(message('Results are incomplete')).toHaveCount(0);
  });
});
