import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocketServer } from 'ws';
import { z } from 'zod';
import type { FromDesk, PageSession } from '../../contract/bridge/page-handshake.ts';
import { closedWithoutSession, isFromDesk, isPageSession } from '../../contract/bridge/page-handshake.ts';
import { tokenLifetime } from '../../main/platform/host/browser/access.ts';
import { handshake } from '../../renderer/bridge/handshake.ts';
import { createSocketCalls } from '../../renderer/bridge/socket-calls.ts';
import type { ServedDesk } from './served-desk.ts';
import { pageText, serveDesk, tokenOf } from './served-desk.ts';

let desk: ServedDesk;

beforeEach(async () => {
  desk = await serveDesk();
});

afterEach(() => desk.stop());

const draftOfSpec = { tenantId: 'acme', kind: 'webhook', targetId: 'w1' };

describe('the link', () => {
  it('admits a page once, for a key that only it gets, and not with a cookie, which browsers send to every port', async () => {
    const token = tokenOf(desk.server.newLink());
    const first = await desk.exchange(token);
    expect(first.status).toBe(200);
    expect(first.headers['set-cookie']).toBeUndefined();
    expect(first.headers['cache-control']).toBe('no-store');
    expect(z.custom<PageSession>(isPageSession).parse(JSON.parse(first.text)).key).not.toBe(token);
    expect((await desk.exchange(token)).status).toBe(401);
  });

  it('expires after ten minutes', async () => {
    const token = tokenOf(desk.server.newLink());
    desk.clock.now += tokenLifetime;
    expect((await desk.exchange(token)).status).toBe(401);
  });

  it('expires as soon as a new one is created', async () => {
    const token = tokenOf(desk.server.newLink());
    const fresh = tokenOf(desk.server.newLink());
    expect((await desk.exchange(token)).status).toBe(401);
    expect((await desk.exchange(fresh)).status).toBe(200);
  });

  it('remains valid after a wrong guess', async () => {
    const token = tokenOf(desk.server.newLink());
    expect((await desk.exchange('a guess')).status).toBe(401);
    expect((await desk.exchange('')).status).toBe(401);
    expect((await desk.exchange(token)).status).toBe(200);
  });

  it('has its token in the fragment, which browsers never send', () => {
    const link = new URL(desk.server.newLink());
    expect(link.origin).toBe(desk.origin);
    expect(link.pathname + link.search).toBe('/');
    expect(tokenOf(link.href).length).toBeGreaterThanOrEqual(43);
  });

  it('accepts only a token of a plausible size', async () => {
    const headers = { origin: desk.origin };
    const post = (body: string) => desk.ask({ method: 'POST', path: '/session', headers, body });
    expect((await post('not json')).status).toBe(401);
    expect((await post('{"token":7}')).status).toBe(401);
    expect((await post(JSON.stringify({ token: 'x'.repeat(5000) }))).status).toBe(413);
  });
});

describe('the session', () => {
  it('survives a reload, and is shared with a tab that was opened from its tab', async () => {
    const page = await desk.openPage();
    page.close();
    const again = await desk.openPage(page.session);
    const other = await desk.openPage(page.session);
    again.send({ type: 'call', id: '1', method: 'tenants.list' });
    other.send({ type: 'call', id: '1', method: 'tenants.list' });
    expect(await again.next('result')).toEqual({ type: 'result', id: '1', result: { ok: true, value: [] } });
    expect(await other.next('result')).toEqual({ type: 'result', id: '1', result: { ok: true, value: [] } });
  });

  it('expires twelve hours after its last use', async () => {
    const session = await desk.openSession();
    const connected = async () => (await desk.connect(session)).admission;
    desk.clock.now += 11 * 3_600_000;
    expect(await connected()).toBe('admitted');
    desk.clock.now += 11 * 3_600_000;
    expect(await connected()).toBe('admitted');
    desk.clock.now += 12 * 3_600_000;
    expect(await connected()).toBe('rejected');
  });

  it('is proven again on every connection: neither a cookie nor a header nor a guess opens the bridge', async () => {
    const session = await desk.openSession();
    const forged = { ...session, key: 'A'.repeat(43) };
    // The page leaves a server that it cannot verify, and a server that gets a response anyway closes the connection.
    expect((await desk.connect(forged)).admission).toBe('impostor');
    const socket = await desk.openSocket({
      origin: desk.origin,
      cookie: `tenant-desk-${desk.server.port}=${session.key}`,
      authorization: `Bearer ${session.key}`,
    });
    if (typeof socket === 'number') throw new Error('refused');
    const closed = new Promise((resolve) => socket.on('close', resolve));
    socket.send(JSON.stringify({ type: 'call', id: '1', method: 'tenants.list' }));
    expect(await closed).toBe(1008);
    expect(desk.calls).toEqual([]);
  });

  it('is not granted for a replayed response to the challenge of another connection', async () => {
    const session = await desk.openSession();
    const receivedTexts: string[] = [];
    const { socket } = await desk.connect(session, { origin: desk.origin });
    socket.close();
    const first = await desk.openSocket({ origin: desk.origin });
    if (typeof first === 'number') throw new Error('refused');
    first.on('message', (data) => receivedTexts.push(String(data)));
    const closed = new Promise((resolve) => first.on('close', resolve));
    const hello = { type: 'hello', sessionId: session.sessionId, nonce: 'n'.repeat(22) };
    first.send(JSON.stringify(hello));
    await expect.poll(() => receivedTexts.length).toBe(1);
    const challenge = z.custom<FromDesk>(isFromDesk).parse(JSON.parse(receivedTexts[0] ?? ''));
    if (challenge.type !== 'challenge') throw new Error(challenge.type);
    // The server's own proof, sent back to it, proves nothing.
    first.send(JSON.stringify({ type: 'answer', proof: challenge.proof }));
    expect(await closed).toBe(closedWithoutSession);
    expect(desk.calls).toEqual([]);
  });

  it('of another instance is unknown', async () => {
    const other = await serveDesk();
    const session = await other.openSession();
    await other.stop();
    expect((await desk.connect(session)).admission).toBe('rejected');
  });

  it('is never sent: traffic after the exchange reveals nothing about its key', async () => {
    const session = await desk.openSession();
    const sent: string[] = [];
    const socket = await desk.openSocket({ origin: desk.origin });
    if (typeof socket === 'number') throw new Error('refused');
    const send = socket.send.bind(socket);
    socket.send = (data: unknown) => {
      sent.push(String(data));
      send(String(data));
    };
    const { address } = desk;
    expect(await handshake(socket, { session, address, crypto })).toBe('admitted');
    expect(sent).toHaveLength(2);
    expect(sent.join()).not.toContain(session.key);
  });
});

