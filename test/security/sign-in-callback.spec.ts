import { get } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SessionState } from '../../contract/tenants/session.ts';
import { aBrowser } from '../builders/a-browser.ts';
import type { FakeProvider } from '../fakes/identity-provider.ts';
import { startFakeProvider } from '../fakes/identity-provider.ts';
import type { TestFoundation } from '../integration/desk-foundation.ts';
import { startFoundation, tenantAt } from '../integration/desk-foundation.ts';

const browser = aBrowser();
let provider: FakeProvider;
let desk: TestFoundation;
let tenantId: string;

beforeEach(async () => {
  provider = await startFakeProvider();
  desk = startFoundation();
  ({ id: tenantId } = await desk.foundation.tenants.add(tenantAt(provider.origin)));
});

afterEach(async () => {
  await desk[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
});

async function begin(id = tenantId): Promise<string> {
  const state = await desk.foundation.sessions.signIn(id, new AbortController().signal);
  if (state.state !== 'signing-in') throw new Error(`The session is ${state.state}.`);
  return browser.start(state.url);
}

/** Where the provider sends the browser for an authorization request. */
async function callbackFor(url: string): Promise<URL> {
  const result = await fetch(url, { redirect: 'manual' });
  return new URL(result.headers.get('location') ?? '');
}

/** Visits the callback and returns the status of the session after it. */
async function after(callback: URL): Promise<SessionState> {
  const over = desk.host.next('session.changed', (state) => state.state !== 'signing-in');
  await browser.fetch(callback);
  return over;
}

/** With exactly these headers: `fetch` says of itself what it is. */
function visitWith(address: URL, headers: Record<string, string>): Promise<{ readonly status: number }> {
  return new Promise((resolve, reject) => {
    get(address, { headers: { cookie: browser.cookies(address), ...headers } }, (response) => {
      response.resume().on('end', () => resolve({ status: response.statusCode ?? 0 }));
    }).on('error', reject);
  });
}

function tokenRequests(): number {
  return provider.requests.filter(({ path }) => path === '/token').length;
}

describe('someone who can make the browser visit the loopback address', () => {
  it('cannot sign the user in as someone else: a code without the state of this sign-in is not even redeemed', async () => {
    const own = await begin();
    const foreign = new URL(own);
    foreign.searchParams.set('state', 'chosen-by-the-attacker');
    const callback = await callbackFor(foreign.href);
    const result = await browser.fetch(callback);
    expect(result.status).toBe(400);
    expect(await result.text()).toContain('doesn’t belong to the current sign-in');
    expect(tokenRequests()).toBe(0);
  });

  it('cannot end a sign-in: only a visit with the right state ends it', async () => {
    const own = await callbackFor(await begin());
    const navigation = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
    const knocks: [URL, Record<string, string>][] = [
      [new URL('/callback', own), {}],
      [new URL('/callback?state=guessed&code=x', own), {}],
      [new URL('/callback?error=access_denied', own), {}],
      // Even with its state: an image, a script's request, what a browser fetches ahead.
      [own, { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }],
      [own, { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' }],
      [own, { 'sec-purpose': 'prefetch' }],
      [own, { purpose: 'prefetch' }],
      [own, { ...navigation, 'sec-purpose': 'prefetch;prerender' }],
      // A frame, in which the user can't see the URL.
      [own, { ...navigation, 'sec-fetch-dest': 'iframe' }],
      [own, { ...navigation, 'sec-fetch-dest': 'frame' }],
      [own, { ...navigation, 'sec-fetch-dest': 'embed' }],
      [own, { ...navigation, 'sec-fetch-dest': 'object' }],
      [own, { 'sec-fetch-dest': 'fencedframe' }],
    ];
    for (const [address, headers] of knocks) {
      expect([400, 403]).toContain((await visitWith(address, headers)).status);
    }
    expect((await browser.fetch(own, { method: 'HEAD' })).status).toBe(405);
    expect(tokenRequests()).toBe(0);
    expect((await after(own)).state).toBe('signed-in');
  });

  it('cannot inject their own code with a stolen state: it does not match the verifier', async () => {
    const own = new URL(await begin());
    const attackers = new URL(own);
    attackers.searchParams.set('code_challenge', 'A'.repeat(43));
    const callback = await callbackFor(attackers.href);
    expect(callback.searchParams.get('state')).toBe(own.searchParams.get('state'));
    expect(await after(callback)).toMatchObject({ error: { code: 'sign-in-refused' } });
  });

  it('cannot inject an ID token of another sign-in, because its nonce differs', async () => {
    const replayed = new URL(await begin());
    replayed.searchParams.set('nonce', 'of-another-sign-in');
    expect(await after(await callbackFor(replayed.href))).toMatchObject({
      error: { code: 'id-token-invalid' },
    });
  });

  it('cannot mix up providers: a response from another issuer is rejected', async () => {
    provider.misbehavior.metadata = { authorization_response_iss_parameter_supported: true };
    const callback = await callbackFor(await begin());
    callback.searchParams.set('iss', 'https://attacker.example');
    expect((await after(callback)).state).toBe('signed-out');
    expect(tokenRequests()).toBe(0);
  });

  it('cannot end a sign-in with an error in the name of another issuer, or of none', async () => {
    provider.misbehavior.metadata = { authorization_response_iss_parameter_supported: true };
    for (const iss of ['https://attacker.example', undefined]) {
      const callback = await callbackFor(await begin());
      callback.searchParams.delete('code');
      callback.searchParams.set('error', 'access_denied');
      callback.searchParams.set('error_description', 'Sign in at attacker.example');
      if (iss === undefined) callback.searchParams.delete('iss');
      else callback.searchParams.set('iss', iss);
      const state = await after(callback);
      expect(state).toMatchObject({ state: 'signed-out', error: { code: 'unexpected-response' } });
      expect(JSON.stringify(state)).not.toContain('attacker.example');
    }
  });

  it('is believed when the right issuer denies access', async () => {
    provider.misbehavior.metadata = { authorization_response_iss_parameter_supported: true };
    const callback = await callbackFor(await begin());
    callback.searchParams.delete('code');
    callback.searchParams.set('error', 'access_denied');
    callback.searchParams.set('iss', provider.origin);
    expect(await after(callback)).toMatchObject({ error: { code: 'sign-in-refused' } });
  });

  it('cannot use a callback again, nor one of a sign-in that was canceled', async () => {
    const callback = await callbackFor(await begin());
    expect((await after(callback)).state).toBe('signed-in');
    expect((await browser.fetch(callback)).status).toBe(410);
    const second = await callbackFor(await begin());
    await desk.foundation.sessions.cancelSignIn(tenantId);
    expect((await browser.fetch(second)).status).toBe(410);
    expect(tokenRequests()).toBe(1);
  });

  it('cannot use a callback of one tenant for another', async () => {
    const { id } = await desk.foundation.tenants.add(tenantAt(provider.origin, { name: 'Twin' }));
    const callback = await callbackFor(await begin());
    const twins = new URL(await begin(id)).searchParams.get('redirect_uri') ?? '';
    expect((await browser.fetch(new URL(callback.search, twins))).status).toBe(400);
    expect(desk.foundation.sessions.status(id).state).toBe('signing-in');
    expect(tokenRequests()).toBe(0);
  });

  it('cannot redirect the user: the provider may not return a URL with another scheme', async () => {
    for (const authorization_endpoint of [
      'file:///etc/passwd',
      'javascript:alert(1)',
      'http://attacker.example',
    ]) {
      provider.misbehavior.metadata = { authorization_endpoint };
      await expect(begin()).rejects.toMatchObject({ code: 'discovery-not-json' });
    }
    expect(desk.host.opened).toEqual([]);
  });
});
