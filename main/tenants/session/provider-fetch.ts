import type { CustomFetch } from 'openid-client';
import { z } from 'zod';
import { failure } from '../../platform/failure.ts';
import { createTransportFetch } from '../../platform/http/transport-fetch.ts';
import type { OpenIdCall } from './open-id.ts';

/** What the token endpoint sent, noted before anything of it is checked. */
export interface TokenAnswer {
  /** Milliseconds since the epoch by the tenant's clock, where it tells. Source: RFC 9110, section 6.6.1. */
  readonly tenantTime: number | undefined;
  /** A refresh token that stands in the place of the one that was sent. */
  readonly refreshToken: string | undefined;
}

const tokenAnswerSchema = z.object({ refresh_token: z.string().min(1) });
const keysSchema = z.object({ keys: z.array(z.record(z.string(), z.unknown())) });

/**
 * The way to the provider's endpoints. Tells what the token endpoint sent before it is checked, as the refresh token
 * that was sent may be spent by then; and tells keys that cannot be had from a signature that is wrong, which are one
 * failure to the library.
 */
export function createProviderFetch(
  { profile, provider, transport, signal }: OpenIdCall,
  note: (answer: TokenAnswer) => Promise<void>,
): CustomFetch {
  const send = createTransportFetch(transport, signal, `sign in to ${profile.name}`);
  const { jwks_uri: keysUrl, token_endpoint: tokenUrl } = provider.metadata;
  return async (url, options) => {
    const answer = await send(url, options);
    if (isSameAddress(url, tokenUrl) && answer.status === 200) await note(await readTokenAnswer(answer));
    if (isSameAddress(url, keysUrl)) await requireKeys(answer, profile.name);
    return answer;
  };
}

async function readTokenAnswer(answer: Response): Promise<TokenAnswer> {
  const tenantTime = Date.parse(answer.headers.get('date') ?? '');
  return {
    tenantTime: Number.isNaN(tenantTime) ? undefined : tenantTime,
    refreshToken: tokenAnswerSchema.safeParse(await jsonOf(answer)).data?.refresh_token,
  };
}

async function requireKeys(answer: Response, tenantName: string): Promise<void> {
  if (answer.status === 200 && keysSchema.safeParse(await jsonOf(answer)).success) return;
  const what = answer.status === 200 ? 'what it answered are no keys' : `it answered HTTP ${answer.status}`;
  throw failure(
    'unexpected-response',
    `The keys of ${tenantName}, with which its ID tokens are checked, cannot be had: ${what}. Try again; if it happens again, ask whoever runs the tenant.`,
  );
}

/** The body is left to be read once more. */
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
