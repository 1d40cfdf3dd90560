import { expect, it } from 'vitest';
import { startDesk } from './started-desk.ts';

const drafts = { state: 'opened', place: { scope: 'global', view: 'drafts', rest: [] } };

it('opens a link of the command line, of a second start and of a macOS event once, and says why it opens no other', async () => {
  process.argv.push('--', 'tenant-desk://open/drafts');
  const { electron, window, desk, dispose } = await startDesk({ isPackaged: true });
  // Windows puts the link behind `--`: nothing in it is a switch.
  expect([...electron.app.schemes]).toEqual([['tenant-desk', ['--']]]);
  expect(await desk.links.takeArrived()).toEqual([drafts]);
  expect(await desk.links.takeArrived()).toEqual([]);

  let notified = 0;
  desk.on('links.arrived', () => (notified += 1));
  window.hide();
  electron.app.emit('second-instance', {}, ['tenant-desk', '--', 'tenant-desk://open/drafts'], '/');
  expect(window.isShown).toBe(true);
  electron.app.emit('open-url', { preventDefault: () => undefined }, 'tenant-desk://delete/everything');
  await expect.poll(() => notified).toBe(2);
  expect(await desk.links.takeArrived()).toMatchObject([
    drafts,
    { state: 'rejected', error: { code: 'invalid-input' } },
  ]);
  electron.app.quit();
  await electron.app.exited;
  await dispose();
});
