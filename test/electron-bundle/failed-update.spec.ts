import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { oldContent, startUpdatable } from './start-updatable.ts';

it.runIf(process.platform === 'linux')(
  'replaces nothing while a draft is unsaved, and starts again in the same version if it can’t be replaced',
  async () => {
    await using updatable = await startUpdatable();
    const { electron, desk, profileFolder, appImage, started } = updatable;
    await desk.app.noteUnsaved({ count: 1 });
    await expect(desk.updates.install()).rejects.toMatchObject({
      error: { code: 'update-blocked', message: expect.stringContaining('couldn’t be saved') },
    });
    expect(await readFile(appImage, 'utf8')).toBe(oldContent);
    expect(await desk.updates.get()).toMatchObject({ download: { state: 'ready' } });

    await desk.app.noteUnsaved({ count: 0 });
    await rm(appImage);
    await desk.updates.install();
    expect(await electron.app.exited).toBe(0);
    expect(electron.app.relaunches).toBe(1);
    expect(existsSync(started)).toBe(false);
    expect(await readFile(join(profileFolder, 'log', 'desk.log'), 'utf8')).toContain('ENOENT');
  },
);
