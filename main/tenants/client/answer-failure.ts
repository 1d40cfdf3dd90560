import type { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { HttpAnswer } from '../../platform/http/transport.ts';
import { retryAfterSeconds } from './retry-after.ts';
import { messageIn } from './tenant-message.ts';

export interface AnsweredCall {
  readonly purpose: string;
  readonly tenantName: string;
  readonly now: number;
}

/**
 * The failure that an HTTP status means, or undefined for a success. A 401 comes here only when another token
 * would not help.
 */
export function failureOfStatus(answer: HttpAnswer, call: AnsweredCall): DeskFailure | undefined {
  const { status } = answer;
  if (status >= 200 && status < 300) return undefined;
  const { purpose, tenantName } = call;
  const said = messageIn(answer);
  const detail = said === undefined ? `HTTP ${status}` : `HTTP ${status}: ${said}`;
  if (status >= 300 && status < 400) {
    return failure(
      'unexpected-response',
      `Could not ${purpose}: ${tenantName} answered with a redirect, which Tenant Desk does not follow. Check the addresses in the tenant's settings.`,
      { detail, retryable: false },
    );
  }
  switch (status) {
    case 401:
    case 403:
      return failure(
        'forbidden',
        `Could not ${purpose}: ${tenantName} does not allow it to this user or this client. Ask for the right, or sign in as someone who has it.`,
        { detail },
      );
    case 404:
      return failure('not-found', `Could not ${purpose}: ${tenantName} has no such thing.`, { detail });
    case 408:
      return failure('timed-out', `Could not ${purpose}: ${tenantName} gave up waiting. Try again.`, {
        detail,
      });
    case 429: {
      const seconds = retryAfterSeconds(answer.headers['retry-after'], call.now);
      const wait = seconds === undefined ? 'in a while' : `in ${seconds} s`;
      return failure(
        'rate-limited',
        `Could not ${purpose}: ${tenantName} takes no more requests now. Try again ${wait}.`,
        { detail },
      );
    }
    default:
      return status >= 500
        ? failure('tenant-error', `Could not ${purpose}: ${tenantName} failed (HTTP ${status}). Try again.`, {
            detail,
          })
        : failure(
            'refused-by-tenant',
            `${tenantName} refused to ${purpose}${said === undefined ? '.' : `: ${said}`}`,
            { detail },
          );
  }
}
