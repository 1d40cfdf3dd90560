import { rm, mkdtemp } from 'node:fs/promises';
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BrowserContext, LaunchOptions, Page } from 'playwright';
import { chromium } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reachablePath } from '../../main/platform/host/browser/request-guard.ts';
import { browserBundles } from '../../tools/build/all-bundles.ts';
import { buildStale } from '../../tools/build/build-stale.ts';
import { writeLinkFile } from '../../main/command/browser/link-file.ts';
import type { RunningDesk } from '../e2e/running-desk.ts';
import { startDesk } from '../e2e/running-desk.ts';
import { browserArguments, findBrowser } from '../run/browser.ts';
import type { ServedDesk } from './served-desk.ts';
import { serveDesk } from './served-desk.ts';

const yearLong = 'public, max-age=31536000, immutable';
const takeover = `document.documentElement.innerHTML = '<h1>Hostile</h1>';`;

function launchOptions(more: readonly string[] = []): LaunchOptions {
  const executablePath = findBrowser();
  const args = [...browserArguments, ...more];
  return executablePath === undefined ? { args } : { args, executablePath };
}

/** A program of another user that occupies the port before Tenant Desk and leaves as much as it can in the browser. */
async function startMaliciousServer(): Promise<{ readonly server: Server; readonly port: number }> {
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    if (path === '/worker.js') {
      const worker = `
        self.addEventListener('install', () => self.skipWaiting());
        self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
        self.addEventListener('fetch', (event) => event.respondWith(
          new Response('<h1>Hostile</h1>', { headers: { 'content-type': 'text/html' } })));`;
      response.setHeader('service-worker-allowed', '/');
      response.setHeader('content-type', 'text/javascript').end(worker);
    } else if (path.endsWith('.js')) {
      response.setHeader('cache-control', yearLong);
      response.setHeader('content-type', 'text/javascript').end(takeover);
    } else if (path === '/prepare' || path === '/hostile') {
      response.setHeader('content-type', 'text/html');
      response.end('<h1>Hostile</h1><script src="/main.js"></script>');
    } else {
      response.writeHead(301, { location: '/hostile', 'cache-control': yearLong }).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  return { server, port: (server.address() as AddressInfo).port };
}

async function visitMaliciousServer(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/`);
  await page.goto(`${origin}/prepare`);
  await page.evaluate(`(async () => {
    document.cookie = 'left=behind; max-age=31536000; path=/';
    localStorage.setItem('left', 'behind');
    await navigator.serviceWorker.register('/worker.js', { scope: '/' });
    await navigator.serviceWorker.ready;
  })()`);
}

describe('a browser that cannot open .localhost URLs', () => {
  let folder: string;
  let served: ServedDesk;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fallback-'));
    served = await serveDesk();
  });
  afterAll(async () => {
    await served.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** Opens the file with the link, as the system does for Tenant Desk, and returns the final URL. */
  async function openLinkFile(link: string, more: readonly string[]): Promise<URL> {
    const target = new URL(reachablePath, link).href;
    const file = await writeLinkFile(folder, link, {
      fallback: served.server.numericLink(link),
      check: target,
    });
    const browser = await chromium.launch(launchOptions(more));
    try {
      const page = await browser.newPage();
      await page.goto(pathToFileURL(file).href);
      await page.waitForURL(/^http:/);
      return new URL(page.url());
    } finally {
      await browser.close();
    }
  }

  it('is led to 127.0.0.1, on its own port and path', async () => {
    const link = served.server.newLink();
    const shown = await openLinkFile(link, ['--host-resolver-rules=MAP *.localhost ^NOTFOUND']);
    expect(shown.hostname).toBe('127.0.0.1');
    expect(shown.port).not.toBe(String(served.server.port));
    expect(shown.pathname).toMatch(/^\/[0-9a-f]{32}\/$/);
    expect(shown.hash).toBe(new URL(link).hash);
  });

  it('is the only one that is: any other gets an origin that no browser has seen', async () => {
    const link = served.server.newLink();
    expect((await openLinkFile(link, [])).href).toBe(link);
  });

  it('finds nothing at 127.0.0.1 without the path, so that cached data there is not used', async () => {
    const numeric = new URL(served.server.numericLink(served.server.newLink()));
    expect((await fetch(numeric)).status).toBe(200);
    expect((await fetch(new URL('/', numeric))).status).toBe(404);
    expect((await fetch(new URL('/assets/page.js', numeric))).status).toBe(404);
    expect((await fetch(new URL('assets/page.js', numeric))).status).toBe(200);
  });
});

describe('a new origin', () => {
  it('is cleared when it is first loaded, and unchanged once a page was admitted', async () => {
    const served = await serveDesk();
    try {
      const first = await served.ask({ path: '/' });
      expect(first.headers['clear-site-data']).toBe('"cache", "storage"');
      expect((await served.ask({ path: '/assets/page.js' })).headers['clear-site-data']).toBeUndefined();
      await served.openSession();
      expect((await served.ask({ path: '/' })).headers['clear-site-data']).toBeUndefined();
    } finally {
      await served.stop();
    }
  });

  it('has 128 random bits in a valid host label, and is new at every start', async () => {
    const desks = await Promise.all([serveDesk(), serveDesk()]);
    const names = desks.map(({ origin }) => new URL(origin).hostname);
    await Promise.all(desks.map((served) => served.stop()));
    for (const name of names) {
      const [label = '', ...rest] = name.split('.');
      expect(rest).toEqual(['localhost']);
      expect(label).toMatch(/^desk-[0-9a-f]{32}$/);
      expect(label.length).toBeLessThanOrEqual(63);
    }
    expect(new Set(names).size).toBe(2);
  });

  it('is not disclosed under another host name', async () => {
    const served = await serveDesk();
    try {
      const rejected = await served.ask({ path: '/', headers: { host: `127.0.0.1:${served.server.port}` } });
      expect(rejected.status).toBe(421);
      expect(rejected.text + JSON.stringify(rejected.headers)).not.toContain(served.address);
    } finally {
      await served.stop();
    }
  });

  it('has no service worker: a request for one is rejected, and none is ever allowed', async () => {
    const served = await serveDesk();
    try {
      for (const path of ['/', '/assets/page.js', '/reachable']) {
        const rejected = await served.ask({ path, headers: { 'service-worker': 'script' } });
        expect(rejected.status).toBe(403);
        expect(rejected.headers['service-worker-allowed']).toBeUndefined();
        expect((await served.ask({ path })).headers['service-worker-allowed']).toBeUndefined();
      }
    } finally {
      await served.stop();
    }
  });
});

describe('a program that had the port of Tenant Desk earlier', () => {
  let folder: string;
  let context: BrowserContext;
  let page: Page;
  let desk: RunningDesk;
  let port: number;

  beforeAll(async () => {
    await buildStale(browserBundles, () => undefined);
    folder = await mkdtemp(join(tmpdir(), 'origins-'));
    context = await chromium.launchPersistentContext(join(folder, 'browser'), launchOptions());
    page = await context.newPage();
    const malicious = await startMaliciousServer();
    ({ port } = malicious);
    for (const name of ['127.0.0.1', 'localhost', 'desk.localhost']) {
      await visitMaliciousServer(page, `http://${name}:${port}`);
    }
    malicious.server.closeAllConnections();
    await new Promise((resolve) => malicious.server.close(resolve));
    desk = await startDesk(join(folder, 'profile'), ['--port', String(port)]);
  });

  afterAll(async () => {
    await desk.stop();
    await context.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  it('still controls its old origins in the browser, where its data and scripts remain', async () => {
    for (const name of ['127.0.0.1', 'localhost', 'desk.localhost']) {
      await page.goto(`http://${name}:${port}/`);
      expect(await page.textContent('h1')).toBe('Hostile');
    }
  });

  it('controls nothing at the origin that Tenant Desk uses, whose page is genuine', async () => {
    const url = new URL(desk.url);
    expect(url.port).toBe(String(port));
    const fromCache: string[] = [];
    page.on('response', (response) => {
      if (response.fromServiceWorker() || response.status() >= 300) fromCache.push(response.url());
    });
    await page.goto(desk.url);
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    expect(fromCache).toEqual([]);
    expect(page.url().startsWith(url.origin)).toBe(true);
    const left = `(async () => ({
      workers: (await navigator.serviceWorker.getRegistrations()).length,
      cookies: document.cookie,
      stored: localStorage.getItem('left'),
    }))()`;
    expect(await page.evaluate(left)).toEqual({ workers: 0, cookies: '', stored: null });
  });

  it('cannot make a page of Tenant Desk register a service worker, because none is served', async () => {
    const registration = `navigator.serviceWorker.register('/' + document.querySelector('script[src]')
      .getAttribute('src').replace('./', '')).then(() => 'registered', (error) => error.name)`;
    expect(await page.evaluate(registration)).not.toBe('registered');
  });
});
