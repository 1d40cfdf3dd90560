import { expect, it } from 'vitest';
import { chooseHost } from './choose-host.ts';
import type { ElectronRuntime } from './electron-runtime.ts';

const desktop = { platform: 'linux', env: { DISPLAY: ':0' }, isRoot: false } as const;
const present = (): Promise<ElectronRuntime> => Promise.resolve({ state: 'present', executable: 'electron' });
const unasked = (): Promise<ElectronRuntime> => Promise.reject(new Error('was looked for'));

it('chooses Electron if its runtime is available', async () => {
  const choice = await chooseHost({ wantedHost: undefined }, desktop, present);
  expect(choice).toMatchObject({ host: 'electron', executable: 'electron' });
});

it('chooses the browser if the runtime is missing, with the reason', async () => {
  const absent = (): Promise<ElectronRuntime> => Promise.resolve({ state: 'absent', reason: 'it rains' });
  const choice = await chooseHost({ wantedHost: undefined }, desktop, absent);
  expect(choice).toEqual({
    host: 'browser',
    line: "Running in the browser: Electron isn't available (it rains).",
  });
});

it('does not look for a runtime if the browser is requested, without a display, or as root on Linux', async () => {
  const machines = [
    ['browser', desktop],
    [undefined, { ...desktop, env: {} }],
    [undefined, { ...desktop, env: { DISPLAY: '' } }],
    ['electron', { ...desktop, isRoot: true }],
  ] as const;
  for (const [wantedHost, machine] of machines) {
    expect(await chooseHost({ wantedHost }, machine, unasked)).toMatchObject({ host: 'browser' });
  }
});

it('counts Wayland, macOS and Windows as displays', async () => {
  const machines = [
    { platform: 'linux', env: { WAYLAND_DISPLAY: 'wayland-0' }, isRoot: false },
    { platform: 'darwin', env: {}, isRoot: true },
    { platform: 'win32', env: {}, isRoot: false },
  ] as const;
  for (const machine of machines) {
    expect(await chooseHost({ wantedHost: undefined }, machine, present)).toMatchObject({
      host: 'electron',
    });
  }
});
