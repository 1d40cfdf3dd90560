import { once } from 'node:events';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { ServedDesk } from './served-desk.ts';
import { pageText, serveDesk } from './served-desk.ts';

let desk: ServedDesk;
let sockets: Socket[];

beforeEach(async () => {
  desk = await serveDesk();
  sockets = [];
});

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await desk.stop();
});

async function connectSilently(port = desk.server.port): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port });
  socket.on('error', () => undefined);
  sockets.push(socket);
  await once(socket, 'connect');
  return socket;
}

async function openUnproven(): Promise<WebSocket> {
  const socket = await desk.openSocket({ origin: desk.origin });
  if (typeof socket === 'number') throw new Error(`refused with ${socket}`);
  socket.on('error', () => undefined);
  return socket;
}

/** A socket without the library, which would not send an unfinished frame. */
async function upgradeByHand(): Promise<Socket> {
  const socket = await connectSilently();
  socket.write(
    [
      'GET /bridge HTTP/1.1',
      `Host: ${desk.address}`,
      `Origin: ${desk.origin}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
      '\r\n',
    ].join('\r\n'),
  );
  const [response] = (await once(socket, 'data')) as [Buffer];
  expect(String(response)).toContain('101 Switching Protocols');
  return socket.resume();
}

/** The beginning of a frame that announces so many bytes. */
function headOfFrame(announced: number): Buffer {
  const head = Buffer.alloc(14);
  head[0] = 0x81;
  head[1] = 0x80 | 127;
  head.writeBigUInt64BE(BigInt(announced), 2);
  return head;
}

describe('before a page has proven its identity', () => {
  it('it uses almost no memory: 12 connections that send 60 MB of an unfinished message are closed after 4 KB', async () => {
    const before = process.memoryUsage.rss();
    const taken = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const socket = await upgradeByHand();
        const closed = new Promise((resolve) => socket.on('close', resolve));
        const part = Buffer.alloc(60 * 1024);
        socket.write(headOfFrame(60 * 1024 * 1024));
        for (let parts = 0; parts < 1024 && socket.writable; parts += 1) {
          if (socket.write(part)) continue;
          await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed]);
        }
        await closed;
        return socket.bytesWritten;
      }),
    );
    expect(process.memoryUsage.rss() - before).toBeLessThan(100 * 1024 * 1024);
    // What the system has buffered on its way, and no more.
    for (const bytes of taken) expect(bytes).toBeLessThan(8 * 1024 * 1024);
  });

  it('no message of more than 4 KB is accepted, even in small pieces', async () => {
    const page = await openUnproven();
    const closed = once(page, 'close');
    for (let pieces = 0; pieces < 50 && page.readyState === WebSocket.OPEN; pieces += 1) {
      page.send('x'.repeat(100), { fin: false });
    }
    await closed;
    expect(desk.calls).toEqual([]);
  });

  it('no request of more than 8 KB of headers or 1 KB of body is accepted', async () => {
    const headers = { 'x-long': 'x'.repeat(9000) };
    expect((await desk.ask({ path: '/', headers })).status).toBe(431);
    const body = 'x'.repeat(1025);
    const post = { method: 'POST', path: '/session', headers: { origin: desk.origin }, body };
    expect((await desk.ask(post)).status).toBe(413);
  });

  it('a connection without a request is closed within seconds', async () => {
    const socket = await connectSilently();
    socket.resume();
    const started = performance.now();
    await once(socket, 'close');
    expect(performance.now() - started).toBeLessThan(15_000);
  });
});

describe('a client that holds connections open', () => {
  it('cannot keep the owner out with silent pages: the oldest of them is closed', async () => {
    const silent = await Promise.all(Array.from({ length: 32 }, openUnproven));
    const ended = Promise.race(silent.map((each) => once(each, 'close')));
    const page = await desk.openPage();
    await ended;
    expect(silent[0]?.readyState).toBe(WebSocket.CLOSED);
    page.send({ type: 'call', id: '1', method: 'tenants.list' });
    expect(await page.next('result')).toMatchObject({ result: { ok: true } });
  });

  it('cannot keep the owner out with a series of pages', async () => {
    const session = await desk.openSession();
    let isOver = false;
    const knocking = (async () => {
      while (!isOver) await Promise.all(Array.from({ length: 16 }, openUnproven));
    })();
    for (let tries = 0; tries < 5; tries += 1) {
      expect((await desk.connect(session)).admission).toBe('admitted');
    }
    isOver = true;
    await knocking;
  });

  it('cannot keep the owner out with silent connections, at either loopback address', async () => {
    const link = desk.server.newLink();
    const numeric = new URL(desk.server.numericLink(link));
    for (const port of [desk.server.port, Number(numeric.port)]) {
      for (let opened = 0; opened < 150; opened += 1) await connectSilently(port);
    }
    expect((await desk.ask({ path: '/' })).text).toBe(pageText);
    expect(await (await fetch(numeric)).text()).toBe(pageText);
    const page = await desk.openPage();
    page.send({ type: 'call', id: '1', method: 'tenants.list' });
    expect(await page.next('result')).toMatchObject({ result: { ok: true } });
  });

  it('does not end a page that has proven its identity', async () => {
    const page = await desk.openPage();
    for (let opened = 0; opened < 150; opened += 1) await connectSilently();
    page.send({ type: 'call', id: '1', method: 'tenants.list' });
    expect(await page.next('result')).toMatchObject({ result: { ok: true } });
  });
});
