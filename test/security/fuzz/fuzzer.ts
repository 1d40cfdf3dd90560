import fc from 'fast-check';

/** Something that is tested with generated input. Created for each run. */
export interface FuzzStage<Case> extends AsyncDisposable {
  /** Each is drawn from as often as the others. */
  readonly cases: readonly fc.Arbitrary<Case>[];
  /** Returns the outcome of a case in one word; throws if a promise was broken. */
  check(each: Case): Promise<string>;
}

export interface FuzzRun {
  /** Drawn from each of the stage's kinds of cases. */
  readonly count: number;
  readonly seed: number;
  /** Receives each broken promise, and the progress from time to time. */
  readonly report?: (line: string) => void;
}

/** How often each outcome was met, and the cases that broke a promise, each with what repeats it. */
export interface FuzzReport {
  readonly cases: number;
  readonly outcomes: Readonly<Record<string, number>>;
  readonly failures: readonly string[];
}

/** After this many cases the next kind starts on a new stage, because data from thousands of calls slows each call. */
const casesOfStage = 5000;

/** A case that breaks a promise ends its chunk, so that the others are met all the same. */
const chunkSize = 250;

/** Runs `count` cases of each kind. Unhandled rejections and uncaught errors are broken promises, too. */
export async function fuzz<Case>(
  open: () => Promise<FuzzStage<Case>>,
  { count, seed, report }: FuzzRun,
): Promise<FuzzReport> {
  const outcomes: Record<string, number> = {};
  const failures: string[] = [];
  const unheard: unknown[] = [];
  const hear = (error: unknown): void => void unheard.push(error);
  process.on('unhandledRejection', hear);
  process.on('uncaughtException', hear);
  let cases = 0;
  let stage = await open();
  let freshAt = 0;
  try {
    for (let kind = 0; ; kind += 1) {
      if (cases - freshAt >= casesOfStage) {
        await stage[Symbol.asyncDispose]();
        stage = await open();
        freshAt = cases;
      }
      const arbitrary = stage.cases[kind];
      if (arbitrary === undefined) break;
      const on = stage;
      for (let from = 0; from < count; from += chunkSize) {
        const property = fc.asyncProperty(arbitrary, async (each) => {
          cases += 1;
          const outcome = await on.check(each);
          outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
          const [error] = unheard.splice(0);
          if (error !== undefined) throw new Error('An error that nobody caught.', { cause: error });
        });
        const numRuns = Math.min(chunkSize, count - from);
        const ofChunk = seed * 1_000_003 + kind * 1009 + from / chunkSize;
        const run = await fc.check(property, { numRuns, seed: ofChunk });
        if (cases % (8 * chunkSize) < chunkSize) report?.(`${cases} cases, ${failures.length} failures`);
        if (!run.failed) continue;
        const failure = `${fc.defaultReportMessage(run)}\n${causesOf(run.errorInstance)}`;
        failures.push(failure);
        report?.(failure);
      }
    }
  } finally {
    await stage[Symbol.asyncDispose]();
    process.off('unhandledRejection', hear);
    process.off('uncaughtException', hear);
  }
  return { cases, outcomes, failures };
}

function causesOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const own = error.stack ?? error.message;
  return error.cause === undefined ? own : `${own}\ncaused by ${causesOf(error.cause)}`;
}
