import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import type { StoredResult, ResultCell } from '../../contract/queries/results.ts';
import type { ResultFormat } from '../../contract/queries/result-formats.ts';
import { respondToQueries, pageOf } from '../fakes/query-results.ts';
import { makeTemporaryFolder } from './desk-foundation.ts';
import { useDesk } from '../builders/use-desk.ts';
import type { DeskOnTenant } from './desk-on-tenant.ts';

const on = useDesk();

/** So many rows: a number, and whether it is even. */
const numbers = (rows: number): string =>
  `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000) SELECT i, 'row ' || i AS name FROM n WHERE i <= ${rows} LIMIT ${rows}`;

const start = (text: string, desk: DeskOnTenant = on.desk, place = 'editor'): Promise<StoredResult> =>
  desk.call('results.start', { tenantId: desk.tenantId, place, text });

const at = (desk: DeskOnTenant = on.desk, place = 'editor') =>
  desk.call('results.at', { tenantId: desk.tenantId, place });

/** The result once no more rows arrive. */
async function whenFinished(desk: DeskOnTenant = on.desk, place = 'editor'): Promise<StoredResult> {
  await expect.poll(async () => (await at(desk, place))?.state, { timeout: 60_000 }).not.toBe('running');
  const result = await at(desk, place);
  if (result === undefined) throw new Error('Nothing is kept.');
  return result;
}

async function ran(text: string): Promise<StoredResult> {
  await start(text);
  return await whenFinished();
}

async function rowsOf({ id }: StoredResult, first = 0, count = 1000): Promise<ResultCell[][]> {
  return (await on.desk.call('results.window', { id, first, count })).rows;
}

const respondWithPages = (page: Parameters<typeof respondToQueries>[1]): void =>
  respondToQueries(on.network, page);

const isLargePage = (body: string): boolean => body.includes('"PageSize":10000');

const rowsFrom = (first: number, count: number) =>
  Array.from({ length: Math.max(0, count) }, (_, index) => ({ Row: { ID: first + index } }));

