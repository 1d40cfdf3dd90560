import { randomNonce, randomState, randomPKCECodeVerifier, calculatePKCECodeChallenge } from 'openid-client';
import { redirectUri } from '../../../contract/tenants/connection-check.ts';
import { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import type { HttpResponse } from '../../platform/http/transport.ts';
import { shorten } from '../client/tenant-message.ts';
import type { OpenIdCall } from '../session/open-id-call.ts';
import { checkTokenEndpoint } from './check-token-endpoint.ts';
import type { Finding } from './finding.ts';
import { ok, warning } from './finding.ts';
import { describeRejection } from './rejection.ts';

const maxBytes = 512 * 1024;

/** Errors that a client gets which the tenant knows: it would have to ask the user. Source: OpenID Connect Core 1.0, section 3.1.2.6. */
const asksTheUser: ReadonlySet<string> = new Set([
  'login_required',
  'interaction_required',
  'consent_required',
  'account_selection_required',
]);

/**
 * Whether the tenant accepts the client: asks for a sign-in that may not show anything (`prompt=none`), then redeems a code that
 * doesn't exist. Neither changes anything, signs anyone in, or needs the user.
 */
export async function checkClient(call: OpenIdCall): Promise<Finding> {
  const authorization = await askSilently(call);
  if (authorization.status !== 'ok') return authorization;
  // A secret that the user hasn't entered here can't be tried.
  if (call.profile.hasClientSecret && call.clientSecret === undefined) return authorization;
  return (await checkTokenEndpoint(call)) ?? authorization;
}

async function askSilently(call: OpenIdCall): Promise<Finding> {
  const { profile, provider, transport, signal } = call;
  const url = new URL(provider.metadata.authorization_endpoint);
  const parameters = {
    response_type: 'code',
    client_id: profile.clientId,
    redirect_uri: redirectUri,
    scope: [...new Set(['openid', ...profile.scopes])].join(' '),
    prompt: 'none',
    state: randomState(),
    nonce: randomNonce(),
    code_challenge: await calculatePKCECodeChallenge(randomPKCECodeVerifier()),
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  try {
    const response = await transport.send({
      ...{ method: 'GET', url: url.href, headers: { accept: 'text/html' }, signal, maxBytes },
      isRead: true,
      purpose: `check the client ID at ${url.host}`,
    });
    return judge(response, call);
  } catch (error) {
    if (!(error instanceof DeskFailure) || error.code === 'canceled') throw error;
    return unknown(error.error.message, error.error.detail ?? error.code);
  }
}

function judge(response: HttpResponse, call: OpenIdCall): Finding {
  const { status } = response;
  const location = locationOf(response, call.provider.metadata.authorization_endpoint);
  if (location !== undefined) return judgeRedirect(location, call);
  const text = textOf(response);
  const code = errorCodeIn(text);
  if (code !== undefined && status < 500) return describeRejection(code, call, text);
  if (status >= 500)
    return unknown(`The authorization endpoint failed: HTTP ${status}.`, String(status), text);
  if (status >= 400) return describeRejection(`HTTP ${status}`, call, text);
  // A page for the user: an unknown client usually gets an error page with an error status.
  return ok('The tenant shows its sign-in page');
}

function judgeRedirect(location: URL, call: OpenIdCall): Finding {
  const code = location.searchParams.get('error') ?? undefined;
  const isReturn = location.href.startsWith(redirectUri);
  if (code === undefined)
    return ok(isReturn ? 'Accepted, with this redirect URI' : 'The tenant shows its sign-in page');
  if (asksTheUser.has(code)) return ok('Accepted, with this redirect URI');
  const description = location.searchParams.get('error_description') ?? '';
  if (code === 'server_error' || code === 'temporarily_unavailable')
    return unknown('The tenant couldn’t check the client.', code, description);
  return describeRejection(code, call, description);
}

/** Errors of RFC 6749 and OpenID Connect, where they are written out on a page. */
function errorCodeIn(text: string): string | undefined {
  return /\b(invalid_client|unauthorized_client|invalid_redirect_uri|redirect_uri_mismatch|invalid_scope|unsupported_response_type|invalid_request)\b/.exec(
    text,
  )?.[1];
}

function unknown(cause: string, code: string, response = ''): Finding {
  return warning({
    finding: 'Not known before sign-in',
    cause,
    fixes: ['Check again, or continue: sign-in shows whether the tenant accepts the client.'],
    code,
    response: shorten(response),
  });
}

function locationOf({ status, headers }: HttpResponse, base: string): URL | undefined {
  if (status < 300 || status > 399 || headers.location === undefined) return undefined;
  return URL.parse(headers.location, base) ?? undefined;
}

/** The words of a page. */
function textOf({ body }: HttpResponse): string {
  return new TextDecoder()
    .decode(body.subarray(0, 64 * 1024))
    .replace(/<(style|script|title)\b[\s\S]*?<\/\1>/gi, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
