import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { toDeskError } from '../../contract/errors/desk-failure.ts';
import { followSignIn } from '../builders/a-browser.ts';
import type { FakeProvider } from '../fakes/identity-provider.ts';
import { sendJson, startFakeProvider } from '../fakes/identity-provider.ts';
import type { TestFoundation } from '../integration/desk-foundation.ts';
import { callContext, startFoundation, tenantAt } from '../integration/desk-foundation.ts';

const clientSecret = 'the-secret-of-the-client';

let provider: FakeProvider;
let desk: TestFoundation;
let tenantId: string;
let results: unknown[];

beforeEach(async () => {
  provider = await startFakeProvider();
  desk = startFoundation();
  results = [];
  ({ id: tenantId } = await desk.foundation.tenants.add(tenantAt(provider.origin, { clientSecret })));
});

afterEach(async () => {
  await desk[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
});

async function attempt(work: () => Promise<unknown>): Promise<void> {
  results.push(await work().catch((error: unknown) => toDeskError(error)));
}

function manage(): Promise<unknown> {
  return desk.foundation.client.manage(
    {
      tenantId,
      path: '/SaasManage/GetScript',
      result: z.object({}).transform(() => 'read'),
      purpose: 'read',
    },
    callContext(),
  );
}

async function signIn(): Promise<string> {
  const over = desk.host.next('session.changed', (state) => state.state !== 'signing-in');
  const state = await desk.foundation.sessions.signIn(tenantId, new AbortController().signal);
  if (state.state !== 'signing-in') throw new Error(`The session is ${state.state}.`);
  const page = await (await followSignIn(state.url)).text();
  await over;
  return page;
}

/** A session that meets everything that can go wrong, with a tenant that quotes what it was sent. */
async function causeFailures(): Promise<void> {
  results.push(await signIn());
  await attempt(manage);
  const quote = (path: string, status: number): void => {
    provider.misbehavior.responses.set(path, (response, request) =>
      sendJson(response, status, {
        error: 'server_error',
        error_description: `Got ${request.headers.authorization} and ${request.body}`,
        Message: `Got ${request.headers.authorization} and ${request.body}`,
        success: false,
      }),
    );
  };
  for (const status of [200, 400, 403, 500]) {
    quote('/SaasManage/GetScript', status);
    await attempt(manage);
  }
  provider.misbehavior.responses.clear();
  quote('/token', 500);
  provider.validTokens.clear();
  await attempt(manage);
  quote('/token', 400);
  await attempt(manage);
  results.push(await signIn());
  provider.misbehavior.responses.clear();
  provider.misbehavior.idTokenClaims = { nonce: 'wrong' };
  results.push(await signIn());
  provider.misbehavior.idTokenClaims = {};
  results.push(await signIn());
  quote('/revoke', 500);
  await attempt(() => desk.foundation.sessions.signOut(tenantId));
}

describe('through all failures', () => {
  it('no token, code, verifier, or client secret gets into a response, an error, an event, a page, or the log', async () => {
    await causeFailures();
    const verifiers = provider.requests
      .map(({ body }) => new URLSearchParams(body).get('code_verifier'))
      .filter((verifier) => verifier !== null);
    const secrets = [...provider.secrets, ...verifiers, clientSecret];
    expect(secrets.length).toBeGreaterThan(10);
    const log = readFileSync(join(desk.folder, 'log', 'desk.log'), 'utf8');
    const texts = { results: JSON.stringify(results), events: JSON.stringify(desk.host.events), log };
    for (const [place, text] of Object.entries(texts)) {
      expect(text.length, place).toBeGreaterThan(200);
      expect(
        secrets.filter((secret) => text.includes(secret)).map((secret) => secret.slice(0, 6)),
        place,
      ).toEqual([]);
    }
  });

  it('no stack trace leaves the main process', async () => {
    await causeFailures();
    expect(JSON.stringify([results, desk.host.events])).not.toMatch(/\bat .+\.(ts|js):\d+/);
  });
});

describe('a tenant profile', () => {
  it('never returns its client secret', async () => {
    expect(JSON.stringify([desk.foundation.tenants.list(), desk.host.events])).not.toContain(clientSecret);
    expect(desk.foundation.tenants.list()[0]?.hasClientSecret).toBe(true);
  });

  it.each(['Authorization', 'cookie', 'Proxy-Authorization'])(
    'rejects a %s header, which would be on disk in plain text',
    async (name) => {
      const input = tenantAt(provider.origin, { extraHeaders: { [name]: 'Bearer abc' } });
      await expect(desk.foundation.tenants.add(input)).rejects.toMatchObject({ code: 'invalid-input' });
    },
  );
});
