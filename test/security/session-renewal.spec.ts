import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sessionStateSchema } from '../../contract/tenants/session.ts';
import type { SessionDesk } from '../builders/a-session-desk.ts';
import { aSessionDesk } from '../builders/a-session-desk.ts';
import { sendJson } from '../fakes/identity-provider.ts';
import type { Schedule } from '../../main/tenants/session/schedule.ts';
import { tenantAt } from '../integration/desk-foundation.ts';
import { createTestVault } from '../integration/desk-on-tenant.ts';

let on: SessionDesk;

beforeEach(async () => {
  on = await aSessionDesk();
});

afterEach(async () => {
  await on[Symbol.asyncDispose]();
});

const refreshes = () => refreshesOf(on);

const refreshesOf = ({ provider }: SessionDesk) =>
  provider.requests
    .filter(({ body }) => body.includes('grant_type=refresh_token'))
    .map(({ body }) => new URLSearchParams(body).get('refresh_token'));

describe('a session whose tokens cannot be checked when they are renewed', () => {
  it.each([
    ['are down', 503],
    ['are gone', 404],
    ['are a page of a proxy', 200],
    ['are an empty list', 200, '{"keys":[]}'],
    ['are those of another moment', 200, '{"keys":[{"kty":"EC","crv":"P-256","kid":"older"}]}', 'key'],
  ])('continues with the renewed tokens while the keys %s', async (...row) => {
    const [, status, body = '<html>', namedCause = 'keys'] = row;
    await on.signIn();
    on.provider.misbehavior.responses.set('/jwks', (response) => {
      const type = body.startsWith('{') ? 'application/json' : 'text/html';
      response.writeHead(status, { 'content-type': type }).end(body);
    });
    on.rejectAccessToken();
    await expect(on.read()).rejects.toMatchObject({ error: { code: 'renewal-failed' } });
    expect(on.state()).toMatchObject({
      state: 'signed-in',
      error: { code: 'renewal-failed', message: expect.stringContaining(namedCause) },
    });
    on.provider.misbehavior.responses.clear();
    expect(await on.read()).toEqual({ path: '/SaasManage/GetScript' });
    expect(on.state()).not.toHaveProperty('error');
    // The second renewal used the token from the first one, not the used one.
    const [first, second] = refreshes();
    expect(second).not.toBe(first);
  });

  it('never uses an access token whose owner is unknown', async () => {
    await on.signIn();
    on.provider.misbehavior.responses.set('/jwks', (response) => void response.writeHead(503).end());
    on.rejectAccessToken();
    await expect(on.read()).rejects.toMatchObject({ error: { code: 'renewal-failed' } });
    const unchecked = [...on.provider.validTokens];
    expect(unchecked).toHaveLength(1);
    const sent = on.provider.requests.map(({ headers }) => headers.authorization);
    for (const token of unchecked) expect(sent).not.toContain(`Bearer ${token}`);
  });

  it('has the new refresh token in the vault before anything else can fail', async () => {
    await on.signIn();
    on.provider.misbehavior.responses.set('/jwks', (response) => void response.writeHead(503).end());
    on.rejectAccessToken();
    await expect(on.read()).rejects.toMatchObject({ error: { code: 'renewal-failed' } });
    const stored = await on.desk.foundation.vault.get({ tenantId: on.tenantId, kind: 'tokens' });
    const newest = on.provider.secrets.findLast((secret) => secret.startsWith('refresh.'));
    expect(stored).toContain(newest);
  });

  it('continues after an invalid response, with the refresh token in it', async () => {
    await on.signIn();
    on.provider.misbehavior.expiresIn = -1;
    on.rejectAccessToken();
    await expect(on.read()).rejects.toMatchObject({ error: { code: 'renewal-failed' } });
    on.provider.misbehavior.expiresIn = 3600;
    expect(await on.read()).toEqual({ path: '/SaasManage/GetScript' });
  });

  it('ends with the reason if the keys show that someone else signed', async () => {
    await on.signIn();
    on.provider.misbehavior.signsWithOtherKey = true;
    on.rejectAccessToken();
    await expect(on.read()).rejects.toMatchObject({ error: { code: 'id-token-invalid' } });
    expect(on.state()).toMatchObject({ state: 'signed-out', error: { code: 'id-token-invalid' } });
  });
});

