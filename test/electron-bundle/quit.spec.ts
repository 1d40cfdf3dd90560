import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startDesk } from './started-desk.ts';

it('remembers the position of its window, and stops everything when it is closed', async () => {
  const { electron, window, desk, profileFolder, dispose } = await startDesk({ isPackaged: true });
  expect(window.options.webPreferences?.devTools).toBe(false);
  const roles = JSON.stringify(electron.menu.template);
  expect(roles).not.toContain('toggleDevTools');
  expect(roles).not.toContain('reload');
  expect((await desk.app.info()).version).toBe('1.2.3');

  const [tenant] = electron.processes;
  if (tenant === undefined) throw new Error('The embedded tenant was not started.');
  const tenantEnded = once(tenant, 'exit');
  window.close();
  // On macOS the program keeps running without a window until it is quit.
  if (process.platform === 'darwin') electron.app.quit();
  expect(await electron.app.exited).toBe(0);
  await tenantEnded;

  const placement: unknown = JSON.parse(await readFile(join(profileFolder, 'window.json'), 'utf8'));
  expect(placement).toMatchObject({ bounds: { width: window.options.width }, isMaximized: false });
  const log = await readFile(join(profileFolder, 'log', 'desk.log'), 'utf8');
  expect(log).toContain('desk.stopped');
  expect(log).not.toContain('stop-failed');
  await dispose();
});
