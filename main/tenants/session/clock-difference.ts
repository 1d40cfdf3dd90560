import { z } from 'zod';
import { plural } from '../../../languages/text/intl.ts';

/** The library's error for an ID token that is expired or not yet valid by this computer's clock. Times in seconds. */
const timeCheckSchema = z.object({
  claim: z.enum(['exp', 'nbf']),
  now: z.number(),
  claims: z.object({ iat: z.number() }),
});

/** Minimum difference in seconds that is attributed to the clock rather than latency. */
const minSeconds = 60;

/**
 * Describes this computer's clock if it is the reason why an ID token was rejected; undefined otherwise. The token was just issued, so
 * `iat` is the tenant's time, unless its `Date` header shows that the token is old.
 */
export function describeClock(error: unknown, tenantTime: number | undefined): string | undefined {
  const check = timeCheckOf(error);
  if (check === undefined) return undefined;
  const { claim, now, claims } = check;
  const difference = now - claims.iat;
  const byHeader = tenantTime === undefined ? difference : now - tenantTime / 1000;
  const seconds = Math.min(Math.abs(difference), Math.abs(byHeader));
  const isAhead = difference > 0;
  if (seconds < minSeconds || isAhead !== byHeader > 0 || isAhead !== (claim === 'exp')) return undefined;
  return `This computer’s clock seems to be ${describeLength(seconds)} ${isAhead ? 'ahead of' : 'behind'} the tenant’s`;
}

function timeCheckOf(error: unknown): z.infer<typeof timeCheckSchema> | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { data } = timeCheckSchema.safeParse(cause.cause);
    if (data !== undefined) return data;
  }
  return undefined;
}

function describeLength(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  if (minutes < 180) return plural(minutes, { one: '1 minute', other: `${minutes} minutes` });
  const hours = Math.round(minutes / 60);
  return hours < 72 ? `${hours} hours` : `${Math.round(hours / 24)} days`;
}
