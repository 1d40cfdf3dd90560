import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { ToMain, ToRenderer } from '../../contract/envelope.ts';
import type { Handlers } from '../../contract/methods.ts';
import { createDispatcher } from '../../main/dispatch.ts';
import { failure } from '../../main/failure.ts';
import { tokenLifetime } from '../../main/host/browser/access.ts';
import { createBrowserHost } from '../../main/host/browser/browser-host.ts';
import type { BrowserServer } from '../../main/host/browser/browser-server.ts';
import { startBrowserServer } from '../../main/host/browser/browser-server.ts';
import { createFileExchange } from '../../main/host/browser/file-exchange.ts';
import { createTabs } from '../../main/host/browser/tabs.ts';
import type { Host } from '../../main/host/host.ts';
import { fakeHandlers } from '../fakes/handlers.ts';

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

interface Ask {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Uint8Array;
}

const pageText = '<!doctype html><title>Tenant Desk</title>';
const secretText = 'not for the page';
const maxUploadBytes = 1000;

let folder: string;
let server: BrowserServer;
let host: Host;
let now: number;
let calls: string[];

const handlers: Partial<Handlers> = {
  'migration.openFile': async (_input, { signal }) => {
    const file = await host.openFile(
      { title: 'Open an export', extensions: ['.json'], maxBytes: maxUploadBytes },
      signal,
    );
    if (file === undefined) return undefined;
    const fileId = Buffer.from(file.bytes).toString('utf8');
    return { fileId, name: file.name, size: file.bytes.byteLength, version: '1', isSigned: false, rules: [] };
  },
  'history.export': async (_input, { signal }) => {
    const saved = await host.saveFile(
      { title: 'Save the history', suggestedName: 'history "of" tenants.jsonl', extensions: ['.jsonl'] },
      async (sink) => {
        await sink('one\n');
        await sink('two\n');
      },
      signal,
    );
    return saved === undefined ? undefined : { fileName: saved.fileName, count: 2 };
  },
  'tenants.list': () => {
    calls.push('tenants.list');
    return Promise.resolve([]);
  },
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'browser-host-'));
  await mkdir(join(folder, 'renderer', 'assets'), { recursive: true });
  await mkdir(join(folder, 'files'));
  await writeFile(join(folder, 'renderer', 'index.html'), pageText);
  await writeFile(join(folder, 'renderer', 'assets', 'page.js'), 'export {};');
  await writeFile(join(folder, 'secret.json'), secretText);
  await symlink(join(folder, 'secret.json'), join(folder, 'renderer', 'link.json'));
  now = 1_000_000;
  calls = [];
  const tabs = createTabs();
  const files = createFileExchange({ temporaryFolder: join(folder, 'files'), newKey: randomUUID });
  host = createBrowserHost({ tabs, files, openUrl: () => Promise.resolve() });
  const log = {
    write: (_level: string, event: string, fields: unknown): never => {
      throw new Error(event, { cause: fields });
    },
  };
  server = await startBrowserServer({
    port: 0,
    rendererFolder: join(folder, 'renderer'),
    dispatcher: createDispatcher({
      handlers: fakeHandlers(handlers),
      newRequestId: randomUUID,
      log,
      checksOutput: true,
    }),
    tabs,
    files,
    now: () => now,
    randomBytes,
    log,
  });
});

afterEach(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

const address = (): string => `127.0.0.1:${server.port}`;
const origin = (): string => `http://${address()}`;

/** Asks with exactly the headers given: `fetch` would not let a test lie about Host and Origin. */
function ask({ method = 'GET', path, headers = {}, body }: Ask): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { host: '127.0.0.1', port: server.port, path, method, headers },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
        });
        response.on('error', reject);
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

function exchange(token: string): Promise<Answer> {
  const headers = { origin: origin(), 'content-type': 'application/json' };
  return ask({ method: 'POST', path: '/session', headers, body: JSON.stringify({ token }) });
}

const tokenOf = (link: string): string => new URL(link).hash.replace('#token=', '');

async function openSession(): Promise<string> {
  const answer = await exchange(tokenOf(server.newLink()));
  return answer.headers['set-cookie']?.[0]?.split(';', 1)[0] ?? '';
}

/** Resolves to the open socket, or to the status with which the upgrade was refused. */
function openSocket(headers: Record<string, string>, path = '/bridge'): Promise<WebSocket | number> {
  const socket = new WebSocket(`ws://${address()}${path}`, { headers });
  return new Promise((resolve, reject) => {
    socket.on('open', () => resolve(socket));
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
    socket.on('error', reject);
  });
}

