import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { glob, mkdtemp, readFile, rm, utimes } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';
import type { PageSession } from '../../contract/bridge/page-handshake.ts';
import { isPageSession } from '../../contract/bridge/page-handshake.ts';
import { browserPolicy } from '../../main/platform/host/content-security-policy.ts';
import { handshake } from '../../renderer/bridge/handshake.ts';
import { allBundles } from '../../tools/build/all-bundles.ts';
import { buildStale } from '../../tools/build/build-stale.ts';
import { distFolder } from '../../tools/build/bundle.ts';
import { buildForElectron, electronFolder } from '../../tools/development/electron-bundles.ts';
import { developmentPolicy, keyHeader } from '../../tools/development/page-access.ts';
import { pageVariable } from '../../tools/development/page-variable.ts';
import { askDesk, loopbackLookup } from '../builders/ask-desk.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

describe('npm run dev', () => {
  let profileFolder: string;
  let stop: () => Promise<void>;
  let url: URL;
  let output = '';

  beforeAll(async () => {
    profileFolder = await mkdtemp(join(tmpdir(), 'development-'));
    const args = ['tools/develop.ts', '--browser', '--no-open', '--profile', profileFolder];
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    stop = async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
    };
    child.stderr.on('data', (chunk) => (output += String(chunk)));
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
    url = new URL(z.object({ url: z.url() }).parse(JSON.parse(line)).url);
  });

  afterAll(async () => {
    await stop();
    await rm(profileFolder, { recursive: true, force: true, maxRetries: 5 });
  });

  const policyAt = async (path: string): Promise<string> => {
    const request = get(`${url.origin}${path}`, { lookup: loopbackLookup });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    response.resume();
    return String(response.headers['content-security-policy']);
  };

  /** For the socket through which Vite notifies the page of changes. */
  const socketUrl = async (): Promise<string> =>
    /connect-src (ws:\S+) /.exec(await policyAt('/'))?.[1] ?? 'no socket is allowed';

  it('serves the page with its policy, which allows only one additional socket', async () => {
    const page = await askDesk(url.origin);
    expect(page.text).toContain('<div id="app">');
    expect(page.text).not.toMatch(/<script(?! type="module" src=)/);
    const socket = await socketUrl();
    expect(socket).toMatch(/^ws:\/\/127\.0\.0\.1:\d+\/[\w-]{32}$/);
    for (const path of ['/', '/main.ts', '/nothing.ts'])
      expect((await policyAt(path)).replace(`${socket} `, '')).toBe(browserPolicy);
  });

  it('keeps the checks of the page: the right host name, the right origin, and a link that works once', async () => {
    const wrongName = { headers: { host: `127.0.0.1:${url.port}` } };
    expect((await askDesk(`http://127.0.0.1:${url.port}/main.ts`, wrongName)).status).toBe(421);
    const wrongOrigin = { headers: { origin: 'http://localhost' } };
    expect((await askDesk(`${url.origin}/main.ts`, wrongOrigin)).status).toBe(403);
    expect((await exchange('not the token')).status).toBe(401);
  });

  it('serves no source without the key, and sends no updates to other pages', async () => {
    const server = new URL(await socketUrl());
    const result = await askDesk(`http://${server.host}/main.ts`);
    expect(result).toEqual({ status: 403, text: '' });
    const headers = { [keyHeader]: 'x'.repeat(32) };
    expect((await askDesk(`http://${server.host}/main.ts`, { headers })).status).toBe(403);
    expect(await opens(new WebSocket(`ws://${server.host}/`, 'vite-hmr'))).toBe(false);
    expect(await opens(new WebSocket(server, 'vite-hmr', { origin: 'http://localhost' }))).toBe(false);
  });

  it('admits a page with its proof at the same URL, also after the main process was restarted', async () => {
    const result = await exchange(url.hash.replace('#token=', ''));
    const session = z.custom<PageSession>(isPageSession).parse(JSON.parse(result.text));
    expect((await exchange(url.hash.replace('#token=', ''))).status).toBe(401);
    expect(await openSession(session)).toBe('admitted');
    // A change without a change: the tree stays as it is.
    await utimes(join(root, 'main/app/browser.ts'), new Date(), new Date());
    await expect.poll(() => output).toContain('Restarted main');
    expect(await openSession(session)).toBe('admitted');
    expect(await openSession({ ...session, key: Buffer.alloc(32).toString('base64url') })).not.toBe(
      'admitted',
    );
  });

  const exchange = (token: string) =>
    askDesk(`${url.origin}/session`, {
      method: 'POST',
      headers: { origin: url.origin },
      body: JSON.stringify({ token }),
    });

  async function openSession(session: PageSession): Promise<string> {
    const socket = new WebSocket(`ws://${url.host}/bridge`, { origin: url.origin, lookup: loopbackLookup });
    await once(socket, 'open');
    const connected = await handshake(socket, { session, address: url.host, crypto });
    socket.close();
    return connected;
  }

  function opens(socket: WebSocket): Promise<boolean> {
    return new Promise((resolve) => {
      socket.on('open', () => resolve(true));
      socket.on('error', () => resolve(false));
    });
  }
});

describe('the policy in development', () => {
  const socketUrl = 'ws://127.0.0.1:1/secret';

  it('allows the script worker no connections', () => {
    const path = '/features/scripts/script-worker.ts?worker_file&type=module';
    const policy = developmentPolicy(browserPolicy, path, { socketUrl });
    expect(policy).toContain("'wasm-unsafe-eval'");
    expect(policy).not.toContain('connect-src');
    for (const other of ['/main.ts', '/features/scripts/script-worker.ts'])
      expect(developmentPolicy(browserPolicy, other, { socketUrl })).not.toContain('wasm');
  });
});

describe('the built program', () => {
  /** What only development has: its marks, its allowances, and Vite's own client. */
  const marks = [keyHeader, pageVariable, '@vite/client', 'vite-hmr', 'connect-src ws', "'unsafe-eval'"];

  async function marksIn(folder: string): Promise<string[]> {
    const found = new Set<string>();
    let files = 0;
    for await (const path of glob('{main,preload,renderer,tenant}/**/*.{js,cjs,html}', { cwd: folder })) {
      files += 1;
      const content = await readFile(join(folder, path), 'utf8');
      for (const mark of marks) if (content.includes(mark)) found.add(mark);
    }
    expect(files).toBeGreaterThan(5);
    return [...found];
  }

  it('contains no development code', async () => {
    await buildStale(allBundles, () => undefined);
    expect(await marksIn(distFolder)).toEqual([]);
    await buildForElectron();
    expect(await marksIn(join(electronFolder, 'dist'))).toEqual([keyHeader, pageVariable]);
  });
});
