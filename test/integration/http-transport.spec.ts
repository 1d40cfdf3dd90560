import { once } from 'node:events';
import type { Socket } from 'node:net';
import { createServer } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DeskFailure } from '../../contract/errors/desk-failure.ts';
import { defaultSettings } from '../../contract/settings/default-settings.ts';
import type { HttpResponse, HttpRequest, Transport } from '../../main/platform/http/transport.ts';
import { createTransport } from '../../main/platform/http/transport.ts';
import { createAuthority } from '../fakes/certificate.ts';
import { startProxy } from '../fakes/proxy.ts';
import type { TenantServer } from '../fakes/tenant-server.ts';
import { startTenantServer } from '../fakes/tenant-server.ts';

let server: TenantServer;
let transport: Transport;

beforeEach(async () => {
  server = await startTenantServer((_request, response) => void response.end('fine'));
  transport = createTransport(defaultSettings, 'TenantDesk/test');
});

afterEach(async () => {
  transport.close();
  await server[Symbol.asyncDispose]();
});

function send(url: string, changes: Partial<HttpRequest> = {}): Promise<HttpResponse> {
  return transport.send({
    method: 'GET',
    url,
    headers: {},
    signal: new AbortController().signal,
    maxBytes: 1024 * 1024,
    purpose: 'read a page',
    ...changes,
  });
}

async function failureOf(work: Promise<unknown>): Promise<DeskFailure> {
  const thrown = await work.catch((error: unknown) => error);
  if (thrown instanceof DeskFailure) return thrown;
  throw new Error(`It did not fail: ${String(thrown)}`);
}