describe('a result', () => {
  it('of 1,000,000 rows is stored completely', async () => {
    respondWithPages((args) => ({ FullCount: 1_000_000, Results: pageOf(args, 1_000_000, (i) => ({ i })) }));
    const result = await ran('Select i from Event');
    expect(result).toMatchObject({
      ...{ state: 'complete', rowCount: 1_000_000, fullCount: 1_000_000, warnings: [] },
    });
    expect(await rowsOf(result, 999_999, 10)).toEqual([[1_000_000]]);
  });

  it.each([0, 1, 999, 1000, 1001, 10_000, 10_001, 100_001])(
    'of %i rows is stored completely',
    async (rows) => {
      const result = await ran(numbers(rows));
      expect(result).toMatchObject({ state: 'complete', rowCount: rows, fullCount: rows, warnings: [] });
      const last = await rowsOf(result, Math.max(0, rows - 2), 5);
      expect(last.at(-1)).toEqual(rows === 0 ? undefined : [rows, `row ${rows}`]);
      expect(last).toHaveLength(Math.min(2, rows));
    },
  );

  it('is there with its first rows while the others arrive', async () => {
    const gate = Promise.withResolvers<undefined>();
    on.network.setFaults(async ({ body }) => {
      if (isLargePage(body)) await gate.promise;
      return { kind: 'pass' };
    });
    const result = await start(numbers(2500));
    expect(result).toMatchObject({ state: 'running', rowCount: 1000, fullCount: 2500 });
    expect(await rowsOf(result, 998, 10)).toHaveLength(2);
    gate.resolve(undefined);
    expect(await whenFinished()).toMatchObject({ state: 'complete', rowCount: 2500 });
  });

  it('that is stopped keeps the rows that have come', async () => {
    const held = on.network.nextHeld();
    on.network.setFaults(({ body }) => ({ kind: isLargePage(body) ? 'hold-request' : 'pass' }));
    const { id } = await start(numbers(2500));
    await held;
    await on.desk.call('results.stop', { id });
    expect(await whenFinished()).toMatchObject({ state: 'stopped', rowCount: 1000, failure: null });
  });

  it('that breaks off has the rows that have arrived, with the reason', async () => {
    on.network.setFaults(({ body }) => (isLargePage(body) ? { kind: 'lose-request' } : { kind: 'pass' }));
    const result = await ran(numbers(2500));
    expect(result).toMatchObject({ state: 'failed', rowCount: 1000 });
    expect(result.failure?.code).toBe('connection-lost');
    expect(await on.desk.call('queries.history', { tenantId: on.desk.tenantId })).toMatchObject([
      { rowCount: 1000, errorMessage: result.failure?.message },
    ]);
  });

  it('can be canceled before its first rows, and leaves the previous result', async () => {
    const before = await ran(numbers(3));
    on.network.setFaults(() => ({ kind: 'hold-request' }));
    const held = on.network.nextHeld();
    const controller = new AbortController();
    const response = on.desk.call(
      'results.start',
      { tenantId: on.desk.tenantId, place: 'editor', text: numbers(5) },
      controller.signal,
    );
    const rejected = expect(response).rejects.toMatchObject({ error: { code: 'canceled' } });
    await held;
    controller.abort();
    await rejected;
    expect(await at()).toMatchObject({ id: before.id, rowCount: 3 });
  });

  it('takes the place of the one before, whose rows are removed', async () => {
    const before = await ran(numbers(3));
    await start(numbers(2), on.desk, 'elsewhere');
    const after = await ran(numbers(5));
    expect(await at(on.desk, 'elsewhere')).toMatchObject({ rowCount: 2 });
    await expect(rowsOf(before)).rejects.toMatchObject({ error: { code: 'not-found' } });
    const files = readdirSync(join(on.desk.folder, 'results'));
    expect(files.some((name) => name.startsWith(before.id))).toBe(false);
    expect(files.some((name) => name.startsWith(after.id))).toBe(true);
  });

  it('is one of forty that are stored: the oldest is deleted with its file, one that is saved by name stays', async () => {
    const savedResult = await on.desk.call('results.saveUnderName', {
      id: (await ran(numbers(2))).id,
      name: 'Of today',
    });
    const files = () =>
      readdirSync(join(on.desk.folder, 'results')).filter((name) => name.endsWith('.sqlite'));
    const places = Array.from({ length: 42 }, (_, number) => `tab ${number}`);
    for (const place of places) {
      await start(numbers(1), on.desk, place);
      await whenFinished(on.desk, place);
    }
    const isThere = async (place: string): Promise<boolean> => (await at(on.desk, place)) !== undefined;
    await expect.poll(() => isThere('tab 1'), { timeout: 30_000 }).toBe(false);
    expect([await isThere('editor'), await isThere('tab 2'), await isThere('tab 41')]).toEqual([
      false,
      true,
      true,
    ]);
    expect(await rowsOf(savedResult)).toHaveLength(2);
    await expect.poll(() => files().length, { timeout: 30_000 }).toBe(41);
  });

  it('can be saved by name thirty times, and no more until one is removed', async () => {
    const { id } = await ran(numbers(3));
    const saveUnderName = (name: string) => on.desk.call('results.saveUnderName', { id, name });
    const { tenantId } = on.desk;
    const before = (await on.desk.call('results.comparables', { tenantId })).filter(
      ({ name }) => name !== undefined,
    );
    const savedResult = await Promise.allSettled(
      Array.from({ length: 31 - before.length }, (_, number) => saveUnderName(`Number ${number}`)),
    );
    const rejected = savedResult.filter(({ status }) => status === 'rejected');
    expect(rejected).toEqual([
      expect.objectContaining({
        reason: expect.objectContaining({
          code: 'invalid-input',
          message: '30 results are already saved. Remove one first.',
        }),
      }),
    ]);
    const one = savedResult.find((each) => each.status === 'fulfilled');
    await on.desk.call('results.removeSnapshot', { id: one?.value.id ?? '' });
    expect(await saveUnderName('In its place')).toMatchObject({ name: 'In its place', rowCount: 3 });
  });

  it('that the tenant rejects reports the reason, and leaves the previous result', async () => {
    const before = await ran(numbers(3));
    await expect(start('Select nonsense from Role')).rejects.toMatchObject({
      error: { code: 'refused-by-tenant', message: expect.stringContaining('nonsense') },
    });
    expect(await at()).toMatchObject({ id: before.id });
    expect(
      readdirSync(join(on.desk.folder, 'results')).filter((name) => name.endsWith('.sqlite')),
    ).toHaveLength(1);
  });

  it('sends its progress to every window', async () => {
    await ran(numbers(2500));
    const progressEvents = on.desk.host.events.flatMap(({ name, payload }) =>
      name === 'results.changed' ? [payload as StoredResult] : [],
    );
    expect(progressEvents.map(({ state, rowCount }) => [state, rowCount])).toEqual([
      ['running', 1000],
      ['running', 2500],
      ['complete', 2500],
    ]);
  });
});

