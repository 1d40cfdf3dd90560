import { z } from 'zod';
import { failure } from '../../platform/errors/failure.ts';

/** Valid bearer tokens: visible ASCII. Source: RFC 6749, appendix A.12; RFC 6750, section 2.1. */
export const accessTokenPattern = /^[\x21-\x7e]+$/;

/** Optional members of a token response; unusable values are treated as missing. Source: RFC 6749, section 5.1. */
const optionalMembers: Readonly<Record<string, (value: unknown) => boolean>> = {
  expires_in: isSeconds,
  refresh_token: isText,
  scope: (value) => typeof value === 'string',
  id_token: isText,
};

const responseSchema = z.record(z.string(), z.unknown());

/**
 * Validates a token response before the library reads it: drops unusable optional members, and throws `unexpected-response` for an
 * access token that can't be sent or has already expired. Leaves responses of another shape to the library.
 */
export function usableTokenResponse(json: unknown, tenantName: string): Record<string, unknown> | undefined {
  const { data } = responseSchema.safeParse(json);
  if (data === undefined) return undefined;
  const { access_token: accessToken, expires_in: expiresIn } = data;
  if (typeof accessToken === 'string' && !accessTokenPattern.test(accessToken)) {
    throw failure(
      'unexpected-response',
      `${tenantName} issued an access token that can’t be sent: it is empty or has characters that aren’t allowed in a header. Contact the tenant’s admin.`,
    );
  }
  if (isSeconds(expiresIn) && Number(expiresIn) < 0) {
    throw failure(
      'unexpected-response',
      `${tenantName} issued an access token that has already expired (expires_in: ${Number(expiresIn)}). Contact the tenant’s admin.`,
    );
  }
  return Object.fromEntries(
    Object.entries(data).filter(([name, value]) => optionalMembers[name]?.(value) ?? true),
  );
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

/** Some servers send the number as a string. */
function isSeconds(value: unknown): boolean {
  const seconds = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof seconds === 'number' && Number.isFinite(seconds);
}
