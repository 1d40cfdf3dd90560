import type { CustomFetch } from 'openid-client';
import { z } from 'zod';
import { parseUtc } from '../../../contract/values/utc-time.ts';
import { createTransportFetch } from '../../platform/http/transport-fetch.ts';
import type { OpenIdCall } from './open-id-call.ts';
import { readSigningKeys } from './signing-keys.ts';
import { usableTokenAnswer } from './token-answer.ts';

/** Parts of a token response, recorded before validation. */
export interface TokenAnswer {
  /** The tenant's time in milliseconds since the epoch, if reported. Source: RFC 9110, section 6.6.1. */
  readonly tenantTime: number | undefined;
  /** A new refresh token that replaces the one that was sent. */
  readonly refreshToken: string | undefined;
}

const tokenAnswerSchema = z.object({ refresh_token: z.string().min(1) });

/**
 * A fetch for the provider's endpoints. Records the token response before it is validated, because the sent refresh token may
 * already be consumed; and distinguishes unavailable signing keys from an invalid signature, which the library reports as the same
 * error.
 */
export function createProviderFetch(
  { profile, provider, transport, signal }: OpenIdCall,
  note: (answer: TokenAnswer) => Promise<void>,
): CustomFetch {
  const send = createTransportFetch(transport, signal, `sign in to ${profile.name}`);
  const { jwks_uri: keysUrl, token_endpoint: tokenUrl } = provider.metadata;
  return async (url, options) => {
    if (isSameAddress(url, keysUrl)) return readSigningKeys(() => send(url, options), profile.name, signal);
    const answer = await send(url, options);
    if (!isSameAddress(url, tokenUrl) || answer.status !== 200) return answer;
    const json = await jsonOf(answer);
    await note({
      tenantTime: tenantTimeOf(answer),
      refreshToken: tokenAnswerSchema.safeParse(json).data?.refresh_token,
    });
    const usable = usableTokenAnswer(json, profile.name);
    return usable === undefined ? answer : Response.json(usable, { headers: answer.headers });
  };
}

function tenantTimeOf(answer: Response): number | undefined {
  const time = parseUtc(answer.headers.get('date') ?? '');
  return Number.isNaN(time) ? undefined : time;
}

/** Reads a clone, so that the body can be read again. */
async function jsonOf(answer: Response): Promise<unknown> {
  try {
    return await answer.clone().json();
  } catch {
    return undefined;
  }
}

function isSameAddress(url: string, other: string): boolean {
  return new URL(url).href === new URL(other).href;
}
