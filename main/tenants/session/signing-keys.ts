import type { CustomFetch } from 'openid-client';
import { z } from 'zod';
import { failure } from '../../platform/errors/failure.ts';
import { wait } from '../../platform/timing/waiting.ts';

const keysSchema = z.object({ keys: z.array(z.record(z.string(), z.unknown())).min(1) });

/** A provider may briefly have no keys while it restarts or rotates them. */
const pausesMs = [200, 800] as const;

/**
 * Reads the signing keys (JWKS), retrying after a pause if there are none. Throws `unexpected-response`: unavailable keys say nothing
 * about a signature. Doesn't fall back to older keys, which the provider may have revoked.
 */
export async function readSigningKeys(
  request: () => ReturnType<CustomFetch>,
  tenantName: string,
  signal: AbortSignal,
): Promise<Response> {
  for (const pauseMs of pausesMs) {
    const response = await request();
    if ((await problemOf(response)) === undefined) return response;
    await wait(pauseMs, signal);
  }
  const response = await request();
  const problem = await problemOf(response);
  if (problem === undefined) return response;
  throw failure(
    'unexpected-response',
    `The signing keys (JWKS) of ${tenantName} are not available: ${problem}. Try again. If this persists, contact the tenant’s admin.`,
  );
}

async function problemOf(response: Response): Promise<string | undefined> {
  if (response.status !== 200) return `it responded with HTTP ${response.status}`;
  try {
    const json: unknown = await response.clone().json();
    return keysSchema.safeParse(json).success ? undefined : 'its response has no keys';
  } catch {
    return 'its response is not JSON';
  }
}
