import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../desk-test.ts';
import { replaceText } from '../pages/code-editor.ts';
import type { AskedPage } from '../../fakes/answer-queries.ts';
import { answerQueries, pageOf } from '../../fakes/answer-queries.ts';

test.setTimeout(240_000);

test('queries that cannot be run are refused in words, and nothing that was typed is lost', async ({
  desk,
  own,
  page,
}) => {
  await desk.signInTo(own);
  await desk.goTo('Query');
  const { editor } = desk.query;
  const asked = (): number => own.network.requests.filter(({ path }) => /redrock\/query/i.test(path)).length;
  const said = (words: string | RegExp) => desk.main.getByText(words);

  await test.step('nothing at all', async () => {
    await replaceText(page, editor, ' \n ');
    const before = asked();
    await expect(desk.main.getByRole('button', { name: /^Run/ })).toBeDisabled();
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(desk.toast('Enter a query first.')).toBeVisible();
    expect(asked()).toBe(before);
  });

  await test.step('several statements, and one that writes', async () => {
    await desk.query.run('SELECT Name FROM Role; SELECT Name FROM Application');
    await expect(said('refused to run the query: Send one statement at a time.')).toBeVisible();
    for (const writing of ["DELETE FROM Role WHERE Name = 'x'", "UPDATE Role SET Name = 'x'"]) {
      await desk.query.run(writing);
      await expect(said('refused to run the query: Only SELECT statements are allowed.')).toBeVisible();
      await expect(editor).toHaveText(writing);
    }
  });

  await test.step('one that is too long to keep: it says so, stays in the window, and is sent to nobody', async () => {
    const before = asked();
    await replaceText(page, editor, `SELECT '${'y'.repeat(1_000_000)}'`);
    const notSaved = page.getByRole('alert').filter({ hasText: 'not saved' });
    await expect(notSaved).toContainText('The query is too long. The maximum is 1,000,000 characters');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(
      desk.main.getByText('Check text: The query is too long. The maximum is 1,000,000 characters.', {
        exact: true,
      }),
    ).toBeVisible();
    expect(asked()).toBe(before);
    await replaceText(page, editor, 'SELECT 7 AS seven');
    await expect(notSaved).toHaveCount(0);
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(desk.query.result.getByRole('gridcell', { name: '7', exact: true })).toBeVisible();
  });
});

test('answers that are not as they should be are shown as far as they can be, with what is wrong', async ({
  desk,
  own,
  page,
}) => {
  await desk.signInTo(own);
  await desk.goTo('Query');
  const { result } = desk.query;
  const cell = (name: string) => result.getByRole('gridcell', { name, exact: true });
  const said = (words: string | RegExp) => desk.main.getByText(words);
  const titles = result.getByRole('columnheader');

  await test.step('rows without a column', async () => {
    answerQueries(own.network, () => ({ FullCount: 2, Columns: [], Results: [{ Row: {} }, { Row: {} }] }));
    await desk.query.run('SELECT nothing');
    await expect(desk.main.getByRole('heading', { name: '2 rows without a column' })).toBeVisible();
  });

  await test.step('columns twice, missing and more than were named; nested values; a row of nothing; ten megabytes', async () => {
    const long = `${'x'.repeat(10_000_000)}end`;
    answerQueries(own.network, () => ({
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
    await expect(said('5 rows')).toBeVisible();
    await expect(said('More than one column is named “a”')).toBeVisible();
    await expect(said('Rows have columns that the tenant didn’t announce: “more”.')).toBeVisible();
    await expect(said('The tenant returned some rows without data')).toBeVisible();
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

  await test.step('a tenant that ignores which page it is asked for, and one that gives the same for ever', async () => {
    answerQueries(own.network, ({ PageSize }) => ({
      FullCount: 50_000,
      Results: pageOf({ PageNumber: 1, PageSize }, PageSize, (i) => ({ i })),
    }));
    await desk.query.run('SELECT i FROM same');
    await expect(said('Results are incomplete')).toBeVisible();
    await expect(said(/The tenant returned the same rows again for page \d+/)).toBeVisible();
    await expect(cell('1000')).toHaveCount(0);
    await expect(said(/^[\d,]+ of 50,000 rows$/)).toBeVisible();
    answerQueries(own.network, ({ PageSize }) => ({
      Results: pageOf({ PageNumber: 1, PageSize }, PageSize, (i) => ({ i })),
    }));
    await desk.query.run('SELECT i FROM uncounted');
    await expect(said(/The tenant returned the same rows again for page \d+/)).toBeVisible();
    await expect(said('Results are incomplete')).toBeVisible();
  });

  await test.step('data that changes between two pages, and fewer rows than are counted', async () => {
    answerQueries(own.network, (args, asked) => ({
      FullCount: 21_000 - asked,
      Results: pageOf(args, 21_000 - asked, (i) => ({ i: i + asked })),
    }));
    await desk.query.run('SELECT i FROM moving');
    await expect(said('The data changed while loading')).toBeVisible();
    answerQueries(own.network, () => ({ FullCount: 3, Results: [{ Row: { i: 1 } }] }));
    await desk.query.run('SELECT i FROM short');
    await expect(said('The tenant counts 3 rows but returned 1 row')).toBeVisible();
    await expect(said('1 of 3 rows')).toBeVisible();
  });

  await test.step('an answer that is none', async () => {
    answerQueries(own.network, () => ({ FullCount: 1, Results: 'none' }));
    await desk.query.run('SELECT i FROM broken');
    await expect(said(/has an unexpected format at Result\.Results/)).toBeVisible();
    own.network.setFaults(({ path }) =>
      /redrock/i.test(path)
        ? { kind: 'answer', status: 200, body: '<html>', contentType: 'text/html' }
        : { kind: 'pass' },
    );
    await desk.query.run('SELECT i FROM proxy');
    await expect(desk.main.getByRole('button', { name: 'Copy details' })).toBeVisible();
    await expect(said(/unexpected format/)).toHaveCount(0);
  });

  await test.step('a connection that breaks after some rows: they stay, and the rest can be asked for again', async () => {
    let isBroken = true;
    own.network.setFaults(({ path, body }) => {
      if (!/redrock/i.test(path)) return { kind: 'pass' };
      const { Args } = JSON.parse(body) as { Args: AskedPage };
      if (isBroken && Args.PageSize > 1000) return { kind: 'lose-request' };
      const Results = pageOf(Args, 12_000, (i) => ({ i }));
      const answer = JSON.stringify({ success: true, Result: { FullCount: 12_000, Results } });
      return { kind: 'answer', status: 200, body: answer };
    });
    await desk.query.run('SELECT i FROM cut');
    await expect(said('Results are incomplete')).toBeVisible();
    await expect(said('1,000 of 12,000 rows')).toBeVisible();
    isBroken = false;
    await desk.main.getByRole('button', { name: 'Run again' }).click();
    await expect(said('12,000 rows')).toBeVisible();
    await expect(said('Results are incomplete')).toHaveCount(0);
  });
});
