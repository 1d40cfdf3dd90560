import { hasDisplay } from '../../main/platform/host/has-display.ts';
import type { LaunchArguments } from './arguments.ts';
import type { ElectronRuntime } from './electron-runtime.ts';

interface Machine {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly isRoot: boolean;
}

type HostChoice =
  | { readonly host: 'electron'; readonly executable: string; readonly line: string }
  | { readonly host: 'browser'; readonly line: string };

/** Decides between the two hosts and says in one line which and why. */
export async function chooseHost(
  args: Pick<LaunchArguments, 'wantedHost'>,
  machine: Machine,
  findRuntime: () => Promise<ElectronRuntime>,
): Promise<HostChoice> {
  const browser = (why: string): HostChoice => ({ host: 'browser', line: `Running in the browser: ${why}.` });
  if (args.wantedHost === 'browser') return browser('--browser was given');
  if (!hasDisplay(machine)) return browser('this machine has no display, so open the link yourself');
  // Chromium doesn't run its sandbox as root, and we don't run it without its sandbox.
  if (machine.platform === 'linux' && machine.isRoot) return browser("Electron can't run as root");
  const runtime = await findRuntime();
  if (runtime.state === 'absent') return browser(`Electron isn't available (${runtime.reason})`);
  return {
    host: 'electron',
    executable: runtime.executable,
    line: 'Running in Electron: its runtime is installed.',
  };
}
