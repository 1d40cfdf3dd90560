import { expect, test } from '../desk-test.ts';
import { replaceText } from '../pages/code-editor.ts';
import type { RequestedPage } from '../../fakes/query-results.ts';
import { pageOf } from '../../fakes/query-results.ts';

test.setTimeout(180_000);

test('all of a query or a part of it runs, with its duration, and can be stopped with the rows so far', async ({
  desk,
  own,
  page,
}) => {
  await desk.signInTo(own);
  await desk.goTo('Query');
  const { main, query } = desk;
  const cell = (name: string) => query.result.getByRole('gridcell', { name, exact: true });
  const stop = main.getByRole('button', { name: 'Stop', exact: true });
  const scripts = (): string[] =>
    own.network.requests
      .filter(({ path }) => /redrock\/query/i.test(path))
      .map(({ body }) => (JSON.parse(body) as { Script: string }).Script);

  await test.step('only the selected text, with the parameters in it', async () => {
    await replaceText(page, query.editor, "SELECT 'one' AS answer, :blank AS b");
    await page.keyboard.press('Enter');
    await page.keyboard.insertText("SELECT 'two' AS answer");
    await page.keyboard.press('Shift+Home');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(cell('two')).toBeVisible();
    expect(scripts().at(-1)).toBe("SELECT 'two' AS answer");
    // Without a selection the whole text runs, and one of its parameters is missing.
    await page.keyboard.press('End');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(main.getByRole('alert')).toContainText('blank: Enter a value');
    await expect(cell('two')).toBeVisible();
  });

  await test.step('a waiting one shows its duration, and is stopped: the earlier result is there', async () => {
    const held = own.network.nextHeld();
    own.network.setFaults(({ path }) => ({ kind: /redrock/i.test(path) ? 'hold-request' : 'pass' }));
    await query.run("SELECT 'never' AS answer");
    await held;
    await expect(main.getByText(/^\d+\.\d s$/)).toBeVisible();
    await stop.click();
    await expect(stop).toHaveCount(0);
    await expect(cell('two')).toBeVisible();
  });

  await test.step('one that has received some rows keeps them, and shows their count', async () => {
    own.network.setFaults(({ path, body }) => {
      if (!/redrock/i.test(path)) return { kind: 'pass' };
      const { Args } = JSON.parse(body) as { Args: RequestedPage };
      if (Args.PageSize > 1000) return { kind: 'hold-request' };
      const Results = pageOf(Args, 50_000, (i) => ({ i }));
      return {
        kind: 'answer',
        status: 200,
        body: JSON.stringify({ success: true, Result: { FullCount: 50_000, Results } }),
      };
    });
    const held = own.network.nextHeld();
    await query.run('SELECT i FROM n');
    await held;
    await expect(cell('1')).not.toHaveCount(0);
    await expect(main.getByText(/^1,000 of 50,000 rows ·\s?\d+\.\d s$/)).toBeVisible();
    await stop.click();
    await expect(main.getByText('1,000 of 50,000 rows, stopped')).toBeVisible();
    await page.reload();
    await expect(main.getByText('1,000 of 50,000 rows, stopped')).toBeVisible();
    await expect(cell('1')).not.toHaveCount(0);
  });

  await test.step('totals are shown exactly', async () => {
    own.network.setFaults(() => ({ kind: 'pass' }));
    for (const [count, shown] of [
      [0, '0 rows'],
      [1, '1 row'],
      [999, '999 rows'],
      [1000, '1,000 rows'],
    ] as const) {
      await query.run(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000) SELECT i FROM n WHERE i <= ${count}`,
      );
      await expect(main.getByText(shown, { exact: true })).toBeVisible();
    }
  });
});