describe('a result, after a restart of Tenant Desk,', () => {
  it('is there, and one that was arriving is what had arrived', async () => {
    const folder = makeTemporaryFolder();
    const first = on.another({ folder });
    await start(numbers(3), first, 'whole');
    await whenFinished(first, 'whole');
    const held = on.network.nextHeld();
    on.network.setFaults(({ body }) => ({ kind: isLargePage(body) ? 'hold-request' : 'pass' }));
    await start(numbers(2500), first, 'cut');
    await held;
    await first[Symbol.asyncDispose]();
    writeFileSync(join(folder, 'results', 'left-by-a-crash.sqlite'), 'x');

    const second = on.another({ folder });
    expect(await at(second, 'whole')).toMatchObject({ state: 'complete', rowCount: 3 });
    const cut = await at(second, 'cut');
    expect(cut).toMatchObject({ state: 'stopped', rowCount: 1000 });
    const window = await second.call('results.window', { id: cut?.id ?? '', first: 999, count: 10 });
    expect(window.rows).toEqual([[1000, 'row 1000']]);
    expect(readdirSync(join(folder, 'results'))).not.toContain('left-by-a-crash.sqlite');
  });
});

it('an unreadable record of a result does no harm', async () => {
  const folder = makeTemporaryFolder();
  const first = on.another({ folder });
  const { id } = await start(numbers(3), first);
  await whenFinished(first);
  await first[Symbol.asyncDispose]();
  const database = new DatabaseSync(join(folder, 'desk.sqlite'));
  database.exec(`UPDATE query_results SET content = '{"of":"another version"}'`);
  database.close();

  const second = on.another({ folder });
  expect(await at(second)).toBeUndefined();
  expect(readdirSync(join(folder, 'results')).filter((name) => name.startsWith(id))).toEqual([]);
  await start(numbers(2), second);
  expect(await whenFinished(second)).toMatchObject({ state: 'complete', rowCount: 2 });
});

