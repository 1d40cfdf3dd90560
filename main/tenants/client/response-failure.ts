import type { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { HttpResponse } from '../../platform/http/transport.ts';
import { retryAfterSeconds } from './retry-after.ts';
import { messageIn } from './tenant-message.ts';

export interface AnsweredCall {
  readonly purpose: string;
  readonly tenantName: string;
  readonly now: number;
}

/**
 * The failure for an HTTP status, or undefined for a success. A 401 only gets here if another token wouldn't help.
 */
export function failureOfStatus(response: HttpResponse, call: AnsweredCall): DeskFailure | undefined {
  const { status } = response;
  if (status >= 200 && status < 300) return undefined;
  const { purpose, tenantName } = call;
  const reason = messageIn(response);
  const detail = reason === undefined ? `HTTP ${status}` : `HTTP ${status}: ${reason}`;
  if (status >= 300 && status < 400) {
    return failure(
      'unexpected-response',
      `Couldn’t ${purpose}: ${tenantName} responded with a redirect, which isn’t followed. Check the URLs in the tenant’s settings.`,
      { detail, retryable: false },
    );
  }
  switch (status) {
    case 401:
    case 403:
      return failure(
        'forbidden',
        `Couldn’t ${purpose}: you or this client don’t have permission on ${tenantName}. Request it, or sign in as another user.`,
        { detail },
      );
    case 404:
      return failure('not-found', `Couldn’t ${purpose}: not found on ${tenantName}.`, { detail });
    case 408:
      return failure('timed-out', `Couldn’t ${purpose}: ${tenantName} timed out. Try again.`, {
        detail,
      });
    case 429: {
      const seconds = retryAfterSeconds(response.headers['retry-after'], call.now);
      const wait = seconds === undefined ? 'later' : `in ${seconds} s`;
      return failure(
        'rate-limited',
        `Couldn’t ${purpose}: ${tenantName}’s rate limit was reached. Try again ${wait}.`,
        { detail },
      );
    }
    default:
      return status >= 500
        ? failure('tenant-error', `Couldn’t ${purpose}: ${tenantName} failed (HTTP ${status}). Try again.`, {
            detail,
          })
        : failure(
            'refused-by-tenant',
            `${tenantName} declined to ${purpose}${reason === undefined ? '.' : `: ${reason}`}`,
            { detail },
          );
  }
}
