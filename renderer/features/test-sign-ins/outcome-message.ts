import { checkCounts, outcomeText } from '../../../contract/test-sign-ins/test-outcome-text.ts';
import type { TestSignIn } from '../../../contract/test-sign-ins/test-sign-ins.ts';
import type { Tone } from '../../ui/index.ts';

interface OutcomeMessage {
  readonly tone: Tone;
  /** `1 of 9 checks failed`. */
  readonly text: string;
  /** Short form beside a name: `8 of 9`. */
  readonly short: string;
}

export function outcomeMessage({ outcome }: Pick<TestSignIn, 'outcome'>): OutcomeMessage {
  const text = outcomeText(outcome);
  switch (outcome?.kind) {
    case undefined:
      return { tone: 'accent', text, short: 'waiting' };
    case 'canceled':
      return { tone: 'neutral', text, short: 'canceled' };
    case 'timed-out':
      return { tone: 'warn', text, short: 'timed out' };
    case 'rejected':
      return { tone: 'bad', text, short: 'rejected' };
    case 'received': {
      const { made, failed } = checkCounts(outcome.checks);
      return { tone: failed === 0 ? 'good' : 'bad', text, short: `${made - failed} of ${made}` };
    }
  }
}