describe('of a tenant that', () => {
  it('repeats the same page, its rows are stored once, with a warning', async () => {
    respondWithPages(({ PageSize }) => ({ FullCount: 90_000, Results: rowsFrom(1, PageSize) }));
    const result = await ran('Select ID from Event');
    expect(result).toMatchObject({ state: 'failed', rowCount: 10_000 });
    expect(result.failure?.message).toMatch(/same rows again for page 2.*10,000 rows/);
  });

  it('does not support pages, all of its rows are stored', async () => {
    respondWithPages(() => ({ FullCount: 1500, Results: rowsFrom(1, 1500) }));
    expect(await ran('Select ID from Event')).toMatchObject({
      state: 'complete',
      rowCount: 1500,
      warnings: [],
    });
  });

  it('returns less than a full page although there is more, with a warning', async () => {
    respondWithPages(({ PageNumber, PageSize }) => {
      const first = (PageNumber - 1) * PageSize;
      return { FullCount: 1200, Results: rowsFrom(first + 1, Math.min(500, 1200 - first)) };
    });
    const result = await ran('Select ID from Event');
    // Pages of 1,000 with only 500 rows: the missing rows are not available.
    expect(result.warnings).toEqual([expect.stringContaining('counts 1,200 rows but returned 500')]);
  });

  it('rejects large pages, all of its rows are stored', async () => {
    respondWithPages(({ PageNumber, PageSize }) =>
      PageSize > 2000
        ? 'PageSize is too large'
        : {
            FullCount: 3100,
            Results: rowsFrom(
              (PageNumber - 1) * PageSize + 1,
              Math.min(PageSize, 3100 - (PageNumber - 1) * PageSize),
            ),
          },
    );
    const result = await ran('Select ID from Event');
    expect(result).toMatchObject({ state: 'complete', rowCount: 3100, warnings: [] });
    expect((await rowsOf(result, 3099, 1))[0]).toEqual([3100]);
  });

  it('counts more rows than it returns, with a warning', async () => {
    respondWithPages(() => ({ FullCount: 3, Results: rowsFrom(1, 1) }));
    expect(await ran('Select ID from Event')).toMatchObject({
      state: 'complete',
      rowCount: 1,
      fullCount: 3,
      warnings: [expect.stringContaining('counts 3 rows but returned 1 row')],
    });
  });

  it('does not count, the rows are', async () => {
    respondWithPages(({ PageNumber, PageSize }) => {
      const first = (PageNumber - 1) * PageSize;
      return { Results: rowsFrom(first + 1, Math.min(PageSize, 11_000 - first)) };
    });
    expect(await ran('Select ID from Event')).toMatchObject({
      state: 'complete',
      rowCount: 11_000,
      fullCount: null,
      warnings: [],
    });
  });

  it('changes its data between two pages, with one warning', async () => {
    respondWithPages(({ PageNumber, PageSize }, requestCount) => {
      const first = (PageNumber - 1) * PageSize;
      return {
        FullCount: 21_000 - requestCount,
        Results: rowsFrom(first + requestCount, Math.min(PageSize, 21_000 - requestCount - first)),
      };
    });
    const result = await ran('Select ID from Event');
    expect(result.warnings.filter((warning) => warning.includes('changed while loading'))).toHaveLength(1);
  });

  it('returns equal pages because their rows are equal, all are stored', async () => {
    respondWithPages(({ PageNumber, PageSize }) => ({
      FullCount: 25_000,
      Results: Array.from({ length: Math.min(PageSize, 25_000 - (PageNumber - 1) * PageSize) }, () => ({
        Row: { a: 'x' },
      })),
    }));
    expect(await ran("Select 'x' AS a from Event")).toMatchObject({ state: 'complete', rowCount: 25_000 });
  });

  it('has rows with unnamed columns, which are not lost', async () => {
    const Columns = [{ Name: 'a' }, { Name: 'b' }, { Name: 'a' }, { Name: 'secret', IsHidden: true }];
    respondWithPages(() => ({
      FullCount: 4,
      Columns,
      Results: [
        { Row: { a: 1, b: { deep: [1, 2] }, secret: 's' } },
        { Row: { b: '/Date(1700000000000)/' } },
        { Row: { a: 'x'.repeat(10_000_000), more: true } },
        { Row: {} },
      ],
    }));
    const result = await ran('Select * from Event');
    expect(result.columns.map(({ name }) => name)).toEqual(['a', 'b', 'more']);
    expect(result.warnings).toEqual([
      expect.stringContaining('More than one column is named “a”'),
      expect.stringContaining('didn’t announce: “more”'),
    ]);
    const { rows, cut } = await on.desk.call('results.window', { id: result.id, first: 0, count: 10 });
    expect(rows).toEqual([
      [1, '{"deep":[1,2]}', null],
      [null, '2023-11-14T22:13:20.000Z', null],
      ['x'.repeat(2000), null, true],
      [null, null, null],
    ]);
    expect(cut).toEqual([[2, 0, 10_000_000]]);
    const { value } = await on.desk.call('results.cell', { id: result.id, row: 2, column: 0 });
    expect(value).toHaveLength(10_000_000);
  });

  it('returns empty entries in place of rows, the others are stored, with one warning', async () => {
    respondWithPages(({ PageNumber }) => ({
      FullCount: 2004,
      Results:
        PageNumber === 1
          ? [
              { Row: { a: 1 } },
              { Row: null },
              {},
              null,
              ...Array.from({ length: 996 }, () => ({ Row: { a: 2 } })),
            ]
          : [],
    }));
    const result = await ran('Select a from Event');
    expect(result.warnings.filter((text) => text.includes('without data'))).toHaveLength(1);
    expect(await rowsOf(result, 0, 5)).toEqual([[1], [null], [null], [null], [2]]);
  });

  it('has invalid rows, with a warning and their place', async () => {
    respondWithPages(() => ({ FullCount: 1, Results: [{ Row: 'text' }] }));
    await expect(ran('Select a from Event')).rejects.toMatchObject({
      code: 'schema-mismatch',
      message: expect.stringContaining('Result.Results'),
    });
  });

  it('has rows without any column, they are counted', async () => {
    respondWithPages(() => ({ FullCount: 2, Columns: [], Results: [{ Row: {} }, { Row: {} }] }));
    expect(await ran('Select * from Event')).toMatchObject({ columns: [], rowCount: 2, state: 'complete' });
  });
});

