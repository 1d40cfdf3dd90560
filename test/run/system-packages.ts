import { existsSync } from 'node:fs';
import { runCommand } from './run-command.ts';

/** Whether system packages can be installed without asking: as root on Debian and its derivatives. */
const mayInstall = process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/** Installs system packages if allowed; returns whether it was tried. */
export async function installSystemPackages(
  names: readonly string[],
  say: (line: string) => void,
): Promise<boolean> {
  if (!mayInstall) return false;
  say(`Installing the system packages ${names.join(', ')}.`);
  await runCommand('apt-get', ['update', '-qq']);
  await runCommand('apt-get', ['install', '-y', '-qq', ...names], {
    env: { DEBIAN_FRONTEND: 'noninteractive' },
  });
  return true;
}