describe('keys that are briefly missing', () => {
  it('are reloaded, so that a sign-in continues', async () => {
    let reads = 0;
    on.provider.misbehavior.responses.set('/jwks', (response) => {
      reads += 1;
      on.provider.misbehavior.responses.delete('/jwks');
      sendJson(response, 200, { keys: [] });
    });
    expect(await on.signIn()).toMatchObject({ state: 'signed-in' });
    expect(reads).toBe(1);
  });

  it('are not reported as a wrong signature if they stay missing', async () => {
    on.provider.misbehavior.responses.set('/jwks', (response) => sendJson(response, 200, { keys: [] }));
    expect(await on.signIn()).toMatchObject({
      state: 'signed-out',
      error: { code: 'unexpected-response', message: expect.stringContaining('has no keys') },
    });
  });
});

describe('tokens that expire at once', () => {
  it.each([0, 0.001, '0'])('are renewed a few times and not endlessly (expires_in: %j)', async (life) => {
    const clock = aClockInHand();
    await using own = await aSessionDesk(clock);
    own.provider.misbehavior.expiresIn = life as number;
    expect(await own.signIn()).toMatchObject({ state: 'signed-in' });
    for (let attempt = 0; attempt < 40; attempt += 1) {
      const renewed = own.desk.host.next('session.changed');
      if (clock.advance(50) > 0) await renewed;
    }
    const renewals = refreshesOf(own).length;
    expect(renewals).toBeGreaterThan(0);
    expect(renewals).toBeLessThanOrEqual(2);
    expect(await own.read()).toEqual({ path: '/SaasManage/GetScript' });
    expect(refreshesOf(own).length).toBeLessThanOrEqual(2);
  });

  it('are named as the cause while the session continues', async () => {
    on.provider.misbehavior.expiresIn = 0;
    await on.signIn();
    await on.read();
    expect(on.state()).toMatchObject({
      state: 'signed-in',
      error: { code: 'renewal-failed', message: expect.stringContaining('already expired') },
    });
    on.provider.misbehavior.expiresIn = 3600;
    on.rejectAccessToken();
    await on.read();
    expect(on.state()).not.toHaveProperty('error');
  });

  it('and cannot be renewed end the sign-in with a reason', async () => {
    on.provider.misbehavior.expiresIn = 0;
    on.provider.misbehavior.givesRefreshTokens = false;
    expect(await on.signIn()).toMatchObject({
      state: 'signed-out',
      error: { message: expect.stringContaining('already expired') },
    });
  });

  it('end the sign-in with a reason if they have already expired', async () => {
    on.provider.misbehavior.expiresIn = -60;
    expect(await on.signIn()).toMatchObject({
      state: 'signed-out',
      error: { code: 'unexpected-response', message: expect.stringContaining('expires_in: -60') },
    });
  });

  it.each([null, '', 'soon', {}, [], true])('without a lifetime are used for an hour: %j', async (life) => {
    on.provider.misbehavior.expiresIn = life as number;
    const before = Date.now();
    const state = await on.signIn();
    expect(state).toMatchObject({ state: 'signed-in' });
    expect(state.state === 'signed-in' && state.expiresAt - before).toBeGreaterThan(3_590_000);
  });
});

describe('tokens that cannot form a session', () => {
  const token = (members: object) => {
    on.provider.misbehavior.responses.set('/token', (response) =>
      sendJson(response, 200, { token_type: 'Bearer', expires_in: 3600, ...members }),
    );
  };

  it.each(['a\nb', 'a\r\nX-Evil: 1', 'a b', 'a\u0000', 'zw\u200b', 'é', ''])(
    'an access token %j that no header can contain is rejected with the reason',
    async (accessToken) => {
      token({ access_token: accessToken, id_token: 'x.y.z' });
      expect(await on.signIn()).toMatchObject({
        state: 'signed-out',
        error: { code: 'unexpected-response', message: expect.stringContaining('can’t be sent') },
      });
    },
  );

  it.each(['', ' ', '\u0000', 'a\nb'])('a subject %j', async (sub) => {
    on.provider.misbehavior.idTokenClaims = { sub };
    expect(await on.signIn()).toMatchObject({ state: 'signed-out', error: { code: 'id-token-invalid' } });
  });

  it('that comes with a renewal is not used, and the session stays', async () => {
    await on.signIn();
    token({ access_token: 'a\nb' });
    on.rejectAccessToken();
    await expect(on.read()).rejects.toMatchObject({ error: { code: 'renewal-failed' } });
    on.provider.misbehavior.responses.clear();
    expect(await on.read()).toEqual({ path: '/SaasManage/GetScript' });
  });
});

