import {
  genericGrantRequest,
  randomPKCECodeVerifier,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client';
import { redirectUri } from '../../../contract/tenants/connection-check.ts';
import type { OpenIdCall } from '../session/open-id-call.ts';
import { configure } from '../session/open-id.ts';
import type { Finding } from './finding.ts';
import { describeRejection } from './rejection.ts';

/** Rejections that say something about the client; `invalid_grant` is about the code, so that the client is accepted. */
const ofClient: ReadonlySet<string> = new Set([
  'invalid_client',
  'unauthorized_client',
  'unsupported_grant_type',
]);

/** Redeems a code that was never issued. Returns why the tenant rejects the client; undefined if it doesn't, or can't be asked. */
export async function checkTokenEndpoint(call: OpenIdCall): Promise<Finding | undefined> {
  try {
    await genericGrantRequest(configure(call), 'authorization_code', {
      code: 'tenant-desk-client-check',
      redirect_uri: redirectUri,
      code_verifier: randomPKCECodeVerifier(),
    });
    return undefined;
  } catch (error) {
    call.signal.throwIfAborted();
    const rejection = rejectionOf(error);
    return rejection === undefined || !ofClient.has(rejection.code)
      ? undefined
      : describeRejection(rejection.code, call, rejection.description, 'token');
  }
}

function rejectionOf(error: unknown): { readonly code: string; readonly description: string } | undefined {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (current instanceof ResponseBodyError)
      return { code: current.error, description: current.error_description ?? '' };
    // How Basic authentication is answered. Source: RFC 6749, section 5.2.
    if (current instanceof WWWAuthenticateChallengeError) return { code: 'invalid_client', description: '' };
  }
  return undefined;
}
