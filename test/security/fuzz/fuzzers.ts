import { openResponseStage } from './responses.ts';
import { openArgumentStage } from './arguments.ts';
import { openFileStage } from './files.ts';
import type { FuzzReport, FuzzRun, FuzzStage } from './fuzzer.ts';
import { fuzz } from './fuzzer.ts';

export interface Fuzzer {
  /** Cases of a whole run; of arguments, for each method. */
  readonly full: number;
  run(run: FuzzRun): Promise<FuzzReport>;
}

function fuzzerOf<Case>(open: () => Promise<FuzzStage<Case>>, full: number): Fuzzer {
  return {
    full,
    run: (run) => fuzz(open, run),
  };
}

export const fuzzers = {
  arguments: fuzzerOf(openArgumentStage, 2000),
  responses: fuzzerOf(openResponseStage, 5000),
  files: fuzzerOf(openFileStage, 10_000),
} satisfies Record<string, Fuzzer>;
