import { createHash } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as delay } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { DownloadProgress } from './download-file.ts';
import type { InstallOptions } from './install-electron.ts';
import { installElectron } from './install-electron.ts';

/** The real installer of the package, a tiny release, and a local release server. */
const root = fileURLToPath(new URL('../../', import.meta.url));
const archiveName = 'electron-v9.9.9-linux-x64.zip';
const archive = zipOf({ electron: 'the program', version: '9.9.9', padding: 'x'.repeat(200_000) });

let folder: string;
const closing: (() => void)[] = [];
const progress: DownloadProgress[] = [];
const hosts: string[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'install-electron-'));
  progress.length = 0;
  hosts.length = 0;
  const installer = join(root, 'node_modules', 'electron', 'install.js');
  await copyFile(installer, join(folder, 'install.js'));
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'electron', version: '9.9.9' }));
  const checksum = createHash('sha256').update(archive).digest('hex');
  await writeFile(join(folder, 'checksums.json'), JSON.stringify({ [archiveName]: checksum }));
});

afterEach(async () => {
  vi.unstubAllEnvs();
  for (const close of closing.splice(0)) close();
  await rm(folder, { recursive: true });
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}/`;
}

/** Electron's own tools read the mirror from the environment of the process. */
function options(mirror: string, env: Record<string, string> = {}): InstallOptions {
  vi.stubEnv('ELECTRON_MIRROR', mirror);
  vi.stubEnv('electron_config_cache', join(folder, 'cache'));
  vi.stubEnv('ELECTRON_INSTALL_PLATFORM', 'linux');
  vi.stubEnv('ELECTRON_INSTALL_ARCH', 'x64');
  for (const name of ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY', 'no_proxy', 'NO_PROXY']) {
    vi.stubEnv(name, env[name] ?? '');
  }
  return {
    packageFolder: folder,
    env: process.env,
    signal: new AbortController().signal,
    started: (host) => void hosts.push(host),
    report: (each) => void progress.push(each),
  };
}

function sendArchive(_request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(200, { 'content-length': archive.length }).end(archive);
}

const isUnpacked = async (): Promise<boolean> =>
  (await readFile(join(folder, 'dist', 'electron'), 'utf8').catch(() => '')) === 'the program' &&
  (await readFile(join(folder, 'path.txt'), 'utf8')) === 'electron';

it('downloads from the given mirror, shows progress, and unpacks', async () => {
  const requested: (string | undefined)[] = [];
  const mirror = await serve((request, response) => {
    requested.push(request.url);
    sendArchive(request, response);
  });
  expect(await installElectron(options(mirror))).toEqual({ kind: 'installed' });
  expect(await isUnpacked()).toBe(true);
  expect(requested).toEqual([`/v9.9.9/${archiveName}`]);
  expect(hosts).toEqual([new URL(mirror).host]);
  expect(progress.at(-1)).toEqual({ receivedBytes: archive.length, totalBytes: archive.length });
});

it('accepts a slow connection as long as data arrives', async () => {
  async function sendSlowly(response: ServerResponse): Promise<void> {
    response.writeHead(200, { 'content-length': archive.length });
    const parts = 25;
    const size = Math.ceil(archive.length / parts);
    for (let part = 0; part < parts; part += 1) {
      response.write(archive.subarray(part * size, (part + 1) * size));
      await delay(100);
    }
    response.end();
  }
  const mirror = await serve((_request, response) => void sendSlowly(response));
  const startedAt = performance.now();
  expect(await installElectron({ ...options(mirror), stallMs: 1500 })).toEqual({ kind: 'installed' });
  expect(performance.now() - startedAt).toBeGreaterThan(1500);
});

it('gives up a download that stalls', async () => {
  const mirror = await serve((_request, response) => {
    response.writeHead(200, { 'content-length': archive.length });
    response.write(archive.subarray(0, 100_000));
  });
  const outcome = await installElectron({ ...options(mirror), stallMs: 300 });
  expect(outcome).toEqual({
    kind: 'failed',
    reason: `no data from ${new URL(mirror).host} for 0.3 seconds, after 0.1 of 0.2 MB`,
  });
  expect(await isUnpacked()).toBe(false);
});

it('gives up a server that accepts the connection and stays silent', async () => {
  const mirror = await serve(() => undefined);
  expect(await installElectron({ ...options(mirror), responseTimeoutMs: 300 })).toEqual({
    kind: 'failed',
    reason: `no data from ${new URL(mirror).host} for 0.3 seconds`,
  });
});

it('does not mistake a lost connection for a whole file', async () => {
  const mirror = await serve((_request, response) => {
    response.writeHead(200, { 'content-length': archive.length });
    response.write(archive.subarray(0, 100_000), () => response.destroy());
  });
  expect(await installElectron(options(mirror))).toMatchObject({
    kind: 'failed',
    reason: expect.stringContaining('was lost, after 0.1 of 0.2 MB'),
  });
  expect(await isUnpacked()).toBe(false);
});

it('reports the server’s response', async () => {
  const mirror = await serve((_request, response) => response.writeHead(404).end());
  const reason = `${new URL(mirror).host} responded with 404 Not Found`;
  expect(await installElectron(options(mirror))).toEqual({ kind: 'failed', reason });
});

it('reports an unreachable server', async () => {
  // The discard port: nothing listens there.
  expect(await installElectron(options('http://127.0.0.1:9/'))).toEqual({
    kind: 'failed',
    reason: '127.0.0.1:9 is unreachable (ECONNREFUSED)',
  });
});

it('unpacks only what the package announces', async () => {
  const other = zipOf({ electron: 'another program', version: '9.9.9' });
  const mirror = await serve((_request, response) => response.end(other));
  expect(await installElectron(options(mirror))).toEqual({
    kind: 'failed',
    reason: 'the checksum of the download differs from the expected one',
  });
  expect(await isUnpacked()).toBe(false);
});

it('uses only the configured proxy', async () => {
  const requested: (string | undefined)[] = [];
  const proxy = await serve((request, response) => {
    requested.push(request.url);
    sendArchive(request, response);
  });
  // A name that only the proxy can resolve.
  const set = options('http://releases.invalid/', { http_proxy: proxy });
  expect(await installElectron(set)).toEqual({ kind: 'installed' });
  expect(requested).toEqual([`http://releases.invalid/v9.9.9/${archiveName}`]);
});

