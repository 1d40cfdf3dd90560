import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DeskFailure } from '../../contract/errors/desk-failure.ts';
import type { SessionState } from '../../contract/tenants/session.ts';
import { draftSchemaSteps } from '../../main/changes/drafts/draft-schema.ts';
import { createDraftStore } from '../../main/changes/drafts/draft-store.ts';
import { aBrowser } from '../builders/a-browser.ts';
import type { FakeProvider } from '../fakes/identity-provider.ts';
import { sendJson, startFakeProvider } from '../fakes/identity-provider.ts';
import type { TestFoundation } from './desk-foundation.ts';
import { callContext, startFoundation, tenantAt } from './desk-foundation.ts';

const browser = aBrowser();
let provider: FakeProvider;
let desk: TestFoundation;
let tenantId: string;

beforeEach(async () => {
  provider = await startFakeProvider();
  desk = startFoundation({ moreNouns: [draftSchemaSteps] });
  ({ id: tenantId } = await desk.foundation.tenants.add(tenantAt(provider.origin)));
});

afterEach(async () => {
  await desk[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
});

const { signal } = new AbortController();

/** Starts a sign-in and returns the callback URL to which the provider would send the browser. */
async function callbackOfSignIn(): Promise<URL> {
  const state = await desk.foundation.sessions.signIn(tenantId, signal);
  if (state.state !== 'signing-in') throw new Error(`The session is ${state.state}.`);
  const received = await fetch(await browser.start(state.url), { redirect: 'manual' });
  return new URL(received.headers.get('location') ?? '');
}

async function visit(url: URL, init: RequestInit = {}): Promise<{ status: number; text: string }> {
  const received = await browser.fetch(url, init);
  return { status: received.status, text: await received.text() };
}

/** The session once the sign-in is over. */
function whenFinished(): Promise<SessionState> {
  return desk.host.next('session.changed', (state) => state.state !== 'signing-in');
}

async function signIn(): Promise<SessionState> {
  const callback = await callbackOfSignIn();
  const end = whenFinished();
  await visit(callback);
  return end;
}

function manage(path = '/SaasManage/GetScript'): Promise<unknown> {
  return desk.foundation.client.manage(
    { tenantId, path, result: z.looseObject({}), purpose: 'read a script' },
    callContext(),
  );
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return error instanceof DeskFailure ? error.code : `not a failure: ${String(error)}`;
}

function errorCodeOf(state: SessionState): string | undefined {
  return state.state === 'signed-out' ? state.error?.code : state.state;
}

describe('a sign-in', () => {
  it('asks with S256, state and nonce and a loopback address, and ends signed in', async () => {
    const state = await signIn();
    expect(state).toMatchObject({ state: 'signed-in', user: { subject: 'user-1', name: 'Ada Admin' } });
    const authorize = new URL(
      provider.requests.find(({ path }) => path.startsWith('/authorize'))?.path ?? '',
      provider.origin,
    );
    const query = Object.fromEntries(authorize.searchParams);
    expect(query).toMatchObject({ response_type: 'code', code_challenge_method: 'S256', client_id: 'desk' });
    expect(query['redirect_uri']).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/);
    expect(query['state']?.length).toBeGreaterThanOrEqual(32);
    expect(query['nonce']?.length).toBeGreaterThanOrEqual(32);
    expect(await manage()).toEqual({ path: '/SaasManage/GetScript' });
  });

  it('rejects a callback with a wrong state with a message in the page and no token request, and accepts the right one after it', async () => {
    const callback = await callbackOfSignIn();
    const foreign = new URL(callback);
    foreign.searchParams.set('state', 'other-state');
    const end = whenFinished();
    const page = await visit(foreign);
    expect(page.status).toBe(400);
    expect(page.text).toContain('doesn’t belong to the current sign-in');
    expect(provider.requests.some(({ path }) => path === '/token')).toBe(false);
    expect((await visit(callback)).status).toBe(200);
    expect((await end).state).toBe('signed-in');
  });

  it.each(['', 'doubled'])('rejects a callback without exactly one state (%s)', async (kind) => {
    const callback = await callbackOfSignIn();
    if (kind === 'doubled') callback.searchParams.append('state', 'another');
    else callback.searchParams.delete('state');
    expect((await visit(callback)).status).toBe(400);
    expect(provider.requests.some(({ path }) => path === '/token')).toBe(false);
  });

  it('responds to a second callback with a page that says that the sign-in is over', async () => {
    const callback = await callbackOfSignIn();
    const first = await visit(callback);
    expect(first.status).toBe(200);
    expect(first.text).toContain('You are signed in to Acme');
    const second = await visit(callback);
    expect(second.status).toBe(410);
    expect(second.text).toContain('already used');
    expect(provider.requests.filter(({ path }) => path === '/token')).toHaveLength(1);
    expect(desk.foundation.sessions.status(tenantId).state).toBe('signed-in');
  });

  it('shows the tenant’s reason for a rejection, escaped in the page', async () => {
    const callback = await callbackOfSignIn();
    callback.searchParams.delete('code');
    callback.searchParams.set('error', 'access_denied');
    callback.searchParams.set('error_description', 'No <b>rights</b> for you');
    const end = whenFinished();
    const page = await visit(callback);
    expect(page.status).toBe(400);
    expect(page.text).toContain('No &lt;b&gt;rights');
    expect(page.text).not.toContain('<b>rights');
    const state = await end;
    expect(errorCodeOf(state)).toBe('sign-in-refused');
    expect(state.state === 'signed-out' && state.error?.message).toContain('No <b>rights</b> for you');
  });

  it.each([
    ['a wrong nonce', { nonce: 'other-state' }, 'wrong nonce'],
    ['another audience', { aud: 'another-client' }, 'not accepted'],
    ['another issuer', { iss: 'http://127.0.0.1:1' }, 'not accepted'],
    ['a past', { exp: 1 }, 'not accepted'],
  ])('rejects an ID token with %s', async (_name, claims, expectedMessage) => {
    provider.misbehavior.idTokenClaims = claims;
    const callback = await callbackOfSignIn();
    const end = whenFinished();
    const page = await visit(callback);
    expect(page.status).toBe(400);
    expect(page.text).toContain(expectedMessage);
    expect(errorCodeOf(await end)).toBe('id-token-invalid');
    expect(await codeOf(manage())).toBe('signed-out');
  });

  it('rejects an ID token that another key signed', async () => {
    provider.misbehavior.signsWithOtherKey = true;
    expect(errorCodeOf(await signIn())).toBe('id-token-invalid');
  });

  it('rejects other paths, methods, and host names without ending', async () => {
    const callback = await callbackOfSignIn();
    expect((await visit(new URL('/', callback))).status).toBe(404);
    expect((await visit(callback, { method: 'POST' })).status).toBe(405);
    const { request } = await import('node:http');
    const status = await new Promise((resolve, reject) => {
      request(callback, { headers: { host: `evil.example:${callback.port}` } }, (received) => {
        received.resume();
        resolve(received.statusCode);
      })
        .on('error', reject)
        .end();
    });
    expect(status).toBe(421);
    expect(desk.foundation.sessions.status(tenantId).state).toBe('signing-in');
    expect((await visit(callback)).status).toBe(200);
  });

  it('can be canceled, and a callback after that is rejected', async () => {
    const callback = await callbackOfSignIn();
    expect(await desk.foundation.sessions.cancelSignIn(tenantId)).toEqual({ tenantId, state: 'signed-out' });
    expect((await visit(callback)).status).toBe(410);
    expect(desk.foundation.sessions.status(tenantId).state).toBe('signed-out');
  });

  it('is one sign-in however often it is requested', async () => {
    const [first, second] = await Promise.all([
      desk.foundation.sessions.signIn(tenantId, signal),
      desk.foundation.sessions.signIn(tenantId, signal),
    ]);
    expect(second).toEqual(first);
    expect(desk.host.opened).toHaveLength(1);
  });
});

