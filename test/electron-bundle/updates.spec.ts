import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { oldContent, startUpdatable } from './start-updatable.ts';

it.runIf(process.platform === 'linux')(
  'replaces an AppImage and starts it again on request, after everything has stopped',
  async () => {
    await using updatable = await startUpdatable();
    const { electron, desk, profileFolder, appImage, server, started } = updatable;
    expect(await desk.updates.get()).toMatchObject({ version: '1.2.3', mode: 'install' });
    expect(await readFile(appImage, 'utf8')).toBe(oldContent);
    await desk.updates.install();
    expect(await electron.app.exited).toBe(0);
    expect((await readFile(appImage)).equals(server.content)).toBe(true);
    await expect.poll(() => existsSync(started)).toBe(true);
    expect(electron.app.hasReleasedLock).toBe(true);
    expect(electron.app.relaunches).toBe(0);
    const log = await readFile(join(profileFolder, 'log', 'desk.log'), 'utf8');
    expect(log.indexOf('desk.stopped')).toBeGreaterThan(log.indexOf('updates.installing'));
    expect(log).not.toContain('stop-failed');
  },
);
