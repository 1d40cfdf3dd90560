import { readdir, readFile, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SessionState } from '../../contract/tenants/session.ts';
import { createBrowserHost } from '../../main/platform/host/browser/browser-host.ts';
import { createSecretLinks } from '../../main/platform/host/secret-links.ts';
import { aBrowser } from '../builders/a-browser.ts';
import type { Browser } from '../builders/a-browser.ts';
import type { FakeProvider } from '../fakes/identity-provider.ts';
import { startFakeProvider } from '../fakes/identity-provider.ts';
import type { TestFoundation } from '../integration/desk-foundation.ts';
import { makeTemporaryFolder, startFoundation, tenantAt } from '../integration/desk-foundation.ts';

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

async function startUrl(): Promise<string> {
  const state = await desk.foundation.sessions.signIn(tenantId, new AbortController().signal);
  if (state.state !== 'signing-in') throw new Error(`The session is ${state.state}.`);
  return state.url;
}

async function callbackOf(authorization: string): Promise<URL> {
  const response = await fetch(authorization, { redirect: 'manual' });
  return new URL(response.headers.get('location') ?? '');
}

function ended(): Promise<SessionState> {
  return desk.host.next('session.changed', ({ state }) => state !== 'signing-in');
}

/** Signs in with an account and returns the status of the session after it, and the last page. */
async function signInAs(sub: string, browser: Browser = aBrowser()) {
  provider.misbehavior.idTokenClaims = { sub, name: `Person ${sub}`, email: `${sub}@acme.example` };
  const callback = await callbackOf(await browser.start(await startUrl()));
  const over = ended();
  const page = await (await browser.fetch(callback)).text();
  return { state: await over, page };
}

const rejection = 'Sign-in started in another browser';

describe('someone else on this machine who wants to sign Tenant Desk in as themselves', () => {
  it('cannot use a stolen state, because their browser did not load the one-time page', async () => {
    const browser = aBrowser();
    const authorization = await browser.start(await startUrl());
    const callback = await callbackOf(authorization);
    const attackers = await fetch(callback);
    expect([attackers.status, await attackers.text()]).toEqual([403, expect.stringContaining(rejection)]);
    expect(provider.requests.some(({ path }) => path === '/token')).toBe(false);
    const over = ended();
    await browser.fetch(callback);
    expect((await over).state).toBe('signed-in');
  });

  it('cannot end the sign-in with an error', async () => {
    const callback = await callbackOf(await aBrowser().start(await startUrl()));
    const failed = new URL(`/callback?error=access_denied`, callback);
    failed.searchParams.set('state', callback.searchParams.get('state') ?? '');
    expect((await fetch(failed)).status).toBe(403);
    expect(desk.foundation.sessions.status(tenantId).state).toBe('signing-in');
  });

  it('cannot forge the cookie or use the one of another sign-in', async () => {
    const own = aBrowser();
    const callback = await callbackOf(await own.start(await startUrl()));
    const [name = '', value = ''] = own.cookies(callback).split('=');
    const guesses = [
      `${name}=`,
      `${name}=guessed`,
      `${name}=${value.slice(0, -1)}`,
      `x${name}=${value}`,
      value,
    ];
    for (const cookie of guesses) {
      expect((await fetch(callback, { headers: { cookie } })).status).toBe(403);
    }
  });

  it('cannot reuse the one-time page, which starts the sign-in in only one browser', async () => {
    const url = await startUrl();
    await aBrowser().start(url);
    const second = await fetch(url, { redirect: 'manual' });
    expect([second.status, second.headers.get('location')]).toEqual([410, null]);
    expect(second.headers.getSetCookie()).toEqual([]);
  });

  it.each([
    ['HEAD', {}],
    ['GET', { 'sec-purpose': 'prefetch' }],
    ['GET', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }],
    ['GET', { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }],
  ])('does not use it up by viewing it: %s %j', async (method, headers) => {
    const url = new URL(await startUrl());
    const socket = connect({ host: url.hostname, port: Number(url.port) });
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    const request = [`${method} ${url.pathname} HTTP/1.1`, `Host: ${url.host}`, ...lines, '', ''];
    socket.write(request.join('\r\n'));
    const [response] = (await once(socket, 'data')) as [Buffer];
    expect(String(response)).toMatch(/^HTTP\/1\.1 40[35] /);
    socket.destroy();
    expect(await aBrowser().start(url.href)).toContain('/authorize');
  });

  it('cannot read the authorization request in the page or its cookie', async () => {
    const url = new URL(await startUrl());
    expect(url.hostname).toBe('127.0.0.1');
    expect(url.search + url.hash).toBe('');
    const response = await fetch(url, { redirect: 'manual' });
    const [cookie = ''] = response.headers.getSetCookie();
    expect(cookie).toMatch(
      /^tenant-desk-[0-9a-f]{16}=[\w-]{43}; Path=\/callback; HttpOnly; SameSite=Lax; Max-Age=60$/,
    );
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
  });
});

