import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { defaultSettings } from '../../contract/settings/default-settings.ts';
import { nothingFound, useUpdates } from '../builders/use-updates.ts';

const updates = useUpdates();

describe('an update', () => {
  it('is found, downloaded with progress, verified, and installed only on request', async () => {
    updates.server.offer();
    const { service, installed, check, until } = updates.run();
    const progress = until(({ download }) => download.state === 'running');
    expect(await check()).toMatchObject({
      version: '1.0.0',
      mode: 'install',
      update: {
        version: '1.1.0',
        canInstall: true,
        withheld: null,
        notes: '### Added\n\n- Preview webhooks as email',
      },
    });
    await until(({ download }) => download.state === 'ready');
    expect(installed).toEqual([]);
    await service.install();
    expect(installed).toMatchObject([{ version: '1.1.0', sha512: updates.server.file.sha512 }]);
    expect(readFileSync(installed[0]?.path ?? '').equals(updates.server.content)).toBe(true);
    expect((await progress).download).toMatchObject({ total: updates.server.content.byteLength });
  });

  it('is downloaded only on request if the setting says so', async () => {
    updates.server.offer();
    const { service, check, until } = updates.run({
      settings: () => ({ ...defaultSettings, downloadsUpdates: false }),
    });
    expect((await check()).download).toEqual({ state: 'none' });
    expect(service.download().download).toMatchObject({
      state: 'running',
      total: updates.server.content.byteLength,
    });
    expect((await until(({ download }) => download.state === 'ready')).problem).toBeNull();
  });

  it('is still ready after a restart, without another request', async () => {
    updates.server.offer();
    expect((await updates.run().downloaded()).download.state).toBe('ready');
    const requests = updates.server.requests.length;
    const again = updates.run();
    expect((await again.until(({ download }) => download.state === 'ready')).update?.version).toBe('1.1.0');
    await again.service.install();
    expect(again.installed).toHaveLength(1);
    expect(updates.server.requests).toHaveLength(requests);
  });

  it('is nothing newer for the version that has it', async () => {
    updates.server.offer();
    const state = await updates.run({ version: '1.1.0' }).check();
    expect(state).toMatchObject({ ...nothingFound, problem: null });
    expect(state.checkedAt).toBeGreaterThan(0);
  });

  it('is checked for in the background, and again after some hours', async () => {
    updates.server.offer();
    let elapsed = 0;
    const { service, until } = updates.run({ steady: () => elapsed });
    service.tick();
    expect(updates.server.requests).toEqual([]);
    elapsed = 61_000;
    service.tick();
    await until(({ isChecking, checkedAt }) => !isChecking && checkedAt !== null);
    service.tick();
    elapsed += 6 * 3_600_000;
    updates.server.offer({ version: '1.2.0', sequence: 101 });
    service.tick();
    await until(({ update }) => update?.version === '1.2.0');
    expect(updates.server.requests.filter((request) => request === '/feed/stable.json')).toHaveLength(2);
  });
});

describe('a download', () => {
  it('that is cut continues where it stopped', async () => {
    updates.server.offer();
    updates.server.cut({ from: 1_000_000, times: 1 });
    const { downloaded } = updates.run();
    expect(await downloaded()).toMatchObject({ download: { state: 'ready' }, problem: null });
    const ranges = updates.server.requests
      .flatMap((request) => /bytes=(\d+)/.exec(request)?.[1] ?? [])
      .map(Number);
    expect(ranges).toEqual([0, 1024 * 1024, 1024 * 1024, 2 * 1024 * 1024]);
  });

  it('that keeps being cut says so, and continues after a restart', async () => {
    updates.server.offer();
    updates.server.cut({ from: 1_000_000, times: 100 });
    expect(await updates.run().downloaded()).toMatchObject({
      download: { state: 'none' },
      problem: expect.stringContaining('the connection to 127.0.0.1'),
    });
    updates.server.cut({ from: 0, times: 0 });
    updates.server.requests.length = 0;
    expect((await updates.run().downloaded()).download).toEqual({ state: 'ready' });
    expect(updates.server.requests.find((request) => request.includes('bytes='))).toContain(
      `bytes=${1024 * 1024}-`,
    );
  });

  it('can be stopped, and continued', async () => {
    updates.server.offer();
    const { service, check, until } = updates.run();
    await check();
    service.cancel();
    expect(await until(({ download }) => download.state === 'none')).toMatchObject({ problem: null });
    service.download();
    await until(({ download }) => download.state === 'ready');
  });

  it('doesn’t start without enough space, and says how much is needed', async () => {
    updates.server.offer();
    const { downloaded } = updates.run({ freeBytes: async () => 1_000_000 });
    expect((await downloaded()).problem).toMatch(/the disk is full\. Free up 3 MB and try again\.$/);
    expect(updates.server.requests.filter((request) => request.includes('bytes='))).toEqual([]);
  });

  it.runIf(process.platform === 'linux')('that fills the disk says so', async () => {
    updates.server.offer();
    mkdirSync(updates.pendingFolder);
    const hash = Buffer.from(updates.server.file.sha512, 'base64').toString('hex', 0, 8);
    const part = `tenant-desk-1.1.0-linux-x86_64.AppImage.${hash}.part`;
    symlinkSync('/dev/full', join(updates.pendingFolder, part));
    expect(await updates.run().downloaded()).toMatchObject({
      download: { state: 'none' },
      problem: expect.stringContaining('the disk is full'),
    });
  });

  it('of an earlier version is removed', async () => {
    updates.server.offer();
    mkdirSync(updates.pendingFolder);
    writeFileSync(join(updates.pendingFolder, 'tenant-desk-1.0.5-linux-x86_64.AppImage'), 'old');
    await updates.run().downloaded();
    expect(updates.pendingFiles()).toEqual(['tenant-desk-1.1.0-linux-x86_64.AppImage']);
  });
});
