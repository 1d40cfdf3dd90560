import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { WebSocket as ServerSocket } from 'ws';
import { WebSocketServer } from 'ws';
import type { ToMain } from '../../contract/bridge/envelope.ts';
import type { HandshakeResult } from './handshake.ts';
import type { Connection, SocketCalls } from './socket-calls.ts';
import { createSocketCalls } from './socket-calls.ts';

let http: Server;
let sockets: WebSocketServer;
let calls: SocketCalls;
let connections: Connection[];
let result: HandshakeResult;
let retries: (() => void)[];
let respond: (message: ToMain, socket: ServerSocket) => void;

beforeEach(async () => {
  connections = [];
  result = 'admitted';
  retries = [];
  respond = () => undefined;
  http = createServer();
  sockets = new WebSocketServer({ server: http });
  sockets.on('connection', (socket) => {
    socket.on('message', (data) => respond(JSON.parse(String(data)) as ToMain, socket));
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const address = http.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  calls = createSocketCalls({
    openSocket: () => new WebSocket(`ws://127.0.0.1:${port}`),
    shakeHands: async () => result,
    onConnection: (state) => connections.push(state),
    schedule: (run) => retries.push(run),
  });
});

afterEach(async () => {
  calls.close();
  for (const socket of sockets.clients) socket.terminate();
  await new Promise((resolve) => http.close(resolve));
});

function reply(message: ToMain, socket: ServerSocket, value: unknown): void {
  socket.send(JSON.stringify({ type: 'result', id: message.id, result: { ok: true, value } }));
}

it('answers each call with its own result, in any order, including calls made before the socket opened', async () => {
  const waiting: [ToMain, ServerSocket][] = [];
  respond = (message, socket) => {
    waiting.push([message, socket]);
    if (waiting.length < 2) return;
    for (const [call, to] of waiting.reverse()) reply(call, to, call.type === 'call' ? call.method : '');
  };
  const [tenants, settings] = await Promise.all([
    calls.invoke('tenants.list', undefined),
    calls.invoke('settings.get', undefined),
  ]);
  expect(tenants).toEqual({ ok: true, value: 'tenants.list' });
  expect(settings).toEqual({ ok: true, value: 'settings.get' });
});

it('sends a cancel with the ID of its call', async () => {
  const seen: ToMain[] = [];
  respond = (message, socket) => {
    seen.push(message);
    if (message.type === 'cancel') reply(message, socket, 'ended');
  };
  let cancel = (): void => undefined;
  const result = calls.invoke('tenants.list', undefined, (given) => (cancel = given));
  await expect.poll(() => seen.length).toBe(1);
  cancel();
  expect(await result).toEqual({ ok: true, value: 'ended' });
  expect(seen.map(({ type, id }) => [type, id])).toEqual([
    ['call', '1'],
    ['cancel', '1'],
  ]);
});

it('fails unanswered calls when the connection is lost, and accepts calls again after reconnecting', async () => {
  respond = (_message, socket) => socket.terminate();
  expect(await calls.invoke('tenants.list', undefined)).toMatchObject({
    ok: false,
    error: { code: 'connection-lost', retryable: true },
  });
  expect(connections).toEqual(['connected', 'lost']);
  // Between two connections nothing is sent, and the error says so.
  expect(await calls.invoke('tenants.list', undefined)).toMatchObject({
    ok: false,
    error: { code: 'unreachable', retryable: true },
  });
  respond = (message, socket) => reply(message, socket, []);
  retries[0]?.();
  expect(await calls.invoke('tenants.list', undefined)).toEqual({ ok: true, value: [] });
  expect(connections).toEqual(['connected', 'lost', 'connected']);
});

it('delivers events to listeners until they stop, and ignores unknown names', async () => {
  const seen: unknown[] = [];
  const stop = calls.on('history.changed', (payload) => seen.push(payload));
  calls.on('history.changed', ({ tenantId }) => seen.push(tenantId));
  const event = (name: string, tenantId: string) =>
    JSON.stringify({ type: 'event', name, payload: { tenantId } });
  respond = (message, socket) => {
    socket.send(event('nothing.known', 'x'));
    socket.send(event('history.changed', message.id));
    reply(message, socket, []);
  };
  await calls.invoke('tenants.list', undefined);
  stop();
  await calls.invoke('tenants.list', undefined);
  expect(seen).toEqual([{ tenantId: '1' }, '1', '2']);
});

it.each(['impostor', 'rejected'] as const)(
  'sends nothing to a socket that turns out %s, and does not reconnect',
  async (outcome) => {
    const heard: ToMain[] = [];
    respond = (message) => heard.push(message);
    result = outcome;
    expect(await calls.invoke('tenants.list', undefined)).toMatchObject({
      ok: false,
      error: { code: 'unreachable' },
    });
    expect(await calls.invoke('tenants.list', undefined)).toMatchObject({ ok: false });
    await expect.poll(() => sockets.clients.size).toBe(0);
    expect({ heard, connections, retries }).toEqual({ heard: [], connections: [outcome], retries: [] });
  },
);