describe('a sign-in that is never finished', () => {
  it('is given up after its time', async () => {
    await using short = startFoundation({ signInLimitMs: 50 });
    const { id } = await short.foundation.tenants.add(tenantAt(provider.origin));
    const end = short.host.next('session.changed', (state) => state.state === 'signed-out');
    await short.foundation.sessions.signIn(id, signal);
    expect(errorCodeOf(await end)).toBe('sign-in-timed-out');
  });
});

describe('discovery', () => {
  const wellKnown = '/.well-known/openid-configuration';

  it.each([
    ['is down', 'discovery-failed', () => provider[Symbol.asyncDispose]()],
    [
      'answers 500',
      'discovery-failed',
      () => provider.misbehavior.responses.set(wellKnown, (response) => void response.writeHead(500).end()),
    ],
    [
      'answers a page',
      'discovery-not-json',
      () => provider.misbehavior.responses.set(wellKnown, (response) => void response.end('<html>')),
    ],
    [
      'lacks an endpoint',
      'discovery-not-json',
      () => (provider.misbehavior.metadata = { token_endpoint: undefined }),
    ],
    [
      'names an endpoint over plain http elsewhere',
      'discovery-not-json',
      () => (provider.misbehavior.metadata = { token_endpoint: 'http://tenant.example/token' }),
    ],
    [
      'is of another issuer',
      'issuer-mismatch',
      () => (provider.misbehavior.metadata = { issuer: 'https://other.example' }),
    ],
    [
      'redirects',
      'discovery-failed',
      () =>
        provider.misbehavior.responses.set(
          wellKnown,
          (response) => void response.writeHead(302, { location: '/elsewhere' }).end(),
        ),
    ],
  ] as const)('that %s is a failure naming the address', async (_name, code, misbehave) => {
    await misbehave();
    const thrown = await desk.foundation.sessions.signIn(tenantId, signal).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(DeskFailure);
    expect(thrown).toMatchObject({ code, message: expect.stringContaining(provider.origin + wellKnown) });
    expect(errorCodeOf(desk.foundation.sessions.status(tenantId))).toBe(code);
  });

  it('tries the base address after the issuer', async () => {
    await using otherProvider = await startFakeProvider();
    otherProvider.misbehavior.metadata = { issuer: `${provider.origin}/app` };
    const found = await desk.foundation.tenants.discover(
      { baseUrl: otherProvider.origin, issuer: `${provider.origin}/app` },
      signal,
    );
    expect(found).toMatchObject({
      issuer: `${provider.origin}/app`,
      metadataUrl: otherProvider.origin + wellKnown,
      supportsPkce: true,
    });
  });
});

