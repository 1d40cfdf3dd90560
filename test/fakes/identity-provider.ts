import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createHash, randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** What the provider does wrong, changed while it runs. */
export interface Misbehavior {
  /** Claims that replace the right ones in ID tokens. */
  idTokenClaims: Record<string, unknown>;
  /** Signs ID tokens with a key that it doesn't publish. */
  signsWithOtherKey: boolean;
  /** Responses that replace the usual ones, by path. */
  responses: Map<string, (response: ServerResponse, request: RecordedRequest) => void>;
  /** Members that replace the right ones in the metadata; undefined removes one. */
  metadata: Record<string, unknown>;
  /** Lifetime of access tokens in seconds. */
  expiresIn: number;
  givesRefreshTokens: boolean;
  /** Seconds by which its clock is ahead of this computer's. */
  clockOffset: number;
  /** Omits the ID token from renewals, as OpenID Connect Core, section 12.2 allows. */
  omitsIdToken: boolean;
}

/**
 * An OpenID Connect provider with a tenant behind it that misbehaves on command: for what a well-behaved one,
 * such as the embedded tenant, never does. Its authorization endpoint needs no input and redirects
 * immediately.
 */
export interface FakeProvider extends AsyncDisposable {
  readonly origin: string;
  readonly misbehavior: Misbehavior;
  readonly requests: RecordedRequest[];
  /** Every issued token and code, to search for them where they must not be. */
  readonly secrets: string[];
  /** Currently valid access tokens. */
  readonly validTokens: Set<string>;
}

interface Grant {
  readonly nonce: string | null;
  readonly challenge: string | null;
  readonly redirectUri: string | null;
}

export async function startFakeProvider(): Promise<FakeProvider> {
  const own = await generateKeyPair('ES256');
  const other = await generateKeyPair('ES256');
  const publicKey = { ...(await exportJWK(own.publicKey)), kid: 'own', use: 'sig', alg: 'ES256' };
  const grants = new Map<string, Grant>();
  const refreshTokens = new Set<string>();
  const validTokens = new Set<string>();
  const requests: RecordedRequest[] = [];
  const secrets: string[] = [];
  const misbehavior: Misbehavior = {
    idTokenClaims: {},
    signsWithOtherKey: false,
    responses: new Map(),
    metadata: {},
    expiresIn: 3600,
    givesRefreshTokens: true,
    clockOffset: 0,
    omitsIdToken: false,
  };
  let origin = '';

  function secret(kind: string): string {
    const value = `${kind}.${randomUUID()}.${randomUUID()}`;
    secrets.push(value);
    return value;
  }

  async function idToken(nonce: string | null): Promise<string> {
    const seconds = Math.floor(Date.now() / 1000) + misbehavior.clockOffset;
    const claims = {
      iss: origin,
      aud: 'desk',
      sub: 'user-1',
      name: 'Ada Admin',
      iat: seconds,
      exp: seconds + 300,
      ...(nonce === null ? {} : { nonce }),
      ...misbehavior.idTokenClaims,
    };
    const key = misbehavior.signsWithOtherKey ? other.privateKey : own.privateKey;
    const token = await new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: 'own' }).sign(key);
    secrets.push(token);
    return token;
  }

  async function tokens(nonce: string | null): Promise<object> {
    const accessToken = secret('access');
    validTokens.add(accessToken);
    const refreshToken = misbehavior.givesRefreshTokens ? secret('refresh') : undefined;
    if (refreshToken !== undefined) refreshTokens.add(refreshToken);
    return {
      token_type: 'Bearer',
      access_token: accessToken,
      expires_in: misbehavior.expiresIn,
      ...(nonce === null && misbehavior.omitsIdToken ? {} : { id_token: await idToken(nonce) }),
      ...(refreshToken === undefined ? {} : { refresh_token: refreshToken }),
    };
  }

  async function token(form: URLSearchParams, response: ServerResponse): Promise<void> {
    if (form.get('grant_type') === 'refresh_token') {
      if (!refreshTokens.delete(form.get('refresh_token') ?? '')) {
        sendJson(response, 400, {
          error: 'invalid_grant',
          error_description: 'The refresh token was already used.',
        });
      } else sendJson(response, 200, await tokens(null));
      return;
    }
    const code = form.get('code') ?? '';
    const grant = grants.get(code);
    grants.delete(code);
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (
      grant === undefined ||
      grant.challenge !== challenge ||
      grant.redirectUri !== form.get('redirect_uri')
    ) {
      sendJson(response, 400, { error: 'invalid_grant', error_description: "The code doesn't match." });
    } else sendJson(response, 200, await tokens(grant.nonce));
  }

  function authorize(query: URLSearchParams, response: ServerResponse): void {
    const code = secret('code');
    const redirectUri = query.get('redirect_uri');
    grants.set(code, { nonce: query.get('nonce'), challenge: query.get('code_challenge'), redirectUri });
    const back = new URL(redirectUri ?? origin);
    back.searchParams.set('code', code);
    back.searchParams.set('state', query.get('state') ?? '');
    response.writeHead(302, { location: back.href }).end();
  }

  async function respond(request: RecordedRequest, response: ServerResponse): Promise<void> {
    const url = new URL(request.path, origin);
    const wrong = misbehavior.responses.get(url.pathname);
    if (wrong !== undefined) return wrong(response, request);
    switch (url.pathname) {
      case '/.well-known/openid-configuration':
        return sendJson(response, 200, {
          issuer: origin,
          authorization_endpoint: `${origin}/authorize`,
          token_endpoint: `${origin}/token`,
          jwks_uri: `${origin}/jwks`,
          revocation_endpoint: `${origin}/revoke`,
          code_challenge_methods_supported: ['S256'],
          id_token_signing_alg_values_supported: ['ES256'],
          ...misbehavior.metadata,
        });
      case '/jwks':
        return sendJson(response, 200, { keys: [publicKey] });
      case '/authorize':
        return authorize(url.searchParams, response);
      case '/token':
        return token(new URLSearchParams(request.body), response);
      case '/revoke': {
        const revoked = new URLSearchParams(request.body).get('token') ?? '';
        validTokens.delete(revoked);
        refreshTokens.delete(revoked);
        response.writeHead(200).end();
        return;
      }
      default: {
        const bearer = (request.headers.authorization ?? '').replace('Bearer ', '');
        if (!validTokens.has(bearer)) return sendJson(response, 401, { error: 'invalid_token' });
        return sendJson(response, 200, { success: true, Result: { path: url.pathname } });
      }
    }
  }

  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      const request = {
        method: incoming.method ?? '',
        path: incoming.url ?? '/',
        headers: incoming.headers,
        body,
      };
      requests.push(request);
      response.setHeader('date', new Date(Date.now() + misbehavior.clockOffset * 1000).toUTCString());
      void respond(request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The provider has no port.');
  origin = `http://127.0.0.1:${address.port}`;

  return {
    origin,
    misbehavior,
    requests,
    secrets,
    validTokens,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body);
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' }).end(text);
}
