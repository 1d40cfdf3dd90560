import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Arch, build, Platform } from 'electron-builder';
import { allBundles, buildStale } from '../../tools/build/build-bundles.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Packs the program for Linux into the folder like an installer does, with placeholder files instead of
 * Electron's runtime, which isn't needed. Returns the folder of the program's resources.
 */
export async function packProgram(folder: string, arch: Arch): Promise<string> {
  await buildStale(allBundles, () => undefined);
  const electronDist = join(folder, 'electron');
  await mkdir(join(electronDist, 'resources'), { recursive: true });
  for (const name of ['electron', 'version', 'LICENSE', 'LICENSES.chromium.html', 'chrome-sandbox']) {
    await writeFile(join(electronDist, name), 'in place of it', { mode: 0o755 });
  }
  const output = join(folder, Arch[arch]);
  await build({
    projectDir: root,
    targets: Platform.LINUX.createTarget('dir', arch),
    publish: 'never',
    config: {
      extends: 'electron-builder.yml',
      electronDist,
      // They are written into the real executable.
      electronFuses: null,
      directories: { output },
    },
  });
  const [unpacked] = (await readdir(output)).filter((name) => name.endsWith('unpacked'));
  return join(output, unpacked ?? '', 'resources');
}
