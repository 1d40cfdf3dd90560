import { randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { realpathSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, relative, sep } from 'node:path';
import type { InlineConfig, Plugin, ViteDevServer, WsOptions } from 'vite';
import { createServer as createVite } from 'vite';
import { distFolder, rootFolder } from '../build/bundle.ts';
import { rendererConfig } from '../build/renderer-config.ts';
import { partOf } from './developed-program.ts';
import type { PageAccess } from './page-access.ts';
import { keyHeader } from './page-access.ts';

export interface PageServer {
  readonly access: PageAccess;
  /** Also watches folders outside of the page. */
  readonly watcher: ViteDevServer['watcher'];
  /** Reloads open pages. */
  reload(): void;
  close(): Promise<void>;
}

/**
 * Changes of modules shared with main restart it, and the page reloads after that: earlier, nothing would
 * respond.
 */
const pageWaitsForMain: Plugin = {
  name: 'page-waits-for-main',
  hotUpdate: ({ file }) =>
    partOf(relative(rootFolder, file).split(sep).join('/')) === 'main' ? [] : undefined,
};

const behindLink = (...path: readonly string[]): string =>
  realpathSync(join(rootFolder, 'node_modules', ...path));

async function viteConfig(ws: WsOptions): Promise<InlineConfig> {
  const { plugins = [], ...shared } = await rendererConfig();
  return {
    ...shared,
    plugins: [...plugins, pageWaitsForMain],
    configFile: false,
    envDir: false,
    appType: 'mpa',
    logLevel: 'warn',
    clearScreen: false,
    cacheDir: join(distFolder, 'development', 'vite'),
    server: {
      middlewareMode: true,
      // The first page's modules are compiled while main starts.
      warmup: { clientFiles: ['./main.ts'] },
      ws,
      // The folder of a package may lie elsewhere, behind a link.
      fs: { allow: [rootFolder, behindLink('svelte', '..'), behindLink('@tenant-desk', 'freemarker')] },
    },
  };
}

/**
 * Runs Vite on a loopback port. It serves sources, so it responds only to the hosts of this `npm run dev`,
 * which know its key; they pass the page on with their own guard, proof and policy. The page itself connects
 * only to the socket.
 */
export async function startPageServer(): Promise<PageServer> {
  const key = randomBytes(24).toString('base64url');
  const socketPath = `/${randomBytes(24).toString('base64url')}`;
  const server = createServer({ maxHeaderSize: 16 * 1024 });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const ws = { server, path: socketPath, protocol: 'ws', host: '127.0.0.1', clientPort: port };
  const vite = await createVite(await viteConfig(ws));
  server.on('request', (request, response) => {
    if (knows(request, key)) return vite.middlewares(request, response);
    response.writeHead(403, { connection: 'close' }).end();
  });
  server.on('upgrade', ({ url = '' }: IncomingMessage, socket) => {
    if (url.split('?', 1)[0] !== socketPath) socket.destroy();
  });
  return {
    access: {
      origin: `http://127.0.0.1:${port}`,
      key,
      socketUrl: `ws://127.0.0.1:${port}${socketPath}`,
    },
    watcher: vite.watcher,
    reload: () => vite.ws.send({ type: 'full-reload' }),
    async close() {
      await vite.close();
      server.closeAllConnections();
      server.close();
    },
  };
}

function knows({ headers }: IncomingMessage, key: string): boolean {
  const given = Buffer.from(String(headers[keyHeader] ?? ''));
  return given.length === key.length && timingSafeEqual(given, Buffer.from(key));
}