describe('a view of a result', () => {
  it('is sorted and filtered over all of its rows', async () => {
    const { id } = await ran(numbers(12_000));
    const view = {
      sort: { column: 1, descending: true },
      filters: [{ column: null, comparison: 'contains', text: '"row 11"' }],
    } as const;
    const { rowCount, rows } = await on.desk.call('results.window', {
      ...{ id, first: 0, count: 2 },
      view: { ...view, filters: [...view.filters] },
    });
    expect(rowCount).toBe(1111);
    expect(rows).toEqual([
      [11_999, 'row 11999'],
      [11_998, 'row 11998'],
    ]);
  });
});

describe('an export', () => {
  const exported = async (result: StoredResult, format: ResultFormat, view = {}) =>
    await on.desk.call('results.export', { id: result.id, format, view, suggestedName: 'events' });
  const savedText = (): string => new TextDecoder().decode(on.desk.host.saved.at(-1)?.bytes);

  it('writes every row, reports its progress, and sends no request', async () => {
    const result = await ran('Select ID, WhenOccurred from Event ORDER BY ID');
    on.network.requests.length = 0;
    expect(await exported(result, 'json-lines')).toEqual({
      fileName: 'events.jsonl',
      rowCount: 5000,
      cutCells: 0,
    });
    const rows = savedText()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { ID: number });
    expect(new Set(rows.map(({ ID }) => ID)).size).toBe(5000);
    const progress = on.desk.host.events.filter(({ name }) => name === 'results.exportProgress');
    const whole = { fileName: 'events.jsonl', rows: 5000, total: 5000 };
    expect(progress.slice(-2).map(({ payload }) => payload)).toEqual([
      { ...whole, isRunning: true },
      { ...whole, isRunning: false },
    ]);
    expect(progress).toHaveLength(6);
    expect(on.network.requests).toEqual([]);
  });

  it('that is canceled ends, saves nothing, and reports that in its progress events', async () => {
    const result = await ran(numbers(5000));
    const { saved, events } = on.desk.host;
    const before = saved.length;
    const given = new AbortController();
    const progressEvents = () =>
      events.filter(({ name }) => name === 'results.exportProgress').map(({ payload }) => payload);
    const writing = on.desk.call(
      'results.export',
      { id: result.id, format: 'csv', suggestedName: 'given-up' },
      given.signal,
    );
    given.abort();
    await expect(writing).rejects.toMatchObject({ code: 'canceled' });
    await expect
      .poll(() => progressEvents().at(-1))
      .toMatchObject({ fileName: 'given-up.csv', isRunning: false });
    expect(saved).toHaveLength(before);
  });

  it('writes CSV that no spreadsheet takes for formulas', async () => {
    await exported(await ran(`Select '=1+1' AS a, 'x,"y"' AS b from Role LIMIT 1`), 'csv');
    expect(savedText()).toBe(`a,b\r\n'=1+1,"x,""y"""\r\n`);
  });

  it('writes the columns even when there are no rows', async () => {
    const result = await ran("Select ID, Name from Role where ID = 'none'");
    expect(await exported(result, 'markdown')).toMatchObject({ rowCount: 0 });
    expect(savedText()).toBe('| ID | Name |\n| --- | --- |\n');
  });

  it('writes the rows that are shown, in their order', async () => {
    const view = {
      sort: { column: 0, descending: true },
      filters: [{ column: 0, comparison: 'less', text: '4' }],
    };
    expect(await exported(await ran(numbers(2500)), 'csv', view)).toMatchObject({ rowCount: 3 });
    expect(savedText()).toBe('i,name\r\n3,row 3\r\n2,row 2\r\n1,row 1\r\n');
  });

  it('is a workbook of Excel', async () => {
    expect(await exported(await ran(numbers(2500)), 'excel')).toEqual({
      fileName: 'events.xlsx',
      rowCount: 2500,
      cutCells: 0,
    });
    const { readXlsx } = await import('hucre/xlsx');
    const { sheets } = await readXlsx(on.desk.host.saved.at(-1)?.bytes ?? new Uint8Array());
    expect(sheets[0]?.rows).toHaveLength(2501);
    expect(sheets[0]?.rows.at(-1)).toEqual([2500, 'row 2500']);
  });

  it('waits until the last row is there', async () => {
    on.network.setFaults(({ body }) => ({ kind: isLargePage(body) ? 'hold-request' : 'pass' }));
    const result = await start(numbers(2500));
    await expect(exported(result, 'csv')).rejects.toMatchObject({ error: { code: 'invalid-input' } });
    await on.desk.call('results.stop', { id: result.id });
    await whenFinished();
    expect(await exported(result, 'csv')).toMatchObject({ rowCount: 1000 });
  });
});

describe('a chart that is saved', () => {
  const save = (format: 'png' | 'svg', content: string) =>
    on.desk.call('results.savePicture', { format, content, suggestedName: 'events' });
  const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);

  it('is written as the window has drawn it', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><text>Zoë</text></svg>';
    expect(await save('svg', svg)).toEqual({ fileName: 'events.svg' });
    expect(new TextDecoder().decode(on.desk.host.saved.at(-1)?.bytes)).toBe(svg);
    expect(await save('png', png.toString('base64'))).toEqual({ fileName: 'events.png' });
    expect(Buffer.from(on.desk.host.saved.at(-1)?.bytes ?? []).equals(png)).toBe(true);
  });

  it('is no other file under the name of a picture', async () => {
    const before = on.desk.host.saved.length;
    for (const [format, content] of [
      ['svg', '<html></html>'],
      ['svg', '<svg '],
      ['png', 'AAAA'],
      ['png', '<svg xmlns="http://www.w3.org/2000/svg"></svg>'],
    ] as const) {
      await expect(save(format, content)).rejects.toMatchObject({ error: { code: 'invalid-input' } });
    }
    expect(on.desk.host.saved).toHaveLength(before);
  });
});