describe('a clock that is wrong', () => {
  it('keeps the session, and is named as the cause', async () => {
    await on.signIn();
    on.provider.misbehavior.clockOffset = -3600;
    on.rejectAccessToken();
    const clockMessage = 'This computer’s clock seems to be 60 minutes ahead of the tenant’s';
    await expect(on.read()).rejects.toMatchObject({
      error: { code: 'renewal-failed', message: expect.stringContaining(clockMessage) },
    });
    expect(on.state()).toMatchObject({
      state: 'signed-in',
      error: { message: expect.stringContaining(clockMessage) },
    });
    on.provider.misbehavior.clockOffset = 0;
    expect(await on.read()).toEqual({ path: '/SaasManage/GetScript' });
    expect(on.state()).not.toHaveProperty('error');
  });

  it('is named if it prevents signing in', async () => {
    on.provider.misbehavior.clockOffset = -7200;
    expect(await on.signIn()).toMatchObject({
      state: 'signed-out',
      error: {
        code: 'id-token-invalid',
        message: expect.stringContaining('clock seems to be 120 minutes ahead of the tenant’s'),
      },
    });
  });

  it('is named when it is behind', async () => {
    on.provider.misbehavior.clockOffset = 600;
    on.provider.misbehavior.idTokenClaims = { nbf: Math.floor(Date.now() / 1000) + 600 };
    expect(await on.signIn()).toMatchObject({
      error: { message: expect.stringContaining('clock seems to be 10 minutes behind the tenant’s') },
    });
  });

  it('is not blamed for an ID token that is an hour old when it is issued', async () => {
    const age = 3600;
    const issuedAt = Math.floor(Date.now() / 1000) - age;
    on.provider.misbehavior.idTokenClaims = { iat: issuedAt, exp: issuedAt + 300 };
    expect(await on.signIn()).toMatchObject({
      error: { code: 'id-token-invalid', message: expect.not.stringContaining('clock') },
    });
  });
});

describe('the list of sessions', () => {
  it.each([1e15, 1e300, 0, 0.5])('is complete when tokens live %d seconds', async (seconds) => {
    on.provider.misbehavior.expiresIn = seconds;
    await on.signIn();
    const states = await on.desk.foundation.sessions.list();
    expect(states.map((state) => sessionStateSchema.parse(state))).toMatchObject([{ state: 'signed-in' }]);
  });

  it('has one bad entry for one stored session that cannot be read, and reports it', async () => {
    const vault = createTestVault();
    await using other = await aSessionDesk({ openVault: async () => vault });
    await other.signIn();
    const { sessions, tenants } = other.desk.foundation;
    const damaged = await tenants.add(tenantAt(other.provider.origin, { name: 'Damaged' }));
    const stored = JSON.parse(
      (await vault.get({ tenantId: other.tenantId, kind: 'tokens' })) ?? '{}',
    ) as object;
    await vault.set({ tenantId: damaged.id, kind: 'tokens' }, JSON.stringify({ ...stored, expiresAt: 1e18 }));
    sessions.restore(damaged.id);
    expect(await sessions.list()).toMatchObject([
      { tenantId: other.tenantId, state: 'signed-in' },
      {
        tenantId: damaged.id,
        state: 'signed-out',
        error: { code: 'session-expired', message: expect.stringContaining('can’t be read') },
      },
    ]);
  });

  it('keeps a session that cannot be renewed because the tenant responds with something else', async () => {
    await on.signIn();
    on.provider.misbehavior.responses.set('/token', (response) => sendJson(response, 200, { hello: 1 }));
    on.rejectAccessToken();
    await expect(on.read()).rejects.toMatchObject({ error: { code: 'renewal-failed' } });
    on.provider.misbehavior.responses.clear();
    expect(await on.read()).toEqual({ path: '/SaasManage/GetScript' });
  });
});

/** A clock that is advanced by hand and runs what is due then; returns how many timers ran. */
function aClockInHand() {
  let now = 0;
  const planned = new Set<{ readonly at: number; readonly run: () => void }>();
  const schedule: Schedule = (at, run) => {
    const entry = { at, run };
    planned.add(entry);
    return () => planned.delete(entry);
  };
  return {
    steady: () => now,
    schedule,
    advance(milliseconds: number): number {
      now += milliseconds;
      const due = [...planned].filter(({ at }) => at <= now);
      for (const entry of due) {
        planned.delete(entry);
        entry.run();
      }
      return due.length;
    },
  };
}
