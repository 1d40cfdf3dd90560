import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { skippedLines } from '../run/skipped.ts';
import { tallyOfPlaywright, tallyOfVitest } from '../run/tally.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'left-out-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function written(report: unknown): Promise<string> {
  const file = join(folder, 'report.json');
  await writeFile(file, JSON.stringify(report));
  return file;
}

describe('the list of skipped tests', () => {
  it('is read from a report of Vitest', async () => {
    const test = (fullName: string, status: string) => ({ fullName, status, failureMessages: [] });
    const report = await written({
      numPassedTests: 1,
      numFailedTests: 0,
      numPendingTests: 2,
      numTodoTests: 0,
      numFailedTestSuites: 0,
      testResults: [
        {
          name: join(process.cwd(), 'test/integration/a.spec.ts'),
          status: 'passed',
          assertionResults: [test('one', 'passed'), test('two', 'skipped'), test('three', 'pending')],
        },
      ],
    });
    expect(tallyOfVitest(report, 0)).toMatchObject({
      passed: 1,
      skipped: 2,
      skippedTests: [
        { file: 'test/integration/a.spec.ts', title: 'two' },
        { file: 'test/integration/a.spec.ts', title: 'three' },
      ],
    });
  });

  it('is read from a report of Playwright, with the reason that its spec gives', async () => {
    const report = await written({
      stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 1 },
      suites: [
        {
          specs: [
            {
              title: 'opens',
              file: 'electron/desk.spec.ts',
              ok: true,
              tests: [
                {
                  status: 'skipped',
                  annotations: [{ type: 'skip', description: 'there is no display' }],
                  results: [{ status: 'skipped' }],
                },
              ],
            },
          ],
        },
      ],
    });
    expect(tallyOfPlaywright(report, 0).skippedTests).toEqual([
      { file: 'test/electron/desk.spec.ts', title: 'opens', reason: 'there is no display' },
    ]);
  });

  it('is printed with its reason, one line for each file, so that none goes unnoticed', () => {
    const lines = skippedLines(
      [
        { file: 'test/a.spec.ts', title: 'one', reason: undefined },
        { file: 'test/b.spec.ts', title: 'two', reason: 'no display' },
        { file: 'test/a.spec.ts', title: 'three', reason: undefined },
        { file: 'test/c.spec.ts', title: 'four', reason: undefined },
      ],
      [{ files: /a\.spec/, reason: 'apt-get install keyring' }],
    );
    expect(lines).toEqual([
      'skipped: 2 tests of test/a.spec.ts: apt-get install keyring',
      'skipped: 1 test of test/b.spec.ts: no display',
      'skipped: 1 test of test/c.spec.ts: four',
    ]);
  });
});