describe('a session', () => {
  it('renews its token once for many calls that need one', async () => {
    provider.misbehavior.expiresIn = 0;
    await signIn();
    provider.misbehavior.expiresIn = 3600;
    await Promise.all(Array.from({ length: 10 }, () => manage()));
    const refreshes = provider.requests.filter(({ body }) => body.includes('grant_type=refresh_token'));
    expect(refreshes).toHaveLength(1);
  });

  it('renews automatically before its token expires', async () => {
    provider.misbehavior.expiresIn = 1;
    const callback = await callbackOfSignIn();
    await visit(callback);
    provider.misbehavior.expiresIn = 3600;
    const renewed = await desk.host.next(
      'session.changed',
      (state) => state.state === 'signed-in' && state.expiresAt > Date.now() + 60_000,
    );
    expect(renewed).toMatchObject({ state: 'signed-in', canRefresh: true });
  });

  it('gets another token after a 401 and repeats the call once', async () => {
    await signIn();
    provider.validTokens.clear();
    expect(await manage()).toEqual({ path: '/SaasManage/GetScript' });
  });

  it('ends with a reason when the tenant takes neither token, and keeps the drafts', async () => {
    await signIn();
    const drafts = createDraftStore(desk.foundation.profile.database);
    drafts.put({
      tenantId,
      kind: 'script',
      targetId: 'app',
      kindVersion: 1,
      title: 'Payroll',
      state: '{"application":"Payroll","script":"typed"}',
      base: null,
      revision: 1,
      began: 1,
      savedAt: 1,
    });
    provider.misbehavior.responses.set('/token', (response) =>
      sendJson(response, 400, { error: 'invalid_grant' }),
    );
    provider.validTokens.clear();
    const end = whenFinished();
    expect(await codeOf(manage())).toBe('session-expired');
    expect(errorCodeOf(await end)).toBe('session-expired');
    expect(drafts.list()).toHaveLength(1);
  });

  it('continues after a renewal that could not reach the tenant', async () => {
    await signIn();
    provider.misbehavior.responses.set('/token', (response) => void response.writeHead(503).end());
    provider.validTokens.clear();
    // Not `tenant-error`, which would leave open whether the call itself took effect: it was never sent.
    expect(await codeOf(manage())).toBe('renewal-failed');
    expect(desk.foundation.sessions.status(tenantId).state).toBe('signed-in');
    provider.misbehavior.responses.clear();
    expect(await manage()).toEqual({ path: '/SaasManage/GetScript' });
  });

  it('is over here and at the tenant after signing out', async () => {
    await signIn();
    expect(await desk.foundation.sessions.signOut(tenantId)).toEqual({ tenantId, state: 'signed-out' });
    expect(provider.validTokens.size).toBe(0);
    expect(await codeOf(manage())).toBe('signed-out');
  });

  it('ends here even if the tenant cannot be notified', async () => {
    await signIn();
    await provider[Symbol.asyncDispose]();
    expect(await desk.foundation.sessions.signOut(tenantId)).toEqual({ tenantId, state: 'signed-out' });
  });

  it('does not follow a profile to another server', async () => {
    await signIn();
    await using otherProvider = await startFakeProvider();
    await desk.foundation.tenants.update(tenantId, tenantAt(otherProvider.origin));
    expect(await codeOf(manage())).toBe('signed-out');
    expect(otherProvider.requests).toEqual([]);
  });
});
