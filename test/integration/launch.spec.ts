import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { askDesk, openBridge } from '../builders/ask-desk.ts';
import { browserBundles } from '../../tools/build/all-bundles.ts';
import { buildStale } from '../../tools/build/build-stale.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
let profileFolder: string;
let endAll: (() => Promise<void>)[];

// A start with stale bundles builds them, which takes its time and is no part of these promises.
beforeAll(() => buildStale(browserBundles, () => undefined));

beforeEach(async () => {
  profileFolder = await mkdtemp(join(tmpdir(), 'launch-'));
  endAll = [];
});

afterEach(async () => {
  for (const end of endAll) await end();
  await rm(profileFolder, { recursive: true, force: true, maxRetries: 5 });
});

function launch(...args: readonly string[]) {
  const child = spawn(process.execPath, ['tools/launch.ts', ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, DISPLAY: '', WAYLAND_DISPLAY: '' },
  });
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  endAll.push(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return { child, ended };
}

async function launchBrowser(...args: readonly string[]) {
  const { child, ended } = launch('--browser', '--no-open', '--profile', profileFolder, ...args);
  const [first] = (await Promise.race([
    once(child.stdout, 'data'),
    ended.then(() => text(child.stderr)),
  ])) as [Buffer];
  const ready = z.strictObject({ ready: z.literal(true), url: z.url() }).parse(JSON.parse(String(first)));
  return { child, ended, first: String(first), url: new URL(ready.url) };
}

const messageShape = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('result'),
    result: z.object({ value: z.array(z.object({ baseUrl: z.string() })) }),
  }),
  z.object({ type: z.literal('event') }),
]);

