import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startDesk } from './started-desk.ts';

it('remembers the position of its window when it is quit from the menu, and starts again if requested while it quits', async () => {
  const { electron, window, profileFolder, dispose } = await startDesk();
  expect(window.isShown).toBe(true);
  const hidden = once(window, 'hide');
  electron.app.quit();
  await hidden;
  electron.app.emit('second-instance', {}, ['tenant-desk'], process.cwd());
  expect(await electron.app.exited).toBe(0);
  expect(electron.app.relaunches).toBe(1);
  expect(electron.windows.length).toBe(1);

  const placement: unknown = JSON.parse(await readFile(join(profileFolder, 'window.json'), 'utf8'));
  expect(placement).toMatchObject({ bounds: { width: window.options.width }, isMaximized: false });
  await dispose();
});