async function openPage(cookie?: string): Promise<{
  readonly cookie: string;
  send(message: ToMain): void;
  next(type: 'result' | 'event'): Promise<ToRenderer>;
  close(): void;
}> {
  const session = cookie ?? (await openSession());
  const socket = await openSocket({ cookie: session, origin: origin() });
  if (typeof socket === 'number') throw new Error(`refused with ${socket}`);
  const received: ToRenderer[] = [];
  const waiting = new Set<() => void>();
  socket.on('message', (data) => {
    received.push(JSON.parse(String(data)) as ToRenderer);
    for (const wake of waiting) wake();
  });
  return {
    cookie: session,
    send: (message) => socket.send(JSON.stringify(message)),
    next: (type) =>
      new Promise((resolve) => {
        const look = (): void => {
          const index = received.findIndex((message) => message.type === type);
          const [message] = index === -1 ? [] : received.splice(index, 1);
          if (message === undefined) return;
          waiting.delete(look);
          resolve(message);
        };
        waiting.add(look);
        look();
      }),
    close: () => socket.close(),
  };
}

function pathIn(event: ToRenderer, key: 'uploadPath' | 'downloadPath'): string {
  const payload = event.type === 'event' ? event.payload : undefined;
  return String((payload as Record<string, unknown>)[key]);
}

describe('the link', () => {
  it('lets a page in once, for a cookie that scripts cannot read and other sites cannot send', async () => {
    const token = tokenOf(server.newLink());
    const first = await exchange(token);
    expect(first.status).toBe(204);
    const cookie = first.headers['set-cookie']?.[0] ?? '';
    expect(cookie).toMatch(new RegExp(`^tenant-desk-${server.port}=[\\w-]{43}; `));
    expect(cookie).toContain('HttpOnly');
    expect(cookie).toContain('SameSite=Strict');
    expect(cookie).not.toContain(token);
    expect((await exchange(token)).status).toBe(401);
  });

  it('is void after ten minutes', async () => {
    const token = tokenOf(server.newLink());
    now += tokenLifetime;
    expect((await exchange(token)).status).toBe(401);
  });

  it('is void as soon as a fresh one is given out', async () => {
    const token = tokenOf(server.newLink());
    const fresh = tokenOf(server.newLink());
    expect((await exchange(token)).status).toBe(401);
    expect((await exchange(fresh)).status).toBe(204);
  });

  it('is not spent by a wrong guess', async () => {
    const token = tokenOf(server.newLink());
    expect((await exchange('a guess')).status).toBe(401);
    expect((await exchange('')).status).toBe(401);
    expect((await exchange(token)).status).toBe(204);
  });

  it('carries its token in the fragment, which browsers send to nobody', () => {
    const link = new URL(server.newLink());
    expect(link.origin).toBe(origin());
    expect(link.pathname + link.search).toBe('/');
    expect(tokenOf(link.href).length).toBeGreaterThanOrEqual(43);
  });

  it('takes nothing but a token of sensible size', async () => {
    const headers = { origin: origin() };
    const post = (body: string) => ask({ method: 'POST', path: '/session', headers, body });
    expect((await post('not json')).status).toBe(401);
    expect((await post('{"token":7}')).status).toBe(401);
    expect((await post(JSON.stringify({ token: 'x'.repeat(5000) }))).status).toBe(413);
  });
});

describe('the cookie', () => {
  it('survives a reload, and another tab may use it', async () => {
    const page = await openPage();
    page.close();
    const again = await openPage(page.cookie);
    const other = await openPage(page.cookie);
    again.send({ type: 'call', id: '1', method: 'tenants.list' });
    other.send({ type: 'call', id: '1', method: 'tenants.list' });
    expect(await again.next('result')).toEqual({ type: 'result', id: '1', result: { ok: true, value: [] } });
    expect(await other.next('result')).toEqual({ type: 'result', id: '1', result: { ok: true, value: [] } });
  });

  it('is void twelve hours after its last use', async () => {
    const cookie = await openSession();
    const status = async () => (await ask({ path: '/session', headers: { cookie } })).status;
    now += 11 * 3_600_000;
    expect(await status()).toBe(204);
    now += 11 * 3_600_000;
    expect(await status()).toBe(204);
    now += 12 * 3_600_000;
    expect(await status()).toBe(401);
  });

  it('is needed for calls, uploads and downloads', async () => {
    const forged = `tenant-desk-${server.port}=${'A'.repeat(43)}`;
    expect(await openSocket({ origin: origin() })).toBe(401);
    expect(await openSocket({ origin: origin(), cookie: forged })).toBe(401);
    expect((await ask({ path: '/session', headers: { cookie: forged } })).status).toBe(401);
    expect((await ask({ path: '/files/download/1' })).status).toBe(401);
    const post = { method: 'POST', path: '/files/upload/1', headers: { origin: origin() }, body: 'x' };
    expect((await ask(post)).status).toBe(401);
    expect(calls).toEqual([]);
  });

  it('of another port does not count', async () => {
    const cookie = (await openSession()).replace(/^tenant-desk-\d+/, 'tenant-desk-1');
    expect(await openSocket({ origin: origin(), cookie })).toBe(401);
  });
});

