import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as client from 'openid-client';

/** What the application's program knows about itself. */
export interface Registration {
  readonly issuer: string;
  readonly clientId: string;
  readonly secret: string;
}

/**
 * The program of an application: signs users in with a standard library, and shows a welcome page or the
 * reason for a failure.
 */
export interface RelyingParty extends AsyncDisposable {
  readonly redirectUrl: string;
  /** Where a user starts to sign in. */
  readonly startUrl: string;
  register(registration: Registration): Promise<void>;
}

interface Pending {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

export async function startRelyingParty(): Promise<RelyingParty> {
  let configuration: client.Configuration | undefined;
  const pending = new Map<string, Pending>();
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const redirectUrl = `${origin}/callback`;

  function known(): client.Configuration {
    if (configuration === undefined) throw new Error('The relying party is not registered.');
    return configuration;
  }

  async function begin(): Promise<string> {
    const verifier = client.randomPKCECodeVerifier();
    const one = { state: client.randomState(), nonce: client.randomNonce(), verifier };
    pending.set(one.state, one);
    return client.buildAuthorizationUrl(known(), {
      redirect_uri: redirectUrl,
      scope: 'openid profile email',
      state: one.state,
      nonce: one.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }).href;
  }

  async function arrive(url: URL): Promise<string> {
    const one = pending.get(url.searchParams.get('state') ?? '');
    if (one === undefined) return 'Nobody asked for this.';
    const error = url.searchParams.get('error');
    if (error !== null) return `Refused: ${error}. ${url.searchParams.get('error_description') ?? ''}`;
    const tokens = await client.authorizationCodeGrant(known(), url, {
      expectedState: one.state,
      expectedNonce: one.nonce,
      pkceCodeVerifier: one.verifier,
      idTokenExpected: true,
    });
    return `Welcome, ${tokens.claims()?.['name'] as string}`;
  }

  server.on('request', (request, response) => {
    const url = new URL(request.url ?? '/', origin);
    const respond = async (): Promise<void> => {
      if (url.pathname === '/start') {
        response.writeHead(302, { location: await begin() }).end();
        return;
      }
      const text = url.pathname === '/callback' ? await arrive(url) : 'Nothing here.';
      response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' }).end(text);
    };
    respond().catch((error: unknown) => response.writeHead(500).end(String(error)));
  });

  return {
    redirectUrl,
    startUrl: `${origin}/start`,
    async register({ issuer, clientId, secret }) {
      configuration = await client.discovery(
        new URL(issuer),
        clientId,
        undefined,
        client.ClientSecretBasic(secret),
        { execute: [client.allowInsecureRequests] },
      );
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
