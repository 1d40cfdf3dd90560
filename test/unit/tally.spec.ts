import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import ErrorsOutsideTests, { outsideOf } from '../run/errors-outside-tests.ts';
import { tallyOfVitest } from '../run/tally.ts';

let folder: string;
let report: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tally-'));
  report = join(folder, 'report.json');
  await writeFile(
    report,
    JSON.stringify({
      numPassedTests: 1,
      numFailedTests: 0,
      numPendingTests: 0,
      numTodoTests: 0,
      numFailedTestSuites: 0,
      testResults: [],
    }),
  );
});
afterEach(() => rm(folder, { recursive: true }));

it('names an error that no test caught, with its place', () => {
  new ErrorsOutsideTests({ file: outsideOf(report) }).onTestRunEnd(
    [],
    [
      {
        name: 'TypeError',
        message: 'x is not a function\nand more',
        stack: 'at show (http://localhost:63315/renderer/ui/overlay/Dialog.svelte?v=1:12:3)',
      },
    ],
  );
  expect(tallyOfVitest(report, 1)).toMatchObject({
    passed: 1,
    failed: 1,
    failures: [
      'outside of a test: TypeError: x is not a function (renderer/ui/overlay/Dialog.svelte?v=1:12:3)',
    ],
  });
});

it('says that something failed where the runner does not say what', () => {
  expect(tallyOfVitest(report, 1).failures).toEqual(['Something failed outside of a test.']);
});

it('counts nothing against a run in which all went well', () => {
  new ErrorsOutsideTests({ file: outsideOf(report) }).onTestRunEnd([], []);
  expect(tallyOfVitest(report, 0)).toMatchObject({ passed: 1, failed: 0, failures: [] });
});
