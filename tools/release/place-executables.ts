import { chmod, copyFile, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** As electron-builder names systems. */
const systems = { linux: 'linux', darwin: 'mac', win32: 'win' } as const;
export type ExecutableSystem = keyof typeof systems;

export interface PlacedExecutable {
  readonly system: ExecutableSystem;
  readonly arch: string;
}

/**
 * Copies the executables of the command line of this version, as `npm run package:tdesk` names them, from a folder to where the
 * installers take them from: `bin/SYSTEM-ARCH` of `out` (`extraResources` in electron-builder.yml).
 */
export async function placeExecutables(
  from: string,
  out: string,
  version: string,
): Promise<readonly PlacedExecutable[]> {
  const prefix = `tdesk-${version}-`;
  const placed: PlacedExecutable[] = [];
  for (const name of (await readdir(from)).filter((each) => each.startsWith(prefix))) {
    const [, platform, arch = '', ending = ''] =
      /^(linux|darwin|win32)-(x64|arm64)(\.exe)?$/.exec(name.slice(prefix.length)) ?? [];
    const system = isSystem(platform) ? platform : undefined;
    if (system === undefined) continue;
    const folder = join(out, 'bin', `${systems[system]}-${arch}`);
    await mkdir(folder, { recursive: true });
    const target = join(folder, `tdesk${ending}`);
    await copyFile(join(from, name), target);
    // Artifacts of a workflow lose it.
    await chmod(target, 0o755);
    placed.push({ system, arch });
  }
  return placed;
}

const isSystem = (name: string | undefined): name is ExecutableSystem =>
  name !== undefined && Object.hasOwn(systems, name);

/** Throws unless there is an executable for each processor that this system's installers are built for. */
export function requireEach(placed: readonly PlacedExecutable[], platform: string): void {
  const missing = ['x64', 'arm64'].filter(
    (arch) => !placed.some((each) => each.system === platform && each.arch === arch),
  );
  if (missing.length === 0) return;
  throw new Error(
    `There is no executable of tdesk for ${missing.map((arch) => `${platform} ${arch}`).join(' and ')}. Build it there with npm run package:tdesk.`,
  );
}
