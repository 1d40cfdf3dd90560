import { z } from 'zod';
import { timestampSchema } from '../../../contract/schema/identifiers.ts';
import { accessTokenPattern } from './token-response.ts';

/** The tokens of a sign-in, as stored in the vault. */
export const tokenSetSchema = z.object({
  accessToken: z.string().regex(accessTokenPattern),
  refreshToken: z.string().min(1).optional(),
  obtainedAt: timestampSchema,
  /** When the person signed in; absent until the tokens are renewed, as `obtainedAt` says it. */
  signedInAt: timestampSchema.optional(),
  expiresAt: timestampSchema,
  /** A profile with a different issuer or client must not use the tokens. */
  issuer: z.string(),
  clientId: z.string(),
  /** What the tenant granted, separated by spaces; absent if it doesn't say. Source: RFC 6749, section 5.1. */
  scope: z.string().optional(),
  /** The tenant reported a lifetime of 0 seconds for a renewed token. */
  isExpiredOnArrival: z.boolean().optional(),
  /** Present where the client itself signed in, with its secret: it gets new tokens in the same way. */
  grant: z.literal('client-credentials').optional(),
  user: z.object({ subject: z.string().min(1), name: z.string().optional(), email: z.string().optional() }),
});

export type TokenSet = z.infer<typeof tokenSetSchema>;

/** True if new tokens can be requested without the user. */
export function isRenewable({ refreshToken, grant }: Pick<TokenSet, 'refreshToken' | 'grant'>): boolean {
  return refreshToken !== undefined || grant !== undefined;
}

/** Maximum accepted token lifetime: a year, so that dates stay valid. */
export const maxLifetimeSeconds = 365 * 24 * 3600;

/** Minimum use of a renewed token, so that a lifetime of zero doesn't cause endless renewals. */
export const minRenewedLifeSeconds = 30;

/** Maximum time before expiry at which a token is renewed. */
const maxLeadMs = 60_000;

/** When to renew: a minute before expiry, or after four fifths of a short lifetime. */
export function renewAt({ obtainedAt, expiresAt }: Pick<TokenSet, 'obtainedAt' | 'expiresAt'>): number {
  return expiresAt - Math.min(maxLeadMs, (expiresAt - obtainedAt) / 5);
}

/** In milliseconds of a monotonic clock. */
export interface TokenLife {
  readonly renewAt: number;
  readonly endsAt: number;
}

/** Lifetime of newly received tokens: the tenant reports a duration from now. */
export function newLife(tokens: TokenSet, now: number): TokenLife {
  return lifeOf(tokens, tokens.expiresAt - tokens.obtainedAt, now);
}

/** Lifetime of stored tokens: the remaining time by the system clock, limited to their total lifetime. */
export function restOfLife(tokens: TokenSet, wallNow: number, now: number): TokenLife {
  const { obtainedAt, expiresAt } = tokens;
  return lifeOf(tokens, Math.min(Math.max(0, expiresAt - wallNow), expiresAt - obtainedAt), now);
}

function lifeOf(tokens: TokenSet, left: number, now: number): TokenLife {
  const endsAt = now + left;
  return { endsAt, renewAt: endsAt - (tokens.expiresAt - renewAt(tokens)) };
}

/** When the person, or the client itself, signed in. */
export function signedInAt(tokens: Pick<TokenSet, 'obtainedAt' | 'signedInAt'>): number {
  return tokens.signedInAt ?? tokens.obtainedAt;
}
