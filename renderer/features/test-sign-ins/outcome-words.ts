import type { SignInCheck, TestSignIn } from '../../../contract/test-sign-ins.ts';
import type { Tone } from '../../ui/index.ts';

export interface OutcomeWords {
  readonly tone: Tone;
  /** `1 of 9 checks failed`. */
  readonly text: string;
  /** Beside a name: `8 of 9`. */
  readonly short: string;
}

export function outcomeWords({ outcome }: Pick<TestSignIn, 'outcome'>): OutcomeWords {
  switch (outcome?.kind) {
    case undefined:
      return { tone: 'accent', text: 'Waiting for the browser', short: 'waiting' };
    case 'cancelled':
      return { tone: 'neutral', text: 'Canceled', short: 'canceled' };
    case 'timed-out':
      return { tone: 'warn', text: 'Timed out', short: 'timed out' };
    case 'refused':
      return { tone: 'bad', text: outcome.title, short: 'rejected' };
    case 'received':
      return checkWords(outcome.checks);
  }
}

function checkWords(checks: readonly SignInCheck[]): OutcomeWords {
  const failed = checks.filter(({ state }) => state === 'failed').length;
  const made = checks.filter(({ state }) => state !== 'skipped').length;
  const short = `${made - failed} of ${made}`;
  return failed === 0
    ? { tone: 'good', text: `All ${made} checks passed`, short }
    : { tone: 'bad', text: `${failed} of ${made} checks failed`, short };
}

/** `38 ms`, `1.42 s`. */
export function durationWords(milliseconds: number): string {
  return milliseconds < 1000
    ? `${Math.round(milliseconds)} ms`
    : `${(milliseconds / 1000).toLocaleString('en', { maximumFractionDigits: milliseconds < 10_000 ? 2 : 0 })} s`;
}
