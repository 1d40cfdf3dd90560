import { parseUtc } from '../../../contract/values/utc-time.ts';

/**
 * Seconds to wait according to a `Retry-After` header, a number of seconds or an HTTP date. A date without a zone is GMT. Undefined if
 * it is neither. Source: RFC 9110, section 10.2.3.
 */
export function retryAfterSeconds(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const date = parseUtc(text);
  if (Number.isNaN(date) || !/[A-Za-z]/.test(text)) return undefined;
  return Math.max(0, Math.ceil((date - now) / 1000));
}