it('names the proxy that rejects the request, without its password', async () => {
  const proxy = await serve((_request, response) => response.writeHead(407).end());
  const withPassword = proxy.replace('//', '//ada:hopper@');
  const outcome = await installElectron(options('https://releases.invalid/', { https_proxy: withPassword }));
  expect(outcome).toMatchObject({
    kind: 'failed',
    reason: expect.stringContaining(
      `releases.invalid is unreachable through the proxy ${new URL(proxy).host}`,
    ),
  });
  expect(JSON.stringify(outcome)).not.toContain('hopper');
});

it('uses earlier downloads from the cache', async () => {
  const mirror = await serve(sendArchive);
  await installElectron(options(mirror));
  await rm(join(folder, 'dist'), { recursive: true });
  hosts.length = 0;
  expect(await installElectron(options(mirror))).toEqual({ kind: 'installed' });
  expect(await isUnpacked()).toBe(true);
  expect(hosts).toEqual([]);
});

it('stops in the middle on request', async () => {
  const stopping = new AbortController();
  const mirror = await serve((_request, response) => {
    response.writeHead(200, { 'content-length': archive.length });
    response.write(archive.subarray(0, 100_000));
  });
  const report = (): void => stopping.abort();
  const outcome = await installElectron({ ...options(mirror), signal: stopping.signal, report });
  expect(outcome).toEqual({ kind: 'stopped' });
});

it('says why it can’t be unpacked', async () => {
  const mirror = await serve(sendArchive);
  await mkdir(join(folder, 'dist', 'electron'), { recursive: true });
  expect(await installElectron(options(mirror))).toMatchObject({
    kind: 'failed',
    reason: expect.stringContaining("it couldn't be unpacked"),
  });
});

/** A zip archive of uncompressed files (APPNOTE.TXT, 4.3). */
function zipOf(files: Readonly<Record<string, string>>): Buffer {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    const data = Buffer.from(text);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt32LE(crc32(data), 10);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(data.length, 18);
    common.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, Buffer.from(name), data]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    central.push(
      Buffer.concat([Buffer.from('PK\u0001\u0002'), Buffer.from([20, 3]), common, place, Buffer.from(name)]),
    );
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006');
  end.writeUInt16LE(central.length, 8);
  end.writeUInt16LE(central.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}
