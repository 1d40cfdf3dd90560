import { once } from 'node:events';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { useTenant } from '../builders/use-tenant.ts';
import { MAX_UNAUTHENTICATED_CONNECTIONS } from '../../tenant/server/connection-limit.ts';

const tenant = useTenant(() => ['--apps', '1', '--events', '0']);
const sockets: Socket[] = [];

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

async function openSocket(): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(tenant.baseUrl).port) });
  socket.on('error', () => undefined);
  sockets.push(socket);
  await once(socket, 'connect');
  return socket;
}

/** Sends the head of a POST and the beginning of its body, and returns the status of the response. */
async function post(
  socket: Socket,
  path: string,
  headers: readonly string[],
  begin: string,
): Promise<number> {
  const head = [`POST ${path} HTTP/1.1`, `Host: ${new URL(tenant.baseUrl).host}`, ...headers, '', ''];
  socket.write(head.join('\r\n') + begin);
  const [response] = (await once(socket, 'data')) as [Buffer];
  return Number(/^HTTP\/1\.1 (\d+)/.exec(response.toString('latin1'))?.[1]);
}

const form = 'Content-Type: application/x-www-form-urlencoded';
const json = 'Content-Type: application/json';
const megabytes = 8 * 1024 * 1024;
/** More than a client may send without proof. */
const body = 'x'.repeat(5000);
const length = `Content-Length: ${body.length}`;

describe('before a client has proven its identity', () => {
  it.each([
    ['/sandbox/page/sign-in', form],
    ['/sandbox/nowhere', json],
    ['/signin/some', form],
    ['/SaasManage/DownloadSAMLMetadataForApp', json],
  ])('no body of more than 4 KB is accepted at %s', async (path, type) => {
    expect(await post(await openSocket(), path, [type, length], body)).toBe(413);
  });

  it.each([
    ['/nowhere', 404],
    ['/SaasManage/GetApplication', 401],
    ['/analytics/services/v1.0/rules/webhook', 401],
    ['/sandbox/reset', 401],
  ])('%s responds without waiting for a body of 8 MB', async (path, status) => {
    const headers = [json, `Content-Length: ${megabytes}`];
    expect(await post(await openSocket(), path, headers, body)).toBe(status);
  });

  it('no request of more than 16 KB of headers is accepted', async () => {
    expect(await post(await openSocket(), '/', [`X-Long: ${'x'.repeat(17_000)}`], '')).toBe(431);
  });

  it('a connection is closed within seconds if its headers do not end, or do not start', async () => {
    const started = performance.now();
    const [silent, slow] = await Promise.all([openSocket(), openSocket()]);
    slow.write('GET / HTTP/1.1\r\nX-Slow: ');
    await Promise.all([silent, slow].map((socket) => once(socket.resume(), 'close')));
    expect(performance.now() - started).toBeLessThan(15_000);
  });
});

describe('a client that holds connections open', () => {
  const authorized = (): string[] => [
    `Authorization: Bearer ${tenant.accessToken}`,
    json,
    'Content-Length: 2',
  ];
  const path = '/SaasManage/GetCategories';

  it('cannot keep the admin out: the oldest ones without proof are closed', async () => {
    const opened = MAX_UNAUTHENTICATED_CONNECTIONS + 100;
    const silent: Socket[] = [];
    for (let count = 0; count < opened; count += 1) silent.push((await openSocket()).resume());
    expect(await post(await openSocket(), path, authorized(), '{}')).toBe(200);
    await expect.poll(() => silent.slice(0, 100).filter((socket) => !socket.destroyed).length).toBe(0);
    expect(silent.at(-1)?.destroyed).toBe(false);
  });

  it('lets a program with a token read hundreds of items at once', async () => {
    const read = async (): Promise<number> => await post(await openSocket(), path, authorized(), '{}');
    const statuses = await Promise.all(Array.from({ length: 400 }, read));
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  it('does not end a connection on which a token was accepted', async () => {
    const proven = await openSocket();
    expect(await post(proven, path, authorized(), '{}')).toBe(200);
    for (let count = 0; count < MAX_UNAUTHENTICATED_CONNECTIONS + 10; count += 1) await openSocket();
    expect(await post(proven, path, authorized(), '{}')).toBe(200);
  });
});
