import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hasDisplay } from '../../main/platform/host/has-display.ts';
import { findInstalledRuntime } from '../../tools/launch/electron-runtime.ts';
import { getElectronRuntime } from '../../tools/launch/get-electron.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const { platform, env } = process;

/** The executable of the runtime that is here already. */
export function findElectron(): Promise<string | undefined> {
  return findInstalledRuntime({ packageFolder: join(root, 'node_modules', 'electron'), platform, env });
}

/** Downloads the runtime where windows can be opened and it is missing, with as much patience as `npm start` has. */
export async function ensureElectron(say: (line: string) => void): Promise<void> {
  if (whyNoWindow().length > 0) return;
  const runtime = await getElectronRuntime({
    isWanted: false,
    signal: new AbortController().signal,
    started: (host) => say(`Downloading the Electron runtime from ${host}, once.`),
  });
  if (runtime.state === 'absent') say(`There is no Electron here: ${runtime.reason}.`);
}

/** Why the suite of the real Electron cannot run, with what would change that; undefined where it can. */
export async function whyNoElectron(): Promise<string | undefined> {
  const isInstalled = (await findElectron()) !== undefined;
  const reasons = [
    ...(isInstalled ? [] : ['there is no Electron runtime (npx install-electron)']),
    ...whyNoWindow(),
  ];
  return reasons.length === 0 ? undefined : reasons.join(', and ');
}

function whyNoWindow(): string[] {
  const isRoot = platform === 'linux' && process.getuid?.() === 0;
  return [
    ...(hasDisplay({ platform, env })
      ? []
      : ['there is no display (on Linux: xvfb-run --auto-servernum npm test)']),
    ...(isRoot ? ['Electron does not run as root (run npm test as another user)'] : []),
  ];
}
