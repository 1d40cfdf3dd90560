import { readFile } from 'node:fs/promises';
import type { Download } from '@playwright/test';
import { readXlsx } from 'hucre/xlsx';
import { expect, test } from '../desk-test.ts';
import { respondToQueries, pageOf } from '../../fakes/query-results.ts';

test.setTimeout(240_000);

test('a selection is copied, and a result written to files, in each format; and an export is canceled', async ({
  desk,
  own,
  page,
}) => {
  await page.context().grantPermissions(['clipboard-read']);
  await desk.signInTo(own);
  await desk.goTo('Query');
  const { main, status, query } = desk;
  const copied = () => page.evaluate<string>('navigator.clipboard.readText()');
  const copyAs = async (format: string): Promise<void> => {
    await main.getByRole('button', { name: 'Copy', exact: true }).press('Enter');
    await page.getByRole('menuitem', { name: format, exact: true }).click();
  };
  const exportAs = async (format: string): Promise<Download> => {
    const saving = page.waitForEvent('download');
    await main.getByRole('button', { name: 'Export', exact: true }).press('Enter');
    await page.getByRole('menuitem', { name: format, exact: true }).click();
    return await saving;
  };
  const textOf = async (download: Download): Promise<string> => await readFile(await download.path(), 'utf8');

  await test.step('copied: with titles if the format has them, complete and quoted as needed', async () => {
    respondToQueries(own.network, () => ({
      FullCount: 3,
      Columns: [{ Name: 'Who' }, { Name: 'What' }],
      Results: [
        { Row: { Who: "O'Brien", What: '=1+1' } },
        { Row: { Who: 'two\nlines | "x"', What: { deep: 1 } } },
        { Row: { Who: null, What: `${'long '.repeat(1000)}end` } },
      ],
    }));
    await query.run('SELECT Who, What FROM odd');
    await expect(query.result.getByRole('gridcell').first()).toBeVisible();
    await query.result.focus();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.press('ControlOrMeta+C');
    const long = `${'long '.repeat(1000)}end`;
    await expect.poll(copied).toBe(`O'Brien\t=1+1\n"two\nlines | ""x"""\t"{""deep"":1}"\n\t${long}`);
    await copyAs('CSV with headers');
    await expect.poll(copied).toContain('Who,What\n');
    await copyAs('JSON');
    await expect.poll(async () => (await copied()).startsWith('[')).toBe(true);
    expect(JSON.parse(await copied())).toEqual([
      { Who: "O'Brien", What: '=1+1' },
      { Who: 'two\nlines | "x"', What: '{"deep":1}' },
      { Who: null, What: long },
    ]);
    await copyAs('Markdown table');
    await expect.poll(copied).toContain('| Who | What |\n| --- | --- |\n');
    await copyAs('SQL IN list');
    await expect.poll(copied).toContain(`('O''Brien', '=1+1', 'two\nlines | "x"', '{"deep":1}', 'long `);
  });

  await test.step('written: no formula for a spreadsheet, every cell for a program', async () => {
    expect(await textOf(await exportAs('CSV'))).toContain("O'Brien,'=1+1\r\n");
    const lines = (await textOf(await exportAs('JSON Lines'))).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { Who: "O'Brien", What: '=1+1' },
      { Who: 'two\nlines | "x"' },
      { Who: null },
    ]);
    const workbook = await exportAs('Excel');
    expect(workbook.suggestedFilename()).toBe('query-result.xlsx');
    const { sheets } = await readXlsx(await readFile(await workbook.path()));
    expect(sheets[0]?.rows.slice(0, 2)).toEqual([
      ['Who', 'What'],
      ["O'Brien", '=1+1'],
    ]);
    await expect(desk.toast('Saved 3 rows to query-result.xlsx.')).toBeVisible();
  });

  await test.step('a long one shows its progress in the status bar, and is canceled without an error', async () => {
    const count = 30_000;
    const text = 'x'.repeat(3000);
    respondToQueries(own.network, (args) =>
      args.PageSize > 1000
        ? 'PageSize is too large.'
        : { FullCount: count, Results: pageOf(args, count, (i) => ({ i, text })) },
    );
    await query.run('SELECT i, text FROM large');
    await expect(main.getByText('30,000 rows', { exact: true })).toBeVisible({ timeout: 60_000 });
    // Records the status bar's text, however fast the machine is; and the page accepts no file, so that there
    // is time to cancel.
    await page.evaluate(`{
      globalThis.clickLink = HTMLAnchorElement.prototype.click;
      HTMLAnchorElement.prototype.click = () => undefined;
      globalThis.told = [];
      new MutationObserver(() => {
        const bar = document.querySelector('footer [role=progressbar]');
        if (bar !== null) told.push(bar.getAttribute('aria-valuetext'));
      }).observe(document.querySelector('footer'), { childList: true, subtree: true, attributes: true });
    }`);
    await main.getByRole('button', { name: 'Export', exact: true }).press('Enter');
    await page.getByRole('menuitem', { name: 'JSON Lines', exact: true }).click();
    await expect
      .poll(() => page.evaluate<string[]>('told'))
      .toContainEqual(expect.stringMatching(/^[\d,]+ of 30,000$/));
    await main.getByRole('button', { name: 'Stop export' }).click();
    await expect(main.getByRole('button', { name: 'Export', exact: true })).toBeVisible();
    await expect(status.getByRole('progressbar')).toHaveCount(0);
    await expect(desk.toast(/Saved 30,000/)).toHaveCount(0);
    // And the next one is complete.
    await page.evaluate('HTMLAnchorElement.prototype.click = clickLink');
    const again = (await textOf(await exportAs('JSON Lines'))).trimEnd().split('\n');
    expect(again).toHaveLength(count);
  });
});
