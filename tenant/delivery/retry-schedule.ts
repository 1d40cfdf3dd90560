/** When a failed attempt is retried. */
export interface RetrySchedule {
  /** Retries after the first attempt. */
  readonly retries: number;
  /** Wait before the first retry, in milliseconds; it doubles with every further one. */
  readonly baseMs: number;
  /** Maximum wait, whatever the receiver asks for. */
  readonly capMs: number;
}

/** Five retries, as the compatibility notes decide: about 1, 2, 4, 8 and 16 seconds apart. */
export const DEFAULT_RETRIES: RetrySchedule = { retries: 5, baseMs: 1_000, capMs: 60_000 };

/**
 * Milliseconds until the next attempt after `attempts` failed ones, or undefined if there is none left. The
 * wait doubles and is spread over its upper half (`random` in [0, 1)), so that deliveries that failed
 * together aren't retried together. A longer `Retry-After` is honored up to the cap.
 */
export function nextWait(
  schedule: RetrySchedule,
  attempts: number,
  random: number,
  retryAfterMs: number | undefined,
): number | undefined {
  if (attempts > schedule.retries) return undefined;
  const full = Math.min(schedule.baseMs * 2 ** (attempts - 1), schedule.capMs);
  const spread = full / 2 + (full / 2) * random;
  return Math.round(Math.min(Math.max(spread, retryAfterMs ?? 0), schedule.capMs));
}

/** Parses a Retry-After header to milliseconds from now. Source: RFC 9110 section 10.2.3. */
export function readRetryAfter(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d+$/.test(value.trim())) return Number(value) * 1_000;
  // A date without a zone is GMT, not the computer's time zone.
  const date = Date.parse(/(GMT|UTC|UT|Z|[+-]\d{4})$/i.test(value.trim()) ? value : `${value} GMT`);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
