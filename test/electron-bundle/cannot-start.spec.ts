import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadMain } from './started-desk.ts';

it('shows why it cannot start, and ends', async () => {
  const { electron, profileFolder, dispose } = await loadMain();
  // A folder in place of the database: it can be neither opened nor created.
  await mkdir(join(profileFolder, 'desk.sqlite'));
  electron.app.becomeReady();
  expect(await electron.app.exited).toBe(1);
  expect(electron.windows).toEqual([]);
  expect(electron.processes).toEqual([]);
  expect(electron.errorBoxes).toEqual([
    expect.stringContaining(`Tenant Desk cannot start: The profile folder ${profileFolder} can’t be used.`),
  ]);
  await dispose();
});
