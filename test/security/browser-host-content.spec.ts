import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { policyOf } from '../../main/platform/host/content-security-policy.ts';
import { failure } from '../../main/platform/errors/failure.ts';
import type { ServedDesk } from './served-desk.ts';
import { maxUploadBytes, pageText, pathIn, secretText, serveDesk } from './served-desk.ts';

let desk: ServedDesk;

beforeEach(async () => {
  desk = await serveDesk();
});

afterEach(() => desk.stop());

describe('what is served', () => {
  it('has a policy that allows nothing from other origins, on every response', async () => {
    for (const path of ['/', '/assets/page.js', '/nothing', '/session', '/files/x']) {
      const { headers } = await desk.ask({ path });
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

  it('shares its process with no page of another origin, so that its data is not even in that memory', async () => {
    for (const path of ['/', '/assets/page.js', '/nothing', '/session', '/files/x']) {
      const { headers } = await desk.ask({ path });
      expect(headers['cross-origin-opener-policy']).toBe('same-origin');
      expect(headers['cross-origin-embedder-policy']).toBe('require-corp');
      expect(headers['cross-origin-resource-policy']).toBe('same-origin');
    }
  });

  it('allows WebAssembly only in the script worker, which has no network access', () => {
    const page = 'the policy of the page';
    for (const path of ['/', '/index.html', '/assets/index-a1.js', '/assets/template-worker-a1.js']) {
      expect(policyOf(path, page)).toBe(page);
    }
    for (const path of [
      '/script-worker-a.js',
      '/assets/x/../script-worker-a.js',
      '/assets/my-script-worker-a.js',
    ]) {
      expect(policyOf(path, page)).toBe(page);
    }
    const policy = policyOf('/assets/script-worker-Ab_9-x.js', page);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval';");
    expect(policy).not.toContain("'unsafe-eval'");
    expect(policy).not.toContain('connect-src');
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
    `/${'x'.repeat(300)}.js`,
    `/${'x/'.repeat(4000)}page.js`,
  ])('does not leave its folder for %s', async (path) => {
    const response = await desk.ask({ path });
    expect(response.status).toBe(404);
    expect(response.text).not.toContain(secretText);
  });

  it('is the page and its assets', async () => {
    const page = await desk.ask({ path: '/' });
    expect(page.text).toBe(pageText);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect((await desk.ask({ path: '/assets/page.js' })).headers['cache-control']).toContain('immutable');
    expect((await desk.ask({ method: 'PUT', path: '/', headers: { origin: desk.origin } })).status).toBe(405);
  });

  it.each(['gzip, br', 'br', 'GZIP,BR'])('is compressed for clients that accept %s', async (accepted) => {
    await writeFile(
      `${desk.rendererFolder}/assets/page.js.br`,
      brotliCompressSync('export const isCompressed = true;'),
    );
    const response = await desk.ask({ path: '/assets/page.js', headers: { 'accept-encoding': accepted } });
    expect(response.headers['content-encoding']).toBe('br');
    expect(response.headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(response.headers['vary']).toBe('accept-encoding');
    expect(brotliDecompressSync(response.bytes).toString('utf8')).toBe('export const isCompressed = true;');
  });

  it.each([undefined, 'gzip', 'br;q=0', 'brotli'])(
    'is uncompressed for clients that accept %s',
    async (accepted) => {
      await writeFile(`${desk.rendererFolder}/assets/page.js.br`, brotliCompressSync('compressed'));
      const headers = accepted === undefined ? {} : { 'accept-encoding': accepted };
      const response = await desk.ask({ path: '/assets/page.js', headers });
      expect(response.headers['content-encoding']).toBeUndefined();
      expect(response.text).not.toBe('');
      expect(response.headers['content-length']).toBe(String(Buffer.byteLength(response.text)));
    },
  );

  it('does not serve compressed copies by their own names', async () => {
    await writeFile(`${desk.rendererFolder}/assets/page.js.br`, brotliCompressSync('compressed'));
    expect((await desk.ask({ path: '/assets/page.js.br' })).status).toBe(404);
  });
});

describe('calls', () => {
  it.each([
    ['text that is not JSON', 'hello'],
    ['JSON that is no message', '{"type":"call"}'],
    ['a binary frame', Buffer.from('{"type":"cancel","id":"1"}')],
  ])('closes the connection on %s', async (_what, data) => {
    const { socket } = await desk.connect(await desk.openSession());
    const closed = new Promise((resolve) => socket.on('close', resolve));
    socket.send(data);
    expect(await closed).toBe(1008);
  });

  it('closes the connection on a message over 64 MB', async () => {
    const { socket } = await desk.connect(await desk.openSession());
    const closed = new Promise((resolve) => socket.on('close', resolve));
    socket.on('error', () => undefined);
    socket.send('x'.repeat(64 * 1024 * 1024 + 1));
    expect(await closed).toBe(1009);
  });

  it('are canceled when their page is closed', async () => {
    const page = await desk.openPage();
    page.send({ type: 'call', id: '1', method: 'migration.openFile' });
    const path = pathIn(await page.next('event'), 'uploadPath');
    page.close();
    const headers = { origin: desk.origin };
    await expect
      .poll(async () => (await desk.ask({ method: 'POST', path, headers, body: '{}' })).status)
      .toBe(404);
  });
});

describe('files', () => {
  it('are accepted only once, from the page whose call requested one', async () => {
    const page = await desk.openPage();
    const other = await desk.openPage(page.session);
    page.send({ type: 'call', id: '1', method: 'migration.openFile' });
    const path = pathIn(await page.next('event'), 'uploadPath');
    const headers = {
      origin: desk.origin,
      'x-file-name': encodeURIComponent('../../évil.json'),
    };
    expect((await desk.ask({ method: 'POST', path, headers, body: 'content' })).status).toBe(204);
    expect(await page.next('result')).toMatchObject({
      result: { ok: true, value: { fileId: 'content', name: 'évil.json', size: 7 } },
    });
    expect((await desk.ask({ method: 'POST', path, headers, body: 'content' })).status).toBe(404);
    other.send({ type: 'call', id: '9', method: 'tenants.list' });
    const firstOfOther = await Promise.race([other.next('event'), other.next('result')]);
    expect(firstOfOther.type).toBe('result');
  });

  it('are rejected above their size limit, with or without a declared length', async () => {
    const page = await desk.openPage();
    const headers = { origin: desk.origin, 'x-file-name': 'big.json' };
    for (const extra of [{}, { 'transfer-encoding': 'chunked' }]) {
      page.send({ type: 'call', id: '1', method: 'migration.openFile' });
      const path = pathIn(await page.next('event'), 'uploadPath');
      const body = 'x'.repeat(maxUploadBytes + 1);
      expect((await desk.ask({ method: 'POST', path, headers: { ...headers, ...extra }, body })).status).toBe(
        413,
      );
      expect(await page.next('result')).toMatchObject({
        result: { ok: false, error: { code: 'file-too-large' } },
      });
    }
  });

  it('are optional', async () => {
    const page = await desk.openPage();
    page.send({ type: 'call', id: '1', method: 'migration.openFile' });
    const path = pathIn(await page.next('event'), 'uploadPath');
    const headers = { origin: desk.origin };
    expect((await desk.ask({ method: 'DELETE', path, headers })).status).toBe(204);
    expect(await page.next('result')).toEqual({ type: 'result', id: '1', result: { ok: true } });
  });

  it('can be downloaded once, under an unguessable name, and are then deleted', async () => {
    const page = await desk.openPage();
    page.send({ type: 'call', id: '1', method: 'history.export', input: {} });
    const path = pathIn(await page.next('event'), 'downloadPath');
    expect((await desk.ask({ path: `${path}x` })).status).toBe(404);
    const headers = { 'sec-fetch-site': 'same-origin' };
    const response = await desk.ask({ path, headers });
    expect(response.text).toBe('one\ntwo\n');
    expect(response.headers['content-disposition']).toBe(
      "attachment; filename*=UTF-8''history%20%20of%20%20tenants.jsonl",
    );
    expect(response.headers['cache-control']).toBe('no-store');
    expect(await page.next('result')).toMatchObject({ result: { ok: true, value: { count: 2 } } });
    expect((await desk.ask({ path, headers })).status).toBe(404);
    expect(await readdir(join(desk.folder, 'files'))).toEqual([]);
  });

  it('that fail while they are written are not available for download', async () => {
    const signal = new AbortController().signal;
    const page = await desk.openPage();
    const saving = desk.host.saveFile(
      { title: 'Save', suggestedName: 'a.txt', extensions: ['.txt'] },
      () => Promise.reject(failure('unreachable', 'The tenant went away.')),
      signal,
    );
    await expect(saving).rejects.toMatchObject({ code: 'unreachable' });
    page.send({ type: 'call', id: '1', method: 'tenants.list' });
    expect((await Promise.race([page.next('event'), page.next('result')])).type).toBe('result');
    expect(await readdir(join(desk.folder, 'files'))).toEqual([]);
  });
});
