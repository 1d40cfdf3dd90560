import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hasDisplay } from '../../main/platform/host/has-display.ts';
import { findInstalledRuntime } from '../../tools/launch/electron-runtime.ts';
import { getElectronRuntime } from '../../tools/launch/get-electron.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const { platform, env } = process;

/** The executable of the installed runtime. */
export function findElectron(): Promise<string | undefined> {
  return findInstalledRuntime({ packageFolder: join(root, 'node_modules', 'electron'), platform, env });
}

/**
 * Downloads the runtime if windows can be opened and it is missing, with the same patience as `npm start`.
 */
export async function ensureElectron(say: (line: string) => void): Promise<void> {
  if (whyNoWindow().length > 0) return;
  const runtime = await getElectronRuntime({
    isWanted: false,
    signal: new AbortController().signal,
    started: (host) => say(`Downloading the Electron runtime from ${host}, once.`),
  });
  if (runtime.state === 'absent') say(`Electron isn't available: ${runtime.reason}.`);
}

/** Why the suite with the real Electron can't run, with a remedy; undefined if it can. */
export async function whyNoElectron(): Promise<string | undefined> {
  const isInstalled = (await findElectron()) !== undefined;
  const reasons = [
    ...(isInstalled ? [] : ['no Electron runtime (run npx install-electron)']),
    ...whyNoWindow(),
  ];
  return reasons.length === 0 ? undefined : reasons.join(', and ');
}

function whyNoWindow(): string[] {
  const isRoot = platform === 'linux' && process.getuid?.() === 0;
  return [
    ...(hasDisplay({ platform, env }) ? [] : ['no display (on Linux: xvfb-run --auto-servernum npm test)']),
    ...(isRoot ? ["Electron can't run as root (run npm test as another user)"] : []),
  ];
}
