import { expect, it } from 'vitest';
import { loadMain } from './started-desk.ts';

it('asks before it starts without Chromium’s sandbox, and by default ends', async () => {
  const { electron, dispose } = await loadMain({ isPackaged: true });
  electron.app.switches.add('no-sandbox');
  electron.app.becomeReady();
  expect(await electron.app.exited).toBe(1);
  expect(electron.windows).toEqual([]);
  expect(electron.processes).toEqual([]);
  expect(electron.messageBoxes).toEqual([
    expect.objectContaining({ message: 'Tenant Desk would start without its sandbox.' }),
  ]);
  await dispose();
});
