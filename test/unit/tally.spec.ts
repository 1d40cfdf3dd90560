import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import ErrorsOutsideTests, { outsideOf } from '../run/errors-outside-tests.ts';
import { tallyOfPlaywright, tallyOfVitest } from '../run/tally.ts';

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

it('names an error that no test caught, with its location', () => {
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

it('reports a failure even if the runner gives no details', () => {
  expect(tallyOfVitest(report, 1).failures).toEqual(['Something failed outside of a test.']);
});

it('reports no failure for a successful run', () => {
  new ErrorsOutsideTests({ file: outsideOf(report) }).onTestRunEnd([], []);
  expect(tallyOfVitest(report, 0)).toMatchObject({ passed: 1, failed: 0, failures: [] });
});

it('lists a component spec that passed on retry with its first error', async () => {
  const passed = {
    status: 'passed',
    fullName: 'the grid scrolls',
    failureMessages: ['Error: too early\n    at x'],
  };
  await writeFile(
    report,
    JSON.stringify({
      numPassedTests: 2,
      numFailedTests: 0,
      numPendingTests: 0,
      numTodoTests: 0,
      numFailedTestSuites: 0,
      testResults: [
        {
          name: 'renderer/ui/list/Grid.svelte.spec.ts',
          status: 'passed',
          assertionResults: [passed, { ...passed, fullName: 'the grid opens', failureMessages: [] }],
        },
      ],
    }),
  );
  const { passed: count, flaky, failures } = tallyOfVitest(report, 0);
  expect({ count, failures }).toEqual({ count: 2, failures: [] });
  expect(flaky).toHaveLength(1);
  expect(flaky[0]).toMatch(/Grid\.svelte\.spec\.ts > the grid scrolls: Error: too early$/);
});

/** A Playwright report for one spec: the first line of the error of each attempt, empty if it passed. */
async function playwrightReportOf(tries: readonly (string | undefined)[]): Promise<string> {
  const ok = tries.at(-1) === undefined;
  const flaky = ok && tries.length > 1;
  const file = join(folder, 'playwright.json');
  await writeFile(
    file,
    JSON.stringify({
      stats: {
        expected: ok && !flaky ? 1 : 0,
        unexpected: ok ? 0 : 1,
        flaky: flaky ? 1 : 0,
        skipped: 0,
      },
      suites: [
        {
          specs: [
            {
              title: 'opens',
              file: 'e2e/specs/desk.spec.ts',
              ok,
              tests: [
                {
                  results: tries.map((message) => ({ errors: message === undefined ? [] : [{ message }] })),
                },
              ],
            },
          ],
        },
      ],
    }),
  );
  return file;
}

it('counts a test that passed at its second attempt as passed, and lists it with its first error', async () => {
  const file = await playwrightReportOf(['Error: two buttons\nand more', undefined]);
  expect(tallyOfPlaywright(file, 0)).toMatchObject({
    passed: 1,
    failed: 0,
    failures: [],
    flaky: ['e2e/specs/desk.spec.ts > opens: Error: two buttons'],
  });
});

it('counts a failure at both attempts as one failure', async () => {
  const file = await playwrightReportOf(['Error: two buttons', 'Error: none']);
  expect(tallyOfPlaywright(file, 1)).toMatchObject({
    passed: 0,
    failed: 1,
    failures: ['e2e/specs/desk.spec.ts > opens: Error: two buttons'],
    flaky: [],
  });
});

it('lists nothing for tests that passed at once, and still fails a run that ended with an error', async () => {
  const file = await playwrightReportOf([undefined]);
  expect(tallyOfPlaywright(file, 0)).toMatchObject({ passed: 1, failed: 0, failures: [], flaky: [] });
  expect(tallyOfPlaywright(file, 1)).toMatchObject({
    failed: 1,
    failures: ['Something failed outside of a test.'],
  });
});
