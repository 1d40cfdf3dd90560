import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestReceivers } from '../../main/sandbox/test-receivers.ts';
import { startLoopbackListener } from '../../main/tenants/session/loopback-listener.ts';
import type { ServedDesk } from './served-desk.ts';
import { serveDesk } from './served-desk.ts';

const stopping = new AbortController();
let desk: ServedDesk;
const ports: Record<Listener, number> = { desk: 0, receiver: 0, callback: 0 };
type Listener = 'desk' | 'receiver' | 'callback';
let closeCallback = (): void => undefined;

beforeAll(async () => {
  desk = await serveDesk();
  ports.desk = desk.server.port;
  const catchers = createTestReceivers({
    now: Date.now,
    newId: () => 'id',
    newToken: () => 'token',
    stopped: stopping.signal,
  });
  ports.receiver = Number(new URL((await catchers.open('sandbox')).url ?? '').port);
  const page = { status: 200, heading: 'Signed in', text: 'Close this tab.' };
  const listener = await startLoopbackListener({
    limitSeconds: 60,
    authorizationUrl: () => 'https://tenant.example/authorize',
    onStarted: () => undefined,
    reject: () => undefined,
    take: () => Promise.resolve(page),
  });
  ports.callback = Number(new URL(listener.redirectUri).port);
  closeCallback = () => listener.close();
});

afterAll(async () => {
  stopping.abort();
  closeCallback();
  await desk.stop();
});

async function send(port: number, lines: readonly string[]): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port });
  socket.write(lines.join('\r\n'));
  return (await text(socket)).toLowerCase();
}

const listeners: readonly Listener[] = ['desk', 'receiver', 'callback'];
const unreadable: Readonly<Record<string, readonly string[]>> = {
  'that is no HTTP': ['\u0016\u0003\u0001', '', ''],
  'with a header that is none': ['GET / HTTP/1.1', 'Host: a', 'no colon', '', ''],
  'of a version that is none': ['GET / HTTP/9.9', 'Host: a', '', ''],
  'with headers of 70 KB': ['GET / HTTP/1.1', 'Host: a', `X-Long: ${'x'.repeat(70_000)}`, '', ''],
  'whose headers do not arrive': ['GET / HTTP/1.1', 'Host: a', ''],
  'without a host': ['GET / HTTP/1.1', 'Connection: close', '', ''],
  'with an unknown expectation': [
    'GET / HTTP/1.1',
    'Host: a',
    'Expect: the-moon',
    'Connection: close',
    '',
    '',
  ],
};

describe('every response has the headers of its server', () => {
  it.each(listeners.flatMap((name) => Object.entries(unreadable).map((one) => [name, ...one] as const)))(
    '%s: to a request %s',
    async (name, _what, lines) => {
      const result = await send(ports[name], lines);
      expect(result).toMatch(/^http\/1\.1 4\d\d /);
      expect(result).toContain('x-content-type-options: nosniff');
      if (name !== 'receiver') expect(result).toContain('content-security-policy: default-src');
      if (name !== 'receiver') expect(result.split('\r\n\r\n')[1]).not.toBe('');
    },
  );

  it.each([
    ['of another page', ['Origin: http://evil.example'], 403],
    ['without a key', [], 400],
  ])('a WebSocket handshake %s', async (_what, more, status) => {
    const own = more.length > 0 ? more : [`Origin: ${desk.origin}`];
    const upgrade = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'];
    const lines = ['GET /bridge HTTP/1.1', `Host: ${desk.address}`, ...own, ...upgrade, '', ''];
    const result = await send(ports.desk, lines);
    expect(result).toMatch(new RegExp(`^http/1\\.1 ${status} `));
    expect(result).toContain('content-security-policy: default-src');
    expect(result).not.toContain('sec-websocket-key');
  });
});