describe('the browser host', () => {
  it('prints one ready line, serves the page, responds to calls, and stops on request', async () => {
    const { child, ended, first, url } = await launchBrowser('--port', '0');
    expect(first.trimEnd()).not.toContain('\n');
    expect(url.hostname).toMatch(/^desk-[0-9a-f]{32}\.localhost$/);
    expect((await askDesk(url.origin)).text).toContain('<div id="app">');
    const socket = await openBridge(url);
    socket.send(JSON.stringify({ type: 'call', id: '1', method: 'app.info' }));
    const responses = new Map<string, unknown>();
    await new Promise<void>((resolve) => {
      socket.on('message', (data) => {
        const message = z.looseObject({ id: z.string().optional() }).parse(JSON.parse(String(data)));
        if (message.id !== undefined) responses.set(message.id, message);
        if (responses.has('1')) resolve();
      });
    });
    expect(responses.get('1')).toMatchObject({
      result: { ok: true, value: { host: 'browser', profileFolder } },
    });
    const rest = text(child.stdout);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(await rest).toBe('');
    await expect(askDesk(url.origin)).rejects.toThrow();
  });

  it('has another address at every start, also on the same port', async () => {
    const first = await launchBrowser();
    first.child.kill('SIGTERM');
    await first.ended;
    const second = await launchBrowser('--port', first.url.port);
    expect(second.url.port).toBe(first.url.port);
    expect(second.url.hostname).not.toBe(first.url.hostname);
  });

  it('serves browsers that cannot open such URLs at 127.0.0.1, on a separate port', async () => {
    const { url } = await launchBrowser('--numeric-address');
    expect(url.hostname).toBe('127.0.0.1');
    expect((await askDesk(url.href)).text).toContain('<div id="app">');
    const socket = await openBridge(url);
    socket.close();
  });

  it('leaves no embedded tenant behind, not even when it is killed', async () => {
    const { child, url } = await launchBrowser();
    const socket = await openBridge(url);
    let calls = 0;
    // Events may arrive in quick succession, and each active call needs its own ID.
    const ask = (): void =>
      socket.send(JSON.stringify({ type: 'call', id: `list-${(calls += 1)}`, method: 'tenants.list' }));
    const address = await new Promise<string>((resolve) => {
      socket.on('message', (data) => {
        const message = messageShape.parse(JSON.parse(String(data)));
        const [tenant] = message.type === 'result' ? message.result.value : [];
        if (tenant !== undefined) resolve(tenant.baseUrl);
        else if (message.type === 'event') ask();
      });
      ask();
    });
    expect((await fetch(`${address}/.well-known/openid-configuration`)).status).toBe(200);
    child.kill('SIGKILL');
    // The tenant is no longer a child process: only its URL shows that it ended.
    await expect
      .poll(() =>
        fetch(address, { signal: AbortSignal.timeout(1000) }).then(
          () => 'answers',
          (error: unknown) => (error instanceof TypeError ? 'is gone' : 'hangs'),
        ),
      )
      .toBe('is gone');
  });

  it.skipIf(process.platform === 'win32')('stops when the shell of npm start is ended', async () => {
    const command = `"${process.execPath}" tools/launch.ts --browser --no-open --profile "${profileFolder}"; true`;
    const shell = spawn('sh', ['-c', command], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, npm_lifecycle_event: 'start' },
    });
    await once(shell.stdout, 'data');
    const desksEnd = once(shell.stdout.resume(), 'end');
    shell.kill('SIGKILL');
    await desksEnd;
  });

  it('says in one line that a port is taken', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = String(typeof address === 'object' ? address?.port : '');
    const { child, ended } = launch('--browser', '--no-open', '--profile', profileFolder, '--port', port);
    const stderr = await text(child.stderr);
    expect(await ended).toBe(1);
    expect(stderr).toContain(`Port ${port} is in use. Choose another with --port, or omit the option.`);
    expect(stderr).not.toContain('    at ');
    server.close();
  });

  it('does not share its port with a program at the other loopback address, which browsers may ask first', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '::1', resolve));
    const address = server.address();
    const port = String(typeof address === 'object' ? address?.port : '');
    const { child, ended } = launch('--browser', '--no-open', '--profile', profileFolder, '--port', port);
    expect(await text(child.stderr)).toContain(`Port ${port} is in use.`);
    expect(await ended).toBe(1);
    server.close();
  });

  it('prints a fresh link to the running Tenant Desk when it is started again on its profile', async () => {
    const { child: running, url: firstUrl } = await launchBrowser();
    const { child, ended, url } = await launchBrowser();
    const stderr = await text(child.stderr);
    expect(await ended).toBe(0);
    expect(stderr).toContain(
      'Tenant Desk is already running with this profile. The link works once, within 10',
    );
    expect(url.origin).toBe(firstUrl.origin);
    expect(url.hash).not.toBe(firstUrl.hash);
    const socket = await openBridge(url);
    socket.close();
    expect(running.exitCode).toBeNull();
    // It replaces the one that was printed first.
    await expect(openBridge(firstUrl)).rejects.toThrow();
  });
});

describe('the arguments', () => {
  it.each([['--nonsense'], ['--port', 'http'], ['--port', '70000'], ['stray']])(
    'end with 2 and one line when they are wrong: %s %s',
    async (...args) => {
      const { child, ended } = launch(...args, '--profile', profileFolder);
      const [out, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
      expect(await ended).toBe(2);
      expect(out).toBe('');
      expect(stderr).toMatch(/^[^\n]+\n$/);
    },
  );

  it('are listed by --help', async () => {
    const { child, ended } = launch('--help');
    const out = await text(child.stdout);
    expect(await ended).toBe(0);
    for (const option of ['--browser', '--port', '--numeric-address', '--no-open', '--profile'])
      expect(out).toContain(option);
  });
});

it('runs in the browser if there is no display, with the reason in one line', async () => {
  const { child } = launch('--profile', profileFolder, '--no-open');
  const [line] = (await once(child.stderr, 'data')) as [Buffer];
  expect(String(line).trimEnd()).toBe(
    process.platform === 'linux'
      ? 'Running in the browser: this machine has no display, so open the link yourself.'
      : expect.stringContaining('Running in'),
  );
  expect(existsSync(profileFolder)).toBe(true);
});
