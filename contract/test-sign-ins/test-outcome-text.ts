import type { SignInCheck, TestOutcome } from './test-sign-ins.ts';

export interface CheckCounts {
  /** Without skipped checks. */
  readonly made: number;
  readonly failed: number;
}

export function checkCounts(checks: readonly SignInCheck[]): CheckCounts {
  return {
    made: checks.filter(({ state }) => state !== 'skipped').length,
    failed: checks.filter(({ state }) => state === 'failed').length,
  };
}

/** `1 of 9 checks failed`. */
export function outcomeText(outcome: TestOutcome | null): string {
  switch (outcome?.kind) {
    case undefined:
      return 'Waiting for the browser';
    case 'canceled':
      return 'Canceled';
    case 'timed-out':
      return 'Timed out';
    case 'rejected':
      return outcome.title;
    case 'received': {
      const { made, failed } = checkCounts(outcome.checks);
      return failed === 0 ? `All ${made} checks passed` : `${failed} of ${made} checks failed`;
    }
  }
}
