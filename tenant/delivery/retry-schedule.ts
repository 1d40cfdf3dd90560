/** When an attempt that failed is repeated. */
export interface RetrySchedule {
  /** Repetitions after the first attempt. */
  readonly retries: number;
  /** Wait before the first repetition, in milliseconds; it doubles with every further one. */
  readonly baseMs: number;
  /** No wait is longer, whatever the receiver asks for. */
  readonly capMs: number;
}

/** Five retries, as compatibility notes decide: about 1, 2, 4, 8 and 16 seconds apart. */
export const DEFAULT_RETRIES: RetrySchedule = { retries: 5, baseMs: 1_000, capMs: 60_000 };

/**
 * Milliseconds until the next attempt after `attempts` failed ones, or undefined when there is none left.
 * The wait doubles and is spread over its upper half (`random` in [0, 1)), so that deliveries that failed
 * together do not come back together. A `Retry-After` longer than that is obeyed up to the cap.
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

/** Reads a Retry-After header as milliseconds from now. Source: RFC 9110 section 10.2.3. */
export function readRetryAfter(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d+$/.test(value.trim())) return Number(value) * 1_000;
  // A date without a zone is GMT, and not of the zone of this computer.
  const date = Date.parse(/(GMT|UTC|UT|Z|[+-]\d{4})$/i.test(value.trim()) ? value : `${value} GMT`);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
