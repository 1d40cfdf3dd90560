import { existsSync } from 'node:fs';
import { runCommand } from './run-command.ts';

/** True where packages of the system can be installed without asking anyone: Debian and its like, as the super-user. */
const mayInstall = process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/** Installs packages of the system where that is allowed; answers whether it was tried. */
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
