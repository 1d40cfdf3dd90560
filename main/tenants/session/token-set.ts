import { z } from 'zod';
import { timestampSchema } from '../../../contract/schema/identifiers.ts';
import { accessTokenPattern } from './token-answer.ts';

/** What a sign-in yields, as it is kept in the vault. */
export const tokenSetSchema = z.object({
  accessToken: z.string().regex(accessTokenPattern),
  refreshToken: z.string().min(1).optional(),
  obtainedAt: timestampSchema,
  expiresAt: timestampSchema,
  /** Whose tokens they are: a profile that now names another issuer or client must not use them. */
  issuer: z.string(),
  clientId: z.string(),
  /** The tenant said of a renewed token that it lives 0 seconds. */
  isExpiredOnArrival: z.boolean().optional(),
  /** Present where the client itself signed in, with its secret: it gets new tokens in the same way. */
  grant: z.literal('client-credentials').optional(),
  user: z.object({ subject: z.string().min(1), name: z.string().optional(), email: z.string().optional() }),
});

export type TokenSet = z.infer<typeof tokenSetSchema>;

/** True when new tokens can be requested without a person. */
export function isRenewable({ refreshToken, grant }: Pick<TokenSet, 'refreshToken' | 'grant'>): boolean {
  return refreshToken !== undefined || grant !== undefined;
}

/** What is believed of a tenant that says how long its tokens live: a year, so that no time leaves the calendar. */
export const maxLifetimeSeconds = 365 * 24 * 3600;

/** A renewed token is used at least this long, so that one that lives no time is not renewed without end. */
export const minRenewedLifeSeconds = 30;

/** Longest time before its end at which a token is renewed. */
const maxLeadMs = 60_000;

/** When to renew: a minute before the end, or at four fifths of a short life. */
export function renewAt({ obtainedAt, expiresAt }: Pick<TokenSet, 'obtainedAt' | 'expiresAt'>): number {
  return expiresAt - Math.min(maxLeadMs, (expiresAt - obtainedAt) / 5);
}

/** In milliseconds of a clock that nobody can set. */
export interface TokenLife {
  readonly renewAt: number;
  readonly endsAt: number;
}

/** Of tokens that have just arrived: what the tenant said is a duration from now. */
export function newLife(tokens: TokenSet, now: number): TokenLife {
  return lifeOf(tokens, tokens.expiresAt - tokens.obtainedAt, now);
}

/** Of stored tokens: what is left by the system's clock, and never more than they had. */
export function restOfLife(tokens: TokenSet, wallNow: number, now: number): TokenLife {
  const { obtainedAt, expiresAt } = tokens;
  return lifeOf(tokens, Math.min(Math.max(0, expiresAt - wallNow), expiresAt - obtainedAt), now);
}

function lifeOf(tokens: TokenSet, left: number, now: number): TokenLife {
  const endsAt = now + left;
  return { endsAt, renewAt: endsAt - (tokens.expiresAt - renewAt(tokens)) };
}
