import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tokenLifetime } from '../../main/platform/host/browser/access.ts';
import type { ServedDesk } from './served-desk.ts';
import { pageText, serveDesk, tokenOf } from './served-desk.ts';

let desk: ServedDesk;

beforeEach(async () => {
  desk = await serveDesk();
});

afterEach(() => desk.stop());

describe('the link', () => {
  it('lets a page in once, for a cookie that scripts cannot read and other sites cannot send', async () => {
    const token = tokenOf(desk.server.newLink());
    const first = await desk.exchange(token);
    expect(first.status).toBe(204);
    const cookie = first.headers['set-cookie']?.[0] ?? '';
    expect(cookie).toMatch(new RegExp(`^tenant-desk-${desk.server.port}=[\\w-]{43}; `));
    expect(cookie).toContain('HttpOnly');
    expect(cookie).toContain('SameSite=Strict');
    expect(cookie).not.toContain(token);
    expect((await desk.exchange(token)).status).toBe(401);
  });

  it('is void after ten minutes', async () => {
    const token = tokenOf(desk.server.newLink());
    desk.clock.now += tokenLifetime;
    expect((await desk.exchange(token)).status).toBe(401);
  });

  it('is void as soon as a fresh one is given out', async () => {
    const token = tokenOf(desk.server.newLink());
    const fresh = tokenOf(desk.server.newLink());
    expect((await desk.exchange(token)).status).toBe(401);
    expect((await desk.exchange(fresh)).status).toBe(204);
  });

  it('is not spent by a wrong guess', async () => {
    const token = tokenOf(desk.server.newLink());
    expect((await desk.exchange('a guess')).status).toBe(401);
    expect((await desk.exchange('')).status).toBe(401);
    expect((await desk.exchange(token)).status).toBe(204);
  });

  it('carries its token in the fragment, which browsers send to nobody', () => {
    const link = new URL(desk.server.newLink());
    expect(link.origin).toBe(desk.origin);
    expect(link.pathname + link.search).toBe('/');
    expect(tokenOf(link.href).length).toBeGreaterThanOrEqual(43);
  });

  it('takes nothing but a token of sensible size', async () => {
    const headers = { origin: desk.origin };
    const post = (body: string) => desk.ask({ method: 'POST', path: '/session', headers, body });
    expect((await post('not json')).status).toBe(401);
    expect((await post('{"token":7}')).status).toBe(401);
    expect((await post(JSON.stringify({ token: 'x'.repeat(5000) }))).status).toBe(413);
  });
});

describe('the cookie', () => {
  it('survives a reload, and another tab may use it', async () => {
    const page = await desk.openPage();
    page.close();
    const again = await desk.openPage(page.cookie);
    const other = await desk.openPage(page.cookie);
    again.send({ type: 'call', id: '1', method: 'tenants.list' });
    other.send({ type: 'call', id: '1', method: 'tenants.list' });
    expect(await again.next('result')).toEqual({ type: 'result', id: '1', result: { ok: true, value: [] } });
    expect(await other.next('result')).toEqual({ type: 'result', id: '1', result: { ok: true, value: [] } });
  });

  it('is void twelve hours after its last use', async () => {
    const cookie = await desk.openSession();
    const status = async () => (await desk.ask({ path: '/session', headers: { cookie } })).status;
    desk.clock.now += 11 * 3_600_000;
    expect(await status()).toBe(204);
    desk.clock.now += 11 * 3_600_000;
    expect(await status()).toBe(204);
    desk.clock.now += 12 * 3_600_000;
    expect(await status()).toBe(401);
  });

  it('is needed for calls, uploads and downloads', async () => {
    const forged = `tenant-desk-${desk.server.port}=${'A'.repeat(43)}`;
    expect(await desk.openSocket({ origin: desk.origin })).toBe(401);
    expect(await desk.openSocket({ origin: desk.origin, cookie: forged })).toBe(401);
    expect((await desk.ask({ path: '/session', headers: { cookie: forged } })).status).toBe(401);
    expect((await desk.ask({ path: '/files/download/1' })).status).toBe(401);
    const post = { method: 'POST', path: '/files/upload/1', headers: { origin: desk.origin }, body: 'x' };
    expect((await desk.ask(post)).status).toBe(401);
    expect(desk.calls).toEqual([]);
  });

  it('of another port does not count', async () => {
    const cookie = (await desk.openSession()).replace(/^tenant-desk-\d+/, 'tenant-desk-1');
    expect(await desk.openSocket({ origin: desk.origin, cookie })).toBe(401);
  });
});

describe('the Host header', () => {
  it.each(['evil.example', 'localhost', '127.0.0.1', '[::1]', '127.0.0.1.evil.example'])(
    'refuses a request addressed to %s, so that a rebound name is of no use',
    async (name) => {
      const cookie = await desk.openSession();
      for (const value of [name, `${name}:${desk.server.port}`].filter((value) => value !== desk.address)) {
        const answer = await desk.ask({ path: '/', headers: { host: value, cookie } });
        expect(answer.status).toBe(421);
        expect(answer.text).not.toContain(pageText);
        expect(await desk.openSocket({ host: value, origin: desk.origin, cookie })).toBe(421);
      }
    },
  );

  it('is the only name that the server listens to: nothing answers off the loopback interface', async () => {
    const refused = await new Promise((resolve) => {
      const socket = connect({ host: '127.0.0.2', port: desk.server.port });
      socket.on('connect', () => resolve(false));
      socket.on('error', () => resolve(true));
    });
    expect(refused).toBe(true);
  });
});

describe('the Origin header', () => {
  const foreign = [
    'https://evil.example',
    'null',
    'http://localhost',
    'http://127.0.0.1:1',
    'http://127.0.0.1',
  ];

  it.each(foreign)('refuses a socket, an exchange and a read from %s', async (value) => {
    const cookie = await desk.openSession();
    const token = tokenOf(desk.server.newLink());
    expect(await desk.openSocket({ origin: value, cookie })).toBe(403);
    const body = JSON.stringify({ token });
    expect(
      (await desk.ask({ method: 'POST', path: '/session', headers: { origin: value }, body })).status,
    ).toBe(403);
    expect((await desk.ask({ path: '/session', headers: { origin: value, cookie } })).status).toBe(403);
    expect((await desk.exchange(token)).status).toBe(204);
  });

  it('must be there for a socket and for anything that is not a read', async () => {
    const cookie = await desk.openSession();
    expect(await desk.openSocket({ cookie })).toBe(403);
    expect((await desk.ask({ method: 'POST', path: '/session', body: '{}' })).status).toBe(403);
    expect((await desk.ask({ method: 'DELETE', path: '/files/upload/1', headers: { cookie } })).status).toBe(
      403,
    );
  });

  it.each(['cross-site', 'same-site'])(
    'refuses what the browser marks as %s, except opening the desk',
    async (site) => {
      const cookie = await desk.openSession();
      const headers = { cookie, 'sec-fetch-site': site };
      const navigation = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
      expect((await desk.ask({ path: '/assets/page.js', headers })).status).toBe(403);
      expect((await desk.ask({ path: '/session', headers: { ...headers, ...navigation } })).status).toBe(403);
      expect(
        (await desk.ask({ path: '/', headers: { ...headers, 'sec-fetch-dest': 'iframe' } })).status,
      ).toBe(403);
      expect((await desk.ask({ path: '/', headers: { ...headers, ...navigation } })).status).toBe(200);
    },
  );
});
