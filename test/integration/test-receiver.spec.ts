import { once } from 'node:events';
import { request as send } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { aWebhook } from '../builders/a-webhook.ts';
import { useDesk } from '../builders/use-desk.ts';

const on = useDesk();

const open = () => on.desk.call('catcher.open', { tenantId: on.desk.tenantId });
const get = () => on.desk.call('catcher.get', { tenantId: on.desk.tenantId });

async function openUrl(): Promise<string> {
  const { url } = await open();
  if (url === null) throw new Error('It has no address.');
  return url;
}

function test(url: string, headers = '') {
  return on.desk.call('webhooks.test', {
    tenantId: on.desk.tenantId,
    targetId: 'new:caught',
    definition: {
      ...aWebhook({ url, headers, requestBody: '{"user": "${event.user_name}"}' }),
      method: 'POST',
      enabled: true,
    },
  });
}

describe('the test receiver', () => {
  it('stores requests of a sandbox without their credentials, and responds as configured', async () => {
    const url = await openUrl();
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{32}$/);
    expect(await openUrl()).toBe(url);
    const headers = 'X-Api-Key: opens-the-door\nContent-Language: en';
    expect(await test(url, headers)).toMatchObject({ succeeded: true, httpStatus: 200 });
    await on.desk.call('catcher.answerWith', { tenantId: on.desk.tenantId, response: '429' });
    expect(await test(`${url}/deeper?page=1`)).toMatchObject({ succeeded: false, httpStatus: 429 });

    const { caught, response } = await get();
    expect(response).toBe('429');
    expect(caught).toMatchObject([
      { method: 'POST', response: '429', bodyIsCut: false },
      { method: 'POST', response: '200', body: expect.stringMatching(/^\{"user": ".+@acme\.example"\}$/) },
    ]);
    const lines = caught[1]?.headers ?? [];
    expect(lines).toContainEqual({ name: 'X-Api-Key', value: expect.stringMatching(/^••••/) });
    expect(lines.find(({ name }) => name === 'Content-Type')?.value).toMatch(/^application\/json/);
    expect(JSON.stringify(caught)).not.toContain('opens-the-door');
  });

  it('keeps receiving while other clients hold connections open', async () => {
    const url = new URL(await openUrl());
    const silent = Array.from({ length: 150 }, () =>
      connect({ host: url.hostname, port: Number(url.port) }).on('error', () => undefined),
    );
    await Promise.all(silent.map((socket) => once(socket, 'connect')));
    expect((await fetch(url, { method: 'POST', body: 'x' })).status).toBe(200);
    for (const socket of silent) socket.destroy();
  });

  it('takes nothing at an address that it did not give out, and nothing once it is closed', async () => {
    const url = await openUrl();
    const { origin } = new URL(url);
    for (const other of ['/', '/0', `/${'0'.repeat(32)}`]) {
      expect((await fetch(origin + other, { method: 'POST', body: 'x' })).status).toBe(404);
    }
    expect((await get()).caught).toEqual([]);
    await on.desk.call('catcher.close', { tenantId: on.desk.tenantId });
    expect(await get()).toEqual({ url: null, response: '200', caught: [] });
    await expect(fetch(url, { method: 'POST' })).rejects.toThrow();
    expect(await openUrl()).not.toBe(url);
  });

  it('keeps the beginning of a body that is huge, and of one that breaks off', async () => {
    const url = await openUrl();
    await fetch(url, { method: 'POST', body: 'x'.repeat(3_000_000) });
    const [huge] = (await get()).caught;
    expect(huge).toMatchObject({ bodyIsCut: true });
    expect(huge?.body).toHaveLength(256 * 1024);

    const broken = send(url, { method: 'POST', headers: { 'content-length': '100' } });
    broken.on('error', () => undefined);
    broken.write('only this');
    await vi.waitFor(() => expect(broken.socket?.bytesWritten).toBeGreaterThan(0));
    broken.destroy();
    await vi.waitFor(async () => {
      expect((await get()).caught[0]).toMatchObject({ body: 'only this', bodyIsCut: true });
    });
  });

  it('keeps the last fifty', async () => {
    const url = await openUrl();
    for (let index = 0; index < 55; index += 1) await fetch(url, { method: 'POST', body: String(index) });
    const bodies = (await get()).caught.map(({ body }) => body);
    expect(bodies).toEqual(Array.from({ length: 50 }, (_, index) => String(54 - index)));
  });

  it('is not for a tenant that cannot reach it', async () => {
    const remote = on.another({ isSandbox: false });
    await expect(remote.call('catcher.open', { tenantId: remote.tenantId })).rejects.toMatchObject({
      error: { code: 'not-found', message: expect.stringContaining('can’t reach this computer') },
    });
  });
});
