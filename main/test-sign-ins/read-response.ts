import { toDeskError } from '../../contract/errors/desk-failure.ts';
import type { CheckCounts } from '../../contract/test-sign-ins/test-outcome-text.ts';
import { checkCounts } from '../../contract/test-sign-ins/test-outcome-text.ts';
import type { TestOutcome } from '../../contract/test-sign-ins/test-sign-ins.ts';
import type { Log } from '../platform/log/log.ts';
import type { SignInTest } from './sign-in-test.ts';
import type { TestRecord } from './test-record.ts';

export interface ResponseParts {
  readonly record: TestRecord;
  readonly log: Log;
  /** Milliseconds of a monotonic clock, for durations. */
  readonly clock: () => number;
  /** When the browser was sent to the tenant; undefined when it wasn't. */
  readonly openedAt: number | undefined;
  readonly test: SignInTest | undefined;
  readonly testId: string;
}

/** Reads and checks the response, and adds its steps to the record. Never rejects. */
export async function readResponse(
  { record, log, clock, openedAt, test, testId }: ResponseParts,
  callback: URL,
): Promise<TestOutcome> {
  const receivedAt = clock();
  const sinceReceived = (): number => Math.max(0, clock() - receivedAt);
  const { displayName } = record.shown().person;
  if (openedAt !== undefined)
    record.addStep({
      title: 'Sign-in',
      durationMs: receivedAt - openedAt,
      isFailed: false,
      facts: [{ name: 'User', value: displayName }],
    });
  try {
    if (test === undefined) throw new Error('The request was not made.');
    const { outcome, responseFacts, input } = await test.finish(callback, testId);
    const isFailed = outcome.kind === 'rejected';
    record.setScriptInput(input);
    record.addStep({ title: 'Response', durationMs: sinceReceived(), isFailed, facts: responseFacts });
    if (outcome.kind === 'received') {
      const counts = checkCounts(outcome.checks);
      const facts = [{ name: 'Checks', value: countsText(counts) }];
      // Measured with the reading of the response: there is no separate time.
      record.addStep({ title: 'Validation', durationMs: 0, isFailed: counts.failed > 0, facts });
    }
    return outcome;
  } catch (error) {
    const { code, message } = toDeskError(error);
    log.write('warning', 'test-sign-in.failed', { error });
    record.addStep({ title: 'Response', durationMs: sinceReceived(), isFailed: true, facts: [] });
    return { kind: 'rejected', title: "The test couldn't be completed", explanation: message, code };
  }
}

function countsText({ made, failed }: CheckCounts): string {
  return failed === 0 ? `${made} of ${made}` : `${made - failed} of ${made}, ${failed} failed`;
}