describe('a request', () => {
  it('returns any status as a response', async () => {
    server.respond = (_request, response) => void response.writeHead(500).end('broken');
    const result = await send(server.origin);
    expect([result.status, new TextDecoder().decode(result.body)]).toEqual([500, 'broken']);
  });

  it('follows no redirect', async () => {
    server.respond = (_request, response) => void response.writeHead(302, { location: '/elsewhere' }).end();
    expect((await send(server.origin)).status).toBe(302);
    expect(server.requests.map(({ path }) => path)).toEqual(['/']);
  });

  it('is sent once, whatever happens to it', async () => {
    server.respond = (request) => request.socket.destroy();
    await failureOf(send(server.origin, { method: 'POST', body: '{}' }));
    expect(server.requests).toHaveLength(1);
  });

  it('whose connection breaks after it was sent may have arrived', async () => {
    server.respond = (request) => request.socket.destroy();
    const error = await failureOf(send(server.origin, { method: 'POST', body: '{}' }));
    expect(error).toMatchObject({ code: 'connection-lost', error: { retryable: true } });
    expect(error.message).toContain(`127.0.0.1:${server.port}`);
  });

  it('whose connection breaks when it is used again may have arrived', async () => {
    await send(server.origin);
    server.respond = (request) => request.socket.destroy();
    expect((await failureOf(send(server.origin, { method: 'POST', body: '{}' }))).code).toBe(
      'connection-lost',
    );
    expect(server.connections()).toBe(1);
  });

  it('that only reads is resent once if an idle connection was closed', async () => {
    await send(server.origin, { isRead: true });
    let toBreak = 1;
    server.respond = (request, response) => {
      toBreak -= 1;
      return toBreak >= 0 ? void request.socket.destroy() : void response.end('after all');
    };
    const result = await send(server.origin, { method: 'POST', body: '{}', isRead: true });
    expect(new TextDecoder().decode(result.body)).toBe('after all');
    expect(server.connections()).toBe(2);

    toBreak = 2;
    const before = server.requests.length;
    const error = await failureOf(send(server.origin, { method: 'POST', body: '{}', isRead: true }));
    expect(error.code).toBe('connection-lost');
    expect(server.requests.length - before).toBe(2);
  });

  it('that only reads is not resent if a new connection breaks', async () => {
    server.respond = (request) => request.socket.destroy();
    expect((await failureOf(send(server.origin, { isRead: true }))).code).toBe('connection-lost');
    expect(server.requests).toHaveLength(1);
  });

  it('whose response is truncated counts as received', async () => {
    server.respond = (request, response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('the beginning', () => request.socket.destroy());
    };
    expect((await failureOf(send(server.origin))).code).toBe('connection-lost');
  });

  it('to a host without a name in the network never left', async () => {
    expect((await failureOf(send('https://nowhere.invalid/'))).code).toBe('unreachable');
  });

  it('was never sent if the handshake is missing, also after a timeout', async () => {
    const silent = createServer();
    await once(silent.listen(0, '127.0.0.1'), 'listening');
    const address = silent.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    try {
      const error = await failureOf(send(`https://127.0.0.1:${port}/`, { timeoutSeconds: 0.1 }));
      expect(error).toMatchObject({
        code: 'unreachable',
        message: expect.stringContaining('didn’t accept a connection'),
      });
    } finally {
      silent.close();
    }
  });

  it('sends its body with its length, never in chunks', async () => {
    await send(server.origin, { method: 'POST', body: 'déjà' });
    expect(server.requests[0]).toMatchObject({ body: 'déjà', headers: { 'content-length': '6' } });
    await send(server.origin, { method: 'DELETE' });
    expect(server.requests[1]?.headers['transfer-encoding']).toBeUndefined();
  });

  it('uses connections again', async () => {
    for (let count = 0; count < 5; count += 1) await send(server.origin);
    expect(server.connections()).toBe(1);
  });

  it('to a host that does not respond is unreachable, with the name of the host', async () => {
    await server[Symbol.asyncDispose]();
    const error = await failureOf(send(server.origin));
    expect(error).toMatchObject({ code: 'unreachable', error: { retryable: true, detail: 'ECONNREFUSED' } });
    expect(error.message).toContain(`127.0.0.1:${server.port}`);
  });

  it('is given up after its time', async () => {
    server.respond = () => undefined;
    const error = await failureOf(send(server.origin, { timeoutSeconds: 0.05 }));
    expect(error.code).toBe('timed-out');
  });

  it('times out even if the response trickles in', async () => {
    server.respond = (_request, response) => void response.write('the beginning');
    expect((await failureOf(send(server.origin, { timeoutSeconds: 0.05 }))).code).toBe('timed-out');
  });

  it('that is canceled closes its socket', async () => {
    const controller = new AbortController();
    const arrived = Promise.withResolvers<Socket>();
    server.respond = (request) => arrived.resolve(request.socket);
    const sent = failureOf(send(server.origin, { signal: controller.signal }));
    const gone = once(await arrived.promise, 'close');
    controller.abort();
    expect((await sent).code).toBe('canceled');
    await gone;
  });

  it('that is canceled beforehand is not sent', async () => {
    expect((await failureOf(send(server.origin, { signal: AbortSignal.abort() }))).code).toBe('canceled');
    expect(server.requests).toEqual([]);
  });

  it('accepts no more than its limit, also for compressed data', async () => {
    const packed = gzipSync(Buffer.alloc(5 * 1024 * 1024));
    server.respond = (_request, response) =>
      void response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed);
    expect(packed.byteLength).toBeLessThan(1024 * 1024);
    const error = await failureOf(send(server.origin));
    expect(error.code).toBe('response-too-large');
    expect(error.message).toContain('1 MB');
  });

  it.each([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('may have a response compressed as %s', async (encoding, pack) => {
    server.respond = (_request, response) =>
      void response.writeHead(200, { 'content-encoding': encoding }).end(pack('unpacked'));
    const { body } = await send(server.origin);
    expect(new TextDecoder().decode(body)).toBe('unpacked');
  });

  it('may have a response without a body, with any compression', async () => {
    server.respond = (_request, response) =>
      void response.writeHead(200, { 'content-encoding': 'gzip' }).end();
    expect((await send(server.origin)).body).toHaveLength(0);
  });

  it.each([
    ['is not packed as it says', Buffer.from('plain')],
    ['ends before its end', gzipSync('x'.repeat(1000)).subarray(0, 15)],
  ])('whose response %s counts as received', async (_, body) => {
    server.respond = (_request, response) =>
      void response.writeHead(200, { 'content-encoding': 'gzip' }).end(body);
    expect((await failureOf(send(server.origin))).code).toBe('connection-lost');
  });

  it('whose compressed response is truncated counts as received', async () => {
    server.respond = (request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.write(gzipSync('x'.repeat(1000)).subarray(0, 15), () => request.socket.destroy());
    };
    expect((await failureOf(send(server.origin))).code).toBe('connection-lost');
  });

  it('that is canceled during its response is canceled, and closes its socket', async () => {
    const controller = new AbortController();
    const arrived = Promise.withResolvers<Socket>();
    server.respond = (request, response) =>
      void response.write('the beginning', () => arrived.resolve(request.socket));
    const sent = failureOf(send(server.origin, { signal: controller.signal }));
    const socket = await arrived.promise;
    const gone = new Promise((resolve) => socket.once('close', resolve));
    controller.abort();
    expect((await sent).code).toBe('canceled');
    await gone;
  });

  it('that is invalid is reported as such, and never sent', async () => {
    const error = await failureOf(send(server.origin, { headers: { 'x-note': 'two\r\nlines' } }));
    expect(error.code).toBe('internal');
    expect(server.requests).toEqual([]);
  });

  it('over plain http leaves this machine never', async () => {
    const error = await failureOf(send('http://tenant.example/'));
    expect(error).toMatchObject({
      code: 'unreachable',
      message: expect.stringContaining('not an https URL'),
    });
  });
});

describe('a certificate', () => {
  const authority = createAuthority();

  it('from an unknown authority is rejected', async () => {
    await using secure = await startTenantServer(
      (_request, response) => void response.end('fine'),
      authority.issue('localhost'),
    );
    const error = await failureOf(send(`https://localhost:${secure.port}`));
    expect(error.code).toBe('tls-failed');
    expect(error.message).toContain('add its certificate in Settings');
    expect(secure.requests).toEqual([]);
  });

  it('of an authority from the settings is taken, from the next request on', async () => {
    await using secure = await startTenantServer(
      (_request, response) => void response.end('fine'),
      authority.issue('localhost'),
    );
    transport.configure({ ...defaultSettings, extraCertificates: authority.certificate });
    expect((await send(`https://localhost:${secure.port}`)).status).toBe(200);
  });

  it('for another host is rejected', async () => {
    await using secure = await startTenantServer(
      (_request, response) => void response.end('fine'),
      authority.issue('other.example'),
    );
    transport.configure({ ...defaultSettings, extraCertificates: authority.certificate });
    expect((await failureOf(send(`https://localhost:${secure.port}`))).code).toBe('tls-failed');
  });
});

describe('a proxy from the settings', () => {
  const authority = createAuthority();

  it('tunnels to tenants, and sees nothing of the request', async () => {
    await using secure = await startTenantServer(
      (_request, response) => void response.end('through the tunnel'),
      authority.issue('tenant.example'),
    );
    await using proxy = await startProxy(secure.port);
    transport.configure({
      ...defaultSettings,
      proxyUrl: proxy.url,
      extraCertificates: authority.certificate,
    });
    const result = await send('https://tenant.example/secret-path');
    expect(new TextDecoder().decode(result.body)).toBe('through the tunnel');
    expect(proxy.requestedHosts).toEqual(['tenant.example:443']);
  });

  it('does not hide a sent request: a failure behind the tunnel may come after arrival', async () => {
    await using secure = await startTenantServer(
      (request) => request.socket.destroy(),
      authority.issue('tenant.example'),
    );
    await using proxy = await startProxy(secure.port);
    transport.configure({
      ...defaultSettings,
      proxyUrl: proxy.url,
      extraCertificates: authority.certificate,
    });
    const sent = send('https://tenant.example/', { method: 'POST', body: '{}' });
    expect((await failureOf(sent)).code).toBe('connection-lost');
    expect(secure.requests).toHaveLength(1);
  });

  it('that opens no tunnel lets nothing through', async () => {
    await using proxy = await startProxy(1);
    transport.configure({ ...defaultSettings, proxyUrl: proxy.url });
    const sent = send('https://tenant.example/', { method: 'POST', body: '{}' });
    expect((await failureOf(sent)).code).toBe('unreachable');
  });

  it('is skipped for this machine, where the embedded tenants are', async () => {
    await using proxy = await startProxy(server.port);
    transport.configure({ ...defaultSettings, proxyUrl: proxy.url });
    expect((await send(server.origin)).status).toBe(200);
    expect(proxy.requestedHosts).toEqual([]);
  });

  it('that is not there is named in the failure', async () => {
    await using proxy = await startProxy(1);
    const { url } = proxy;
    await proxy[Symbol.asyncDispose]();
    transport.configure({ ...defaultSettings, proxyUrl: url });
    const error = await failureOf(send('https://tenant.example/'));
    expect(error).toMatchObject({ code: 'unreachable', message: expect.stringContaining('proxy') });
  });
});
