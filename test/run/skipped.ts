/** A test that a runner left out, with its own reason where the runner tells it. */
export interface LeftOut {
  readonly file: string;
  readonly title: string;
  readonly reason: string | undefined;
}

/** Why the specs whose path matches leave tests out. */
export interface KnownReason {
  readonly files: RegExp;
  readonly reason: string | undefined;
}

/**
 * One line for each file of which tests were left out: how many, why, and what would change that. A file that nobody knows
 * a reason for is named with its tests, so that none is left out unseen.
 */
export function linesOfLeftOut(leftOut: readonly LeftOut[], known: readonly KnownReason[]): string[] {
  return [...Map.groupBy(leftOut, ({ file }) => file)].map(([file, tests]) => {
    const own = tests.find(({ reason }) => reason !== undefined)?.reason;
    const reason = own ?? known.find((each) => each.files.test(file) && each.reason !== undefined)?.reason;
    const count = `${tests.length} ${tests.length === 1 ? 'test' : 'tests'}`;
    return `left out: ${count} of ${file}: ${reason ?? tests.map(({ title }) => title).join('; ')}`;
  });
}
