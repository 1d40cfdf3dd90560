import type { CustomFetch } from 'openid-client';
import { z } from 'zod';
import { parseUtc } from '../../../contract/values/utc-time.ts';
import { createTransportFetch } from '../../platform/http/transport-fetch.ts';
import type { OpenIdCall } from './open-id-call.ts';
import { readSigningKeys } from './signing-keys.ts';
import { usableTokenResponse } from './token-response.ts';

/** Parts of a token response, recorded before validation. */
export interface TokenResponse {
  /** The tenant's time in milliseconds since the epoch, if reported. Source: RFC 9110, section 6.6.1. */
  readonly tenantTime: number | undefined;
  /** A new refresh token that replaces the one that was sent. */
  readonly refreshToken: string | undefined;
}

const tokenResponseSchema = z.object({ refresh_token: z.string().min(1) });

/**
 * A fetch for the provider's endpoints. Records the token response before it is validated, because the sent refresh token may
 * already be consumed; and distinguishes unavailable signing keys from an invalid signature, which the library reports as the same
 * error.
 */
export function createProviderFetch(
  { profile, provider, transport, signal }: OpenIdCall,
  note: (response: TokenResponse) => Promise<void>,
): CustomFetch {
  const send = createTransportFetch(transport, signal, `sign in to ${profile.name}`);
  const { jwks_uri: keysUrl, token_endpoint: tokenUrl } = provider.metadata;
  return async (url, options) => {
    if (isSameAddress(url, keysUrl)) return readSigningKeys(() => send(url, options), profile.name, signal);
    const response = await send(url, options);
    if (!isSameAddress(url, tokenUrl) || response.status !== 200) return response;
    const json = await jsonOf(response);
    await note({
      tenantTime: tenantTimeOf(response),
      refreshToken: tokenResponseSchema.safeParse(json).data?.refresh_token,
    });
    const usable = usableTokenResponse(json, profile.name);
    return usable === undefined ? response : Response.json(usable, { headers: response.headers });
  };
}

function tenantTimeOf(response: Response): number | undefined {
  const time = parseUtc(response.headers.get('date') ?? '');
  return Number.isNaN(time) ? undefined : time;
}

/** Reads a clone, so that the caller can still read the body. */
async function jsonOf(response: Response): Promise<unknown> {
  try {
    return await response.clone().json();
  } catch {
    return undefined;
  }
}

function isSameAddress(url: string, other: string): boolean {
  return new URL(url).href === new URL(other).href;
}
