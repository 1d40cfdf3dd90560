import { expect, it } from 'vitest';
import { startDesk } from './started-desk.ts';

it('shows its window even if the system never reports the first paint', async () => {
  const { electron, window, dispose } = await startDesk({
    withheld: new Set(['ready-to-show', 'did-finish-load']),
  });
  await expect.poll(() => window.isShown).toBe(true);
  expect(window.shows).toBe(1);
  electron.app.quit();
  await electron.app.exited;
  await dispose();
});
