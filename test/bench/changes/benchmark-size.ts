/**
 * The size of the change benchmarks. The goals apply to these defaults; for a quick run, set smaller values
 * in the environment: `BENCH_APPLICATIONS=200 BENCH_DELETIONS=100 BENCH_ROUNDS=1 BENCH_FIGURES=undo npm run
 * --silent bench -- --only changes`.
 */
export const benchmarkSize = {
  /** Applications of the tenant; one plan changes all of them. */
  applications: numberOf('BENCH_APPLICATIONS', 2000),
  /** Applications that are deleted and restored. */
  deletions: numberOf('BENCH_DELETIONS', 1000),
  /** Rules that are migrated, and then undone. */
  rules: numberOf('BENCH_RULES', 1000),
  /** Rounds of each comparison; the median counts. */
  rounds: numberOf('BENCH_ROUNDS', 3),
};

const groups = ['edit', 'undo', 'migration', 'memory'] as const;
type Group = (typeof groups)[number];

/** True for the selected figures: all by default, otherwise the comma-separated names in `BENCH_FIGURES`. */
export function isMeasured(group: Group): boolean {
  const named = process.env['BENCH_FIGURES']?.split(',') ?? groups;
  const known: readonly string[] = groups;
  const unknown = named.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Error(`BENCH_FIGURES: ${unknown} is none of ${groups.join(', ')}.`);
  return named.includes(group);
}

function numberOf(name: string, usual: number): number {
  const given = Number(process.env[name] ?? usual);
  if (Number.isInteger(given) && given > 0) return given;
  throw new Error(`${name} is a whole number over 0.`);
}
