/** A skipped test, with its reason if the runner reports it. */
export interface SkippedTest {
  readonly file: string;
  readonly title: string;
  readonly reason: string | undefined;
}

/** The reason for skipped tests in matching specs. */
export interface KnownReason {
  readonly files: RegExp;
  readonly reason: string | undefined;
}

/**
 * One line for each file with skipped tests: how many, why, and a remedy. A file without a known reason is
 * listed with its tests, so that no test is skipped unnoticed.
 */
export function skippedLines(skippedTests: readonly SkippedTest[], known: readonly KnownReason[]): string[] {
  return [...Map.groupBy(skippedTests, ({ file }) => file)].map(([file, tests]) => {
    const own = tests.find(({ reason }) => reason !== undefined)?.reason;
    const reason = own ?? known.find((each) => each.files.test(file) && each.reason !== undefined)?.reason;
    const count = `${tests.length} ${tests.length === 1 ? 'test' : 'tests'}`;
    return `skipped: ${count} of ${file}: ${reason ?? tests.map(({ title }) => title).join('; ')}`;
  });
}
