import { whyNoKeyring } from '../integration/keyring.ts';
import { installSystemPackages } from './system-packages.ts';

/** Installs what the tests need to start their own keyring, if system packages may be installed. */
export async function ensureKeyring(say: (line: string) => void): Promise<void> {
  if (process.platform !== 'linux' || whyNoKeyring() === undefined) return;
  await installSystemPackages(['dbus', 'gnome-keyring', 'libsecret-1-0'], say);
}