describe('a page whose server was replaced by another program', () => {
  it.each([
    [
      'answers like a desk that knows no key',
      (nonce: string) => ({ type: 'challenge', nonce, proof: 'A'.repeat(43) }),
    ],
    ['admits it at once', () => ({ type: 'admitted' })],
    ['speaks another language', () => ({ type: 'result', id: '1', result: { ok: true } })],
  ])('sends nothing to one that %s', async (_what, reply) => {
    const session = await desk.openSession();
    const { port } = desk.server;
    await desk.server.stop();
    const impostor = new WebSocketServer({ host: '127.0.0.1', port });
    const heard: string[] = [];
    impostor.on('connection', (socket) => {
      socket.on('message', (data) => {
        heard.push(String(data));
        socket.send(JSON.stringify(reply('n'.repeat(22))));
      });
    });
    await once(impostor, 'listening');
    const states: string[] = [];
    const calls = createSocketCalls({
      openSocket: () => new globalThis.WebSocket(`ws://127.0.0.1:${port}/bridge`),
      shakeHands: (socket) => handshake(socket, { session, address: desk.address, crypto }),
      onConnection: (state) => states.push(state),
      schedule: (run) => run(),
    });
    const draft = { ...draftOfSpec, state: { headers: 'Authorization: Bearer typed-by-hand' } };
    expect(await calls.invoke('drafts.save', draft)).toMatchObject({
      ok: false,
      error: { code: 'unreachable' },
    });
    expect(states).toEqual(['impostor']);
    expect(heard).toHaveLength(1);
    expect(heard.join()).not.toContain('typed-by-hand');
    expect(heard.join()).not.toContain(session.key);
    for (const socket of impostor.clients) socket.terminate();
    await new Promise((resolve) => impostor.close(resolve));
  });
});

describe('the Host header', () => {
  it.each([
    'evil.example',
    'localhost',
    '127.0.0.1',
    '[::1]',
    'desk.localhost',
    `desk-${'0'.repeat(32)}.localhost`,
    '127.0.0.1.evil.example',
  ])('rejects a request to %s, so that DNS rebinding is useless', async (name) => {
    for (const value of [name, `${name}:${desk.server.port}`].filter((value) => value !== desk.address)) {
      const response = await desk.ask({ path: '/', headers: { host: value } });
      expect(response.status).toBe(421);
      expect(response.text).not.toContain(pageText);
      expect(await desk.openSocket({ host: value, origin: desk.origin })).toBe(421);
    }
  });

  it('is the only accepted name, and the server listens only on the loopback interface', async () => {
    const rejected = await new Promise((resolve) => {
      const socket = connect({ host: '127.0.0.2', port: desk.server.port });
      socket.on('connect', () => resolve(false));
      socket.on('error', () => resolve(true));
    });
    expect(rejected).toBe(true);
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

  it.each(foreign)('rejects a socket, an exchange, and a read from %s', async (value) => {
    const token = tokenOf(desk.server.newLink());
    expect(await desk.openSocket({ origin: value })).toBe(403);
    const body = JSON.stringify({ token });
    expect(
      (await desk.ask({ method: 'POST', path: '/session', headers: { origin: value }, body })).status,
    ).toBe(403);
    expect((await desk.ask({ path: '/', headers: { origin: value } })).status).toBe(403);
    expect((await desk.exchange(token)).status).toBe(200);
  });

  it('is required for a socket and for anything except a read', async () => {
    expect(await desk.openSocket({})).toBe(403);
    expect((await desk.ask({ method: 'POST', path: '/session', body: '{}' })).status).toBe(403);
    expect((await desk.ask({ method: 'DELETE', path: '/files/upload/1' })).status).toBe(403);
  });

  it.each(['cross-site', 'same-site'])(
    'rejects requests that the browser marks as %s, except opening Tenant Desk',
    async (site) => {
      const headers = { 'sec-fetch-site': site };
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
