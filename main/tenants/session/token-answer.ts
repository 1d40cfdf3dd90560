import { z } from 'zod';
import { failure } from '../../platform/errors/failure.ts';

/** What a header can carry as a bearer token: visible ASCII. Source: RFC 6749, appendix A.12; RFC 6750, section 2.1. */
export const accessTokenPattern = /^[\x21-\x7e]+$/;

/** Members that a token response may leave out. One that cannot be used is treated as left out. Source: RFC 6749, section 5.1. */
const optionalMembers: Readonly<Record<string, (value: unknown) => boolean>> = {
  expires_in: isSeconds,
  refresh_token: isText,
  scope: (value) => typeof value === 'string',
  id_token: isText,
};

const answerSchema = z.record(z.string(), z.unknown());

/**
 * Checks the answer of a token endpoint before the library reads it: drops optional members that say nothing, and throws
 * `unexpected-response` for an access token that no request can carry and for one that has already expired. Answers of
 * another shape are left to the library.
 */
export function usableTokenAnswer(json: unknown, tenantName: string): Record<string, unknown> | undefined {
  const { data } = answerSchema.safeParse(json);
  if (data === undefined) return undefined;
  const { access_token: accessToken, expires_in: expiresIn } = data;
  if (typeof accessToken === 'string' && !accessTokenPattern.test(accessToken)) {
    throw failure(
      'unexpected-response',
      `${tenantName} issued an access token that can’t be sent: it is empty or has spaces, line breaks or other characters that are not allowed in a header. Contact the tenant’s admin.`,
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

/** Some servers send the number as text. */
function isSeconds(value: unknown): boolean {
  const seconds = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof seconds === 'number' && Number.isFinite(seconds);
}
