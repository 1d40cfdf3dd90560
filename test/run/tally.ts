import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';

export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export const nothing: Tally = { passed: 0, failed: 0, skipped: 0 };

export function add(a: Tally, b: Tally): Tally {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped };
}

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  numFailedTestSuites: z.number(),
});

const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
});

/** A runner that died before it could report has failed, whatever it printed. */
const died: Tally = { passed: 0, failed: 1, skipped: 0 };

/** Reads a Vitest JSON report; a suite that could not even load counts as a failure. */
export function tallyOfVitest(file: string, exitCode: number): Tally {
  const report = read(file, vitestReport);
  if (report === undefined) return died;
  const failed = Math.max(
    report.numFailedTests,
    report.numFailedTestSuites > 0 ? 1 : 0,
    exitCode === 0 ? 0 : 1,
  );
  return { passed: report.numPassedTests, failed, skipped: report.numPendingTests + report.numTodoTests };
}

/** Reads a Playwright JSON report; a test that passed only on a second try counts as a failure. */
export function tallyOfPlaywright(file: string, exitCode: number): Tally {
  const report = read(file, playwrightReport);
  if (report === undefined) return died;
  const { expected, unexpected, flaky, skipped } = report.stats;
  return { passed: expected, failed: Math.max(unexpected + flaky, exitCode === 0 ? 0 : 1), skipped };
}

function read<Schema extends z.ZodType>(file: string, schema: Schema): z.output<Schema> | undefined {
  if (!existsSync(file)) return undefined;
  const parsed = schema.safeParse(JSON.parse(readFileSync(file, 'utf8')));
  return parsed.success ? parsed.data : undefined;
}
