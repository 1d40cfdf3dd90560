import { existsSync, readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';
import { outsideOf } from './errors-outside-tests.ts';
import type { SkippedTest } from './skipped.ts';

export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** What failed and why, one line each. */
  readonly failures: readonly string[];
  /** What passed only on retry, and why it failed before, one line each. */
  readonly flaky: readonly string[];
  readonly skippedTests: readonly SkippedTest[];
}

export const nothing: Tally = {
  passed: 0,
  failed: 0,
  skipped: 0,
  failures: [],
  flaky: [],
  skippedTests: [],
};

export function add(a: Tally, b: Tally): Tally {
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
    failures: [...a.failures, ...b.failures],
    flaky: [...a.flaky, ...b.flaky],
    skippedTests: [...a.skippedTests, ...b.skippedTests],
  };
}

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  numFailedTestSuites: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().optional(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});

const resultSchema = z.object({
  status: z.string().optional(),
  errors: z.array(z.object({ message: z.string().optional() })).optional(),
});

/** Specs are in suites, and suites in suites. */
interface PlaywrightSuite {
  readonly specs?: readonly z.infer<typeof specSchema>[] | undefined;
  readonly suites?: readonly PlaywrightSuite[] | undefined;
}

const specSchema = z.object({
  title: z.string(),
  file: z.string(),
  ok: z.boolean(),
  tests: z.array(
    z.object({
      results: z.array(resultSchema),
      status: z.string().optional(),
      annotations: z.array(z.object({ type: z.string(), description: z.string().optional() })).optional(),
    }),
  ),
});

const suiteSchema: z.ZodType<PlaywrightSuite> = z.object({
  specs: z.array(specSchema).optional(),
  get suites() {
    return z.array(suiteSchema).optional();
  },
});

const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
  suites: z.array(suiteSchema).optional(),
});

const unknownFailure = 'Something failed outside of a test.';

/** A runner that ended before it could report has failed, whatever it printed. */
const died: Tally = { ...nothing, failed: 1, failures: ['The runner ended without a report.'] };

/**
 * Reads a Vitest JSON report; a suite that couldn't be loaded counts as a failure. A test that passed on retry has
 * passed, and is listed as flaky: its report has the error of its first try.
 */
export function tallyOfVitest(file: string, exitCode: number): Tally {
  const report = read(file, vitestReport);
  if (report === undefined) return died;
  const failed = Math.max(
    report.numFailedTests,
    report.numFailedTestSuites > 0 ? 1 : 0,
    exitCode === 0 ? 0 : 1,
  );
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failing = assertionResults.filter((result) => result.status === 'failed');
    if (failing.length === 0) return status === 'failed' ? [line(name, "couldn't be loaded", message)] : [];
    return failing.map(({ fullName, failureMessages }) => line(name, fullName, failureMessages?.[0]));
  });
  const outside = (read(outsideOf(file), z.array(z.string())) ?? []).map(
    (error) => `outside of a test: ${error}`,
  );
  return {
    passed: report.numPassedTests,
    failed,
    skipped: report.numPendingTests + report.numTodoTests,
    failures:
      failed > 0 && failures.length + outside.length === 0 ? [unknownFailure] : [...failures, ...outside],
    flaky: report.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status, failureMessages }) => status === 'passed' && (failureMessages ?? []).length > 0)
        .map(({ fullName, failureMessages }) => line(name, fullName, failureMessages?.[0])),
    ),
    skippedTests: report.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status !== 'passed' && status !== 'failed')
        .map(({ fullName }) => ({ file: relativePath(name), title: fullName, reason: undefined })),
    ),
  };
}

/** Reads a Playwright JSON report. A test that passed on retry has passed, and is listed as flaky. */
export function tallyOfPlaywright(file: string, exitCode: number): Tally {
  const report = read(file, playwrightReport);
  if (report === undefined) return died;
  const { expected, unexpected, flaky: flakyCount, skipped } = report.stats;
  const failed = Math.max(unexpected, exitCode === 0 ? 0 : 1);
  const specs = specsOf(report.suites ?? []);
  const failures = specs.filter(({ ok }) => !ok).map(lineOf);
  const flaky = specs
    .filter(({ ok, tests }) => ok && tests.some(({ results }) => results.length > 1))
    .map(lineOf);
  const skippedTests = specsOf(report.suites ?? []).flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'skipped')
      .map(({ annotations = [] }) => ({
        file: `test/${file}`,
        title,
        reason: annotations.find(({ type }) => type === 'skip')?.description,
      })),
  );
  return {
    passed: expected + flakyCount,
    failed,
    skipped,
    failures: failed > 0 && failures.length === 0 ? [unknownFailure] : failures,
    flaky,
    skippedTests,
  };
}

function specsOf(suites: readonly PlaywrightSuite[]): readonly z.infer<typeof specSchema>[] {
  return suites.flatMap(({ specs = [], suites: inner = [] }) => [...specs, ...specsOf(inner)]);
}

/** A spec with the first error of any of its attempts. */
function lineOf({ file, title, tests }: z.infer<typeof specSchema>): string {
  const [error] = tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors ?? []));
  return line(file, title, error?.message);
}

/** Location, title, and the first line of the error. */
function line(file: string, title: string, message = ''): string {
  const [why = ''] = stripVTControlCharacters(message).split('\n');
  return `${relativePath(file)} > ${title}: ${why.slice(0, 300)}`;
}

function relativePath(file: string): string {
  return file.startsWith(process.cwd()) ? file.slice(process.cwd().length + 1) : file;
}

function read<Schema extends z.ZodType>(file: string, schema: Schema): z.output<Schema> | undefined {
  if (!existsSync(file)) return undefined;
  const parsed = schema.safeParse(JSON.parse(readFileSync(file, 'utf8')));
  return parsed.success ? parsed.data : undefined;
}