describe('the Host header', () => {
  it.each(['evil.example', 'localhost', '127.0.0.1', '[::1]', '127.0.0.1.evil.example'])(
    'refuses a request addressed to %s, so that a rebound name is of no use',
    async (name) => {
      const cookie = await openSession();
      for (const value of [name, `${name}:${server.port}`].filter((value) => value !== address())) {
        const answer = await ask({ path: '/', headers: { host: value, cookie } });
        expect(answer.status).toBe(421);
        expect(answer.text).not.toContain(pageText);
        expect(await openSocket({ host: value, origin: origin(), cookie })).toBe(421);
      }
    },
  );

  it('is the only name that the server listens to: nothing answers off the loopback interface', async () => {
    const refused = await new Promise((resolve) => {
      const socket = connect({ host: '127.0.0.2', port: server.port });
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
    const cookie = await openSession();
    const token = tokenOf(server.newLink());
    expect(await openSocket({ origin: value, cookie })).toBe(403);
    const body = JSON.stringify({ token });
    expect((await ask({ method: 'POST', path: '/session', headers: { origin: value }, body })).status).toBe(
      403,
    );
    expect((await ask({ path: '/session', headers: { origin: value, cookie } })).status).toBe(403);
    expect((await exchange(token)).status).toBe(204);
  });

  it('must be there for a socket and for anything that is not a read', async () => {
    const cookie = await openSession();
    expect(await openSocket({ cookie })).toBe(403);
    expect((await ask({ method: 'POST', path: '/session', body: '{}' })).status).toBe(403);
    expect((await ask({ method: 'DELETE', path: '/files/upload/1', headers: { cookie } })).status).toBe(403);
  });

  it.each(['cross-site', 'same-site'])(
    'refuses what the browser marks as %s, except opening the desk',
    async (site) => {
      const cookie = await openSession();
      const headers = { cookie, 'sec-fetch-site': site };
      const navigation = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
      expect((await ask({ path: '/assets/page.js', headers })).status).toBe(403);
      expect((await ask({ path: '/session', headers: { ...headers, ...navigation } })).status).toBe(403);
      expect((await ask({ path: '/', headers: { ...headers, 'sec-fetch-dest': 'iframe' } })).status).toBe(
        403,
      );
      expect((await ask({ path: '/', headers: { ...headers, ...navigation } })).status).toBe(200);
    },
  );
});

describe('what is served', () => {
  it('carries a policy that allows nothing from elsewhere, on every answer', async () => {
    for (const path of ['/', '/assets/page.js', '/nothing', '/session', '/files/x']) {
      const { headers } = await ask({ path });
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("script-src 'self'");
      expect(policy).toContain("connect-src 'self'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain('unsafe-eval');
      expect(policy).not.toMatch(/script-src[^;]*unsafe-inline/);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['referrer-policy']).toBe('no-referrer');
      expect(headers['access-control-allow-origin']).toBeUndefined();
    }
  });

  it.each([
    '/../secret.json',
    '/..%2fsecret.json',
    '/%2e%2e/secret.json',
    '/assets/../../secret.json',
    '/assets/..%5c..%5csecret.json',
    '//secret.json',
    '/link.json',
    '/assets/%00page.js',
    '/%',
    '/assets',
    '/.digest',
  ])('does not leave its folder for %s', async (path) => {
    const answer = await ask({ path });
    expect(answer.status).toBe(404);
    expect(answer.text).not.toContain(secretText);
  });

  it('is the page and its assets', async () => {
    const page = await ask({ path: '/' });
    expect(page.text).toBe(pageText);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect((await ask({ path: '/assets/page.js' })).headers['cache-control']).toContain('immutable');
    expect((await ask({ method: 'PUT', path: '/', headers: { origin: origin() } })).status).toBe(405);
  });
});

describe('calls', () => {
  it.each([
    ['text that is not JSON', 'hello'],
    ['JSON that is no message', '{"type":"call"}'],
    ['a binary frame', Buffer.from('{"type":"cancel","id":"1"}')],
  ])('closes the connection on %s', async (_what, data) => {
    const socket = await openSocket({ cookie: await openSession(), origin: origin() });
    if (typeof socket === 'number') throw new Error('refused');
    const closed = new Promise((resolve) => socket.on('close', resolve));
    socket.send(data);
    expect(await closed).toBe(1008);
  });

  it('closes the connection on a message over 64 MB', async () => {
    const socket = await openSocket({ cookie: await openSession(), origin: origin() });
    if (typeof socket === 'number') throw new Error('refused');
    const closed = new Promise((resolve) => socket.on('close', resolve));
    socket.on('error', () => undefined);
    socket.send('x'.repeat(64 * 1024 * 1024 + 1));
    expect(await closed).toBe(1009);
  });

  it('are ended when their page goes away', async () => {
    const page = await openPage();
    page.send({ type: 'call', id: '1', method: 'migration.openFile' });
    const path = pathIn(await page.next('event'), 'uploadPath');
    page.close();
    const headers = { origin: origin(), cookie: page.cookie };
    await expect
      .poll(async () => (await ask({ method: 'POST', path, headers, body: '{}' })).status)
      .toBe(404);
  });
});

describe('files', () => {
  it('come from the page whose call asked for one, and only once', async () => {
    const page = await openPage();
    const other = await openPage(page.cookie);
    page.send({ type: 'call', id: '1', method: 'migration.openFile' });
    const path = pathIn(await page.next('event'), 'uploadPath');
    const headers = {
      origin: origin(),
      cookie: page.cookie,
      'x-file-name': encodeURIComponent('../../évil.json'),
    };
    expect((await ask({ method: 'POST', path, headers, body: 'content' })).status).toBe(204);
    expect(await page.next('result')).toMatchObject({
      result: { ok: true, value: { fileId: 'content', name: 'évil.json', size: 7 } },
    });
    expect((await ask({ method: 'POST', path, headers, body: 'content' })).status).toBe(404);
    other.send({ type: 'call', id: '9', method: 'tenants.list' });
    const firstOfOther = await Promise.race([other.next('event'), other.next('result')]);
    expect(firstOfOther.type).toBe('result');
  });

  it('are refused over their limit, whether the length is announced or not', async () => {
    const page = await openPage();
    const headers = { origin: origin(), cookie: page.cookie, 'x-file-name': 'big.json' };
    for (const extra of [{}, { 'transfer-encoding': 'chunked' }]) {
      page.send({ type: 'call', id: '1', method: 'migration.openFile' });
      const path = pathIn(await page.next('event'), 'uploadPath');
      const body = 'x'.repeat(maxUploadBytes + 1);
      expect((await ask({ method: 'POST', path, headers: { ...headers, ...extra }, body })).status).toBe(413);
      expect(await page.next('result')).toMatchObject({
        result: { ok: false, error: { code: 'file-too-large' } },
      });
    }
  });

  it('need not be chosen', async () => {
    const page = await openPage();
    page.send({ type: 'call', id: '1', method: 'migration.openFile' });
    const path = pathIn(await page.next('event'), 'uploadPath');
    const headers = { origin: origin(), cookie: page.cookie };
    expect((await ask({ method: 'DELETE', path, headers })).status).toBe(204);
    expect(await page.next('result')).toEqual({ type: 'result', id: '1', result: { ok: true } });
  });

  it('are given out once, under a name that cannot be guessed, and leave nothing behind', async () => {
    const page = await openPage();
    page.send({ type: 'call', id: '1', method: 'history.export', input: {} });
    const path = pathIn(await page.next('event'), 'downloadPath');
    expect((await ask({ path })).status).toBe(401);
    const headers = { cookie: page.cookie, 'sec-fetch-site': 'same-origin' };
    const answer = await ask({ path, headers });
    expect(answer.text).toBe('one\ntwo\n');
    expect(answer.headers['content-disposition']).toBe(
      "attachment; filename*=UTF-8''history%20%22of%22%20tenants.jsonl",
    );
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(await page.next('result')).toMatchObject({ result: { ok: true, value: { count: 2 } } });
    expect((await ask({ path, headers })).status).toBe(404);
    expect(await readdir(join(folder, 'files'))).toEqual([]);
  });

  it('that fail while they are written are offered to nobody', async () => {
    const signal = new AbortController().signal;
    const page = await openPage();
    const saving = host.saveFile(
      { title: 'Save', suggestedName: 'a.txt', extensions: ['.txt'] },
      () => Promise.reject(failure('unreachable', 'The tenant went away.')),
      signal,
    );
    await expect(saving).rejects.toMatchObject({ code: 'unreachable' });
    page.send({ type: 'call', id: '1', method: 'tenants.list' });
    expect((await Promise.race([page.next('event'), page.next('result')])).type).toBe('result');
    expect(await readdir(join(folder, 'files'))).toEqual([]);
  });
});
