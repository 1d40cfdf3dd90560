import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { noPolicy } from '../../main/platform/policy/managed-policy.ts';
import type { ToMain } from '../../contract/bridge/envelope.ts';
import type { ToRenderer } from '../../contract/bridge/to-renderer.ts';
import type { PageSession } from '../../contract/bridge/page-handshake.ts';
import { isPageSession } from '../../contract/bridge/page-handshake.ts';
import type { Handlers } from '../../contract/bridge/methods.ts';
import { createDispatcher } from '../../main/platform/dispatch.ts';
import { createBrowserHost } from '../../main/platform/host/browser/browser-host.ts';
import { startBrowserServer } from '../../main/platform/host/browser/browser-server.ts';
import { createFileExchange } from '../../main/platform/host/browser/file-exchange.ts';
import { createTabs } from '../../main/platform/host/browser/tabs.ts';
import { createSecretLinks } from '../../main/platform/host/secret-links.ts';
import type { Host } from '../../main/platform/host/host.ts';
import { handshake } from '../../renderer/bridge/handshake.ts';
import { fakeHandlers } from '../fakes/handlers.ts';

interface HttpResult {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly bytes: Buffer;
}

interface Ask {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Uint8Array;
}

export const pageText = '<!doctype html><title>Tenant Desk</title>';
export const secretText = 'not for the page';
export const maxUploadBytes = 1000;

/** Handlers that ask the host for files as the real ones do; `calls` notes the others. */
function handlersOn(host: Host, calls: string[]): Partial<Handlers> {
  return {
    'migration.openFile': async (_input, { signal }) => {
      const file = await host.openFile(
        { title: 'Open an export', extensions: ['.json'], maxBytes: maxUploadBytes },
        signal,
      );
      if (file === undefined) return undefined;
      const fileId = Buffer.from(file.bytes).toString('utf8');
      return {
        fileId,
        name: file.name,
        size: file.bytes.byteLength,
        version: '1',
        isSigned: false,
        warnings: [],
        ruleCount: 0,
        rules: [],
      };
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
}

/** The browser host with its own page, on a free port, and methods to attack it. */
export async function serveDesk() {
  const folder = await mkdtemp(join(tmpdir(), 'browser-host-'));
  await mkdir(join(folder, 'renderer', 'assets'), { recursive: true });
  await mkdir(join(folder, 'files'));
  await writeFile(join(folder, 'renderer', 'index.html'), pageText);
  await writeFile(join(folder, 'renderer', 'assets', 'page.js'), 'export {};');
  await writeFile(join(folder, 'secret.json'), secretText);
  await symlink(join(folder, 'secret.json'), join(folder, 'renderer', 'link.json'));
  const clock = { now: 1_000_000 };
  const calls: string[] = [];
  const tabs = createTabs();
  const files = createFileExchange({ temporaryFolder: join(folder, 'files'), newKey: randomUUID });
  const secretLinks = createSecretLinks(join(folder, 'files'));
  const host = createBrowserHost({ tabs, files, openUrl: undefined, secretLinks });
  const log = {
    write: (_level: string, event: string, fields: unknown): never => {
      throw new Error(event, { cause: fields });
    },
  };
  const server = await startBrowserServer({
    port: 0,
    rendererFolder: join(folder, 'renderer'),
    dispatcher: createDispatcher({
      handlers: fakeHandlers(handlersOn(host, calls)),
      policy: noPolicy,
      newRequestId: randomUUID,
      log,
      checksOutput: true,
    }),
    tabs,
    files,
    now: () => clock.now,
    randomBytes,
    log,
  });
  const { origin, host: address } = new URL(server.newLink());

  /**
   * Asks with exactly the headers given: `fetch` would not let a test lie about Host and Origin. Connects to 127.0.0.1, since
   * only browsers resolve names under `.localhost` everywhere.
   */
  function ask({ method = 'GET', path, headers = {}, body }: Ask): Promise<HttpResult> {
    return new Promise((resolve, reject) => {
      const request = httpRequest(
        { host: '127.0.0.1', port: server.port, path, method, headers: { host: address, ...headers } },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () => {
            const bytes = Buffer.concat(chunks);
            const { headers: answered, statusCode = 0 } = response;
            resolve({ status: statusCode, headers: answered, text: bytes.toString('utf8'), bytes });
          });
          response.on('error', reject);
        },
      );
      request.on('error', reject);
      request.end(body);
    });
  }

  function exchange(token: string): Promise<HttpResult> {
    const headers = { origin: origin, 'content-type': 'application/json' };
    return ask({ method: 'POST', path: '/session', headers, body: JSON.stringify({ token }) });
  }

  async function openSession(): Promise<PageSession> {
    const result = await exchange(tokenOf(server.newLink()));
    return z.custom<PageSession>(isPageSession).parse(JSON.parse(result.text));
  }

  /** Resolves to the open socket, or to the status of the rejected upgrade. */
  function openSocket(headers: Record<string, string>, path = '/bridge'): Promise<WebSocket | number> {
    const socket = new WebSocket(`ws://127.0.0.1:${server.port}${path}`, {
      headers: { host: address, ...headers },
    });
    return new Promise((resolve, reject) => {
      socket.on('open', () => resolve(socket));
      socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
      socket.on('error', reject);
    });
  }

  /** Connects with the handshake code of our page. */
  async function connect(session: PageSession, headers: Record<string, string> = { origin }) {
    const socket = await openSocket(headers);
    if (typeof socket === 'number') throw new Error(`rejected with ${socket}`);
    const admission = await handshake(socket, { session, address, crypto });
    return { socket, admission };
  }

  async function openPage(existing?: PageSession): Promise<{
    readonly session: PageSession;
    send(message: ToMain): void;
    next(type: 'result' | 'event'): Promise<ToRenderer>;
    close(): void;
  }> {
    const session = existing ?? (await openSession());
    const { socket, admission } = await connect(session);
    if (admission !== 'admitted') throw new Error(admission);
    const received: ToRenderer[] = [];
    const waiting = new Set<() => void>();
    socket.on('message', (data) => {
      received.push(JSON.parse(String(data)) as ToRenderer);
      for (const wake of waiting) wake();
    });
    return {
      session,
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

  return {
    folder,
    server,
    host,
    clock,
    calls,
    address,
    origin,
    rendererFolder: join(folder, 'renderer'),
    ask,
    exchange,
    openSession,
    openSocket,
    connect,
    openPage,
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true });
    },
  };
}

export type ServedDesk = Awaited<ReturnType<typeof serveDesk>>;

export const tokenOf = (link: string): string => new URL(link).hash.replace('#token=', '');

export function pathIn(event: ToRenderer, key: 'uploadPath' | 'downloadPath'): string {
  const payload = event.type === 'event' ? event.payload : undefined;
  return String((payload as Record<string, unknown>)[key]);
}
