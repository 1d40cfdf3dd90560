import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Arch, build, Platform } from 'electron-builder';
import { allBundles } from '../../tools/build/all-bundles.ts';
import { buildStale } from '../../tools/build/build-stale.ts';
import { writePlaceholderRuntime } from './placeholder-runtime.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Packs the program into the folder like an installer does, with placeholder files instead of Electron's runtime, which isn't
 * needed. Returns the folder of what an installer would contain, and in it the folder of the program's resources.
 */
export async function packProgram(
  folder: string,
  arch: Arch,
  platform: Platform = Platform.LINUX,
): Promise<{ readonly installed: string; readonly resources: string }> {
  await buildStale(allBundles, () => undefined);
  const electronDist = join(folder, `electron-${platform.nodeName}`);
  await writePlaceholderRuntime(electronDist, platform);
  const output = join(folder, `${platform.nodeName}-${Arch[arch]}`);
  await build({
    projectDir: root,
    targets: platform.createTarget('dir', arch),
    publish: 'never',
    config: {
      extends: 'electron-builder.yml',
      electronDist,
      // They are written into the real executable.
      electronFuses: null,
      // Placeholders have no signature and no resources to edit.
      mac: { identity: null },
      win: { signAndEditExecutable: false },
      // On Windows the hash of the archive is written into the executable.
      ...(platform === Platform.WINDOWS ? { disableAsarIntegrity: true } : {}),
      directories: { output },
    },
  });
  const names = await readdir(output);
  const unpacked = names.find((name) => name.endsWith('unpacked') || name.startsWith('mac')) ?? '';
  const installed = join(output, unpacked);
  const resources = platform === Platform.MAC ? 'Tenant Desk.app/Contents/Resources' : 'resources';
  return { installed, resources: join(installed, resources) };
}
