import * as client from 'openid-client';
import { createBrowserSession } from '../integration/browser-session.ts';
import { redirect } from './a-relying-party.ts';
import type { TenantInUse } from './use-tenant.ts';

/** The name of an active user without any rights. */
export async function nameOfOrdinaryUser(tenant: TenantInUse): Promise<string> {
  const role = await tenant.ask("SELECT ID FROM Role WHERE Name = 'Finance'");
  const [{ Row }] = (role.Result as { Results: [{ Row: { ID: string } }] }).Results;
  const members = await tenant.ask(`@/lib/get_role_members.js(id:'${Row.ID}')`);
  const { Results } = members.Result as { Results: readonly { Row: { Username: string; Status: string } }[] };
  const found = Results.find((one) => one.Row.Status === 'Active' && !one.Row.Username.startsWith('svc-'));
  if (found === undefined) throw new Error('No active user in Finance.');
  return found.Row.Username;
}

/** An access token of Tenant Desk's client for a user, after a sign-in with the password. */
export async function deskTokenOf(tenant: TenantInUse, username: string): Promise<string> {
  const configuration = await client.discovery(
    new URL(tenant.issuer),
    tenant.clientId,
    undefined,
    client.None(),
    { execute: [client.allowInsecureRequests] },
  );
  const verifier = client.randomPKCECodeVerifier();
  const state = client.randomState();
  const nonce = client.randomNonce();
  const url = client.buildAuthorizationUrl(configuration, {
    redirect_uri: redirect,
    scope: 'openid profile email management analytics',
    state,
    nonce,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  const browser = createBrowserSession(tenant.baseUrl);
  const page = await browser.open(url.href);
  const back = await browser.submit(page, { username, password: tenant.password, decision: 'sign-in' });
  const tokens = await client.authorizationCodeGrant(configuration, new URL(back.url), {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
  });
  return tokens.access_token;
}
