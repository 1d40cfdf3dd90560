import { readdir } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { loadMain } from './started-desk.ts';

it('leaves the window to the running instance, and changes nothing', async () => {
  const { electron, profileFolder, dispose } = await loadMain({ getsLock: false });
  expect(await electron.app.exited).toBe(0);
  electron.app.becomeReady();
  expect(electron.windows).toEqual([]);
  expect(electron.processes).toEqual([]);
  expect(await readdir(profileFolder)).toEqual([]);
  await dispose();
});