describe('the person', () => {
  it('can continue in another browser: Tenant Desk has a new link once one was used', async () => {
    const first = await startUrl();
    await aBrowser().start(first);
    const state = desk.foundation.sessions.status(tenantId);
    const second = state.state === 'signing-in' ? state.url : '';
    expect(second).not.toBe(first);
    const other = aBrowser();
    const callback = await callbackOf(await other.start(second));
    const over = ended();
    expect(await (await other.fetch(callback)).text()).toContain('You are signed in to Acme');
    expect((await over).state).toBe('signed-in');
  });

  it('opens the current link with Open again, whatever happened to the previous one', async () => {
    await aBrowser().start(await startUrl());
    await desk.foundation.sessions.reopenSignIn(tenantId);
    expect(await aBrowser().start(desk.host.opened.at(-1) ?? '')).toContain('/authorize');
  });

  it('sees in the browser which account it is', async () => {
    expect((await signInAs('ada')).page).toContain('Signed in as Person ada (ada@acme.example)');
  });

  it('is not blocked by someone who holds connections to the loopback address open', async () => {
    const url = new URL(await startUrl());
    const silent = Array.from({ length: 150 }, () =>
      connect({ host: url.hostname, port: Number(url.port) }).on('error', () => undefined),
    );
    await Promise.all(silent.map((socket) => once(socket, 'connect')));
    expect(await aBrowser().start(url.href)).toContain('/authorize');
    for (const socket of silent) socket.destroy();
  });
});

describe('an account that is not the last one', () => {
  it('is shown, and is used only after the user confirms it', async () => {
    expect((await signInAs('ada')).state.state).toBe('signed-in');
    await desk.foundation.sessions.signOut(tenantId);
    const { state, page } = await signInAs('eve');
    expect(state).toMatchObject({
      state: 'confirming',
      user: { subject: 'eve', name: 'Person eve' },
      lastUser: { subject: 'ada', email: 'ada@acme.example' },
    });
    expect(page).toContain('Confirm the account in Tenant Desk');
    await expect(
      desk.foundation.sessions.tokens.get(tenantId, new AbortController().signal),
    ).rejects.toMatchObject({ code: 'signed-out' });
    expect(await desk.foundation.vault.get({ tenantId, kind: 'tokens' })).toBeUndefined();
    expect(await desk.foundation.sessions.confirmAccount(tenantId, true)).toMatchObject({
      state: 'signed-in',
      user: { subject: 'eve' },
    });
    // From now on it is the last one.
    expect((await signInAs('eve')).state.state).toBe('signed-in');
  });

  it('is discarded when the user chooses No: its tokens are revoked at the tenant, and the previous session continues', async () => {
    await signInAs('ada');
    await signInAs('eve');
    const state = await desk.foundation.sessions.confirmAccount(tenantId, false);
    expect(state).toMatchObject({ state: 'signed-in', user: { subject: 'ada' } });
    expect(provider.requests.filter(({ path }) => path === '/revoke').length).toBeGreaterThan(0);
    await expect(desk.foundation.sessions.confirmAccount(tenantId, true)).rejects.toMatchObject({
      code: 'not-found',
    });
    expect((await signInAs('eve')).state.state).toBe('confirming');
  });

  it('is discarded when the user signs out, and when there is no response in time', async () => {
    await signInAs('ada');
    await signInAs('eve');
    expect((await desk.foundation.sessions.signOut(tenantId)).state).toBe('signed-out');
    await desk[Symbol.asyncDispose]();
    desk = startFoundation({ signInLimitMs: 1000 });
    ({ id: tenantId } = await desk.foundation.tenants.add(tenantAt(provider.origin)));
    await signInAs('ada');
    await signInAs('eve');
    await expect
      .poll(() => desk.foundation.sessions.status(tenantId))
      .toMatchObject({ state: 'signed-in', user: { subject: 'ada' } });
  });

  it('is remembered across restarts', async () => {
    const profileFolder = makeTemporaryFolder();
    await desk[Symbol.asyncDispose]();
    desk = startFoundation({ profileFolder });
    ({ id: tenantId } = await desk.foundation.tenants.add(tenantAt(provider.origin)));
    await signInAs('ada');
    await desk[Symbol.asyncDispose]();
    desk = startFoundation({ profileFolder });
    expect((await signInAs('eve')).state).toMatchObject({
      state: 'confirming',
      lastUser: { subject: 'ada' },
    });
  });
});

describe.skipIf(process.platform === 'win32')('the browser host', () => {
  it('passes the link of a sign-in to the system in a file of its owner, and deletes the file', async () => {
    const folder = makeTemporaryFolder();
    const opened: string[] = [];
    const secretLinks = createSecretLinks(folder);
    const host = createBrowserHost({
      tabs: {
        open: () => undefined,
        emit: () => undefined,
        current: () => undefined,
        closeAll: () => undefined,
      },
      files: { requestFile: never, offerFile: never, serve: never },
      openUrl: async (url) => void opened.push(url),
      secretLinks,
    });
    const secret = 'http://127.0.0.1:1/start/one-time';
    await host.openExternal(secret, { isSecret: true });
    await host.openExternal('https://docs.example/');
    const [file = '', docs] = opened;
    expect(docs).toBe('https://docs.example/');
    expect(file.startsWith(join(folder, 'open-sign-in-'))).toBe(true);
    expect(await readFile(file, 'utf8')).toContain(secret);
    expect((await stat(file)).mode & 0o077).toBe(0);
    await secretLinks.removeAll();
    expect(await readdir(folder)).toEqual([]);
  });
});

function never(): never {
  throw new Error('Not asked for here.');
}
