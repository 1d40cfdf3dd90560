import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { createConnectionPool, invokeWebhook, type InvocationResult } from './invoke-webhook.ts';

const TIMEOUT_MS = 400;

/** Invokes a receiver that runs `respond` as soon as a request has arrived. */
async function invoke(respond: (socket: Socket) => void, method = 'POST'): Promise<InvocationResult> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined).once('data', () => respond(socket));
  });
  const pool = createConnectionPool();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  try {
    const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    return await invokeWebhook(
      { url, method, headers: [], body: '{}' },
      { timeoutMs: TIMEOUT_MS, responseBytes: 1024 },
      pool,
      new AbortController().signal,
    );
  } finally {
    pool.destroy();
    server.close();
  }
}

it.each([
  [
    '101 with the other protocol',
    'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n',
  ],
  ['101 and nothing else', 'HTTP/1.1 101 Switching Protocols\r\n\r\n'],
  [
    '101 and keeps talking',
    `HTTP/1.1 101 Fine\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n${'x'.repeat(9000)}`,
  ],
])('ends an invocation with the response %s', async (_what, head) => {
  const result = await invoke((socket) => void socket.write(head));
  expect(result).toMatchObject({ outcome: 'answered', status: 101, body: '' });
});

it('ends an invocation with a tunnel response', async () => {
  const result = await invoke((socket) => void socket.write('HTTP/1.1 200 OK\r\n\r\n'), 'CONNECT');
  expect(result.outcome).toBe('answered');
});

it.each([
  ['sends nothing', (socket: Socket) => void socket.resume()],
  ['sends one informational response after another', sendInformational],
  ['sends half a header', (socket: Socket) => void socket.write('HTTP/1.1 200 OK\r\nContent-')],
])('times out a receiver that %s', async (_what, respond) => {
  expect(await invoke(respond)).toMatchObject({ outcome: 'failed', failure: 'timeout' });
});

it('ends an invocation when the receiver hangs up', async () => {
  expect(await invoke((socket) => void socket.destroy())).toMatchObject({ outcome: 'failed' });
});

function sendInformational(socket: Socket): void {
  const timer = setInterval(() => socket.write('HTTP/1.1 102 Processing\r\n\r\n'), 20);
  socket.once('close', () => clearInterval(timer));
}
