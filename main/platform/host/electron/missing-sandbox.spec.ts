import type { MessageBoxOptions } from 'electron';
import { expect, it } from 'vitest';
import { mayStartWithoutSandbox } from './missing-sandbox.ts';

async function start({ switches = ['no-sandbox'], response = 0, env = {} } = {}) {
  const boxes: MessageBoxOptions[] = [];
  let isNoted = false;
  const commandLine = { hasSwitch: (name: string) => switches.includes(name) };
  const dialog = {
    showMessageBox(...args: unknown[]) {
      boxes.push(args.at(-1) as MessageBoxOptions);
      return Promise.resolve({ response, checkboxChecked: false });
    },
  };
  const mayStart = await mayStartWithoutSandbox({
    app: { commandLine: commandLine as Electron.CommandLine },
    dialog,
    env,
    noteAccepted: () => (isNoted = true),
  });
  return { mayStart, boxes, isNoted };
}

it('starts without a question if there is a sandbox', async () => {
  expect(await start({ switches: ['lang'] })).toEqual({ mayStart: true, boxes: [], isNoted: false });
});

it('quits if the question is dismissed', async () => {
  const { mayStart, boxes, isNoted } = await start();
  expect({ mayStart, isNoted }).toEqual({ mayStart: false, isNoted: false });
  expect(boxes).toEqual([expect.objectContaining({ defaultId: 0, cancelId: 0 })]);
  expect(boxes[0]?.detail).toMatch(/started with --no-sandbox/);
});

it('names the package and the profile for an AppImage', async () => {
  const { boxes } = await start({ env: { APPIMAGE: '/home/ada/Tenant-Desk.AppImage' } });
  expect(boxes[0]?.detail).toMatch(/\.deb package.*AppArmor profile/);
});

it('starts if the user accepts it, and notes that', async () => {
  expect(await start({ response: 1 })).toMatchObject({ mayStart: true, isNoted: true });
});
