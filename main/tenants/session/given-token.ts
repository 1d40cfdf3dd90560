import { z } from 'zod';
import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import { failure } from '../../platform/errors/failure.ts';
import { accessTokenPattern } from './token-response.ts';
import type { TokenSet } from './token-set.ts';
import { maxLifetimeSeconds } from './token-set.ts';

/** Claims that say whose token it is and until when. Only shown: the tenant alone decides what the token allows. */
const claimsSchema = z.looseObject({
  sub: z.string().min(1).optional().catch(undefined),
  name: z.string().optional().catch(undefined),
  unique_name: z.string().optional().catch(undefined),
  preferred_username: z.string().optional().catch(undefined),
  exp: z.number().int().positive().optional().catch(undefined),
});

/** The session of an access token that was handed over as it is. Throws `invalid-input` for what no header can carry. */
export function tokensOfAccessToken(accessToken: string, profile: TenantProfile, now: number): TokenSet {
  if (!accessTokenPattern.test(accessToken)) {
    throw failure(
      'invalid-input',
      'The access token is empty or has spaces, line breaks or other characters that no header can carry. Check TDESK_TOKEN, or what is piped to --token-stdin.',
    );
  }
  const claims = claimsOf(accessToken);
  const name = claims.name ?? claims.preferred_username ?? claims.unique_name;
  const latest = now + maxLifetimeSeconds * 1000;
  return {
    accessToken,
    obtainedAt: Math.floor(now),
    expiresAt: Math.floor(Math.min(claims.exp === undefined ? latest : claims.exp * 1000, latest)),
    issuer: profile.issuer,
    clientId: profile.clientId,
    user: { subject: claims.sub ?? 'access token', ...(name === undefined ? {} : { name }) },
  };
}

function claimsOf(token: string): z.infer<typeof claimsSchema> {
  try {
    const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
    return claimsSchema.parse(JSON.parse(payload));
  } catch {
    return {};
  }
}
