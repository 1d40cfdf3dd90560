import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { posix, win32 } from 'node:path';
import type { Installation, InstallationKind } from '../installation.ts';

export interface ProgramPlace {
  readonly platform: NodeJS.Platform;
  readonly arch: string;
  readonly isPackaged: boolean;
  readonly execPath: string;
  /** Electron's `process.resourcesPath`. */
  readonly resourcesPath: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly productName: string;
}

/** How this program was installed, from what the packages leave beside it. */
export function findInstallation(place: ProgramPlace): Pick<Installation, 'kind' | 'arch' | 'obstacle'> {
  const kind = kindOf(place);
  const obstacle = obstacleOf(kind, place);
  return { kind, arch: place.arch, ...(obstacle === undefined ? {} : { obstacle }) };
}

function kindOf(place: ProgramPlace): InstallationKind {
  const { platform, isPackaged, execPath, env } = place;
  if (!isPackaged) return 'source';
  switch (platform) {
    case 'linux':
      return env['APPIMAGE'] === undefined ? linuxPackage(place) : 'appimage';
    case 'darwin':
      return 'mac';
    case 'win32':
      // The MSI leaves no program for its removal; Windows has it.
      return existsSync(win32.join(win32.dirname(execPath), `Uninstall ${place.productName}.exe`))
        ? 'nsis'
        : 'msi';
    default:
      return 'source';
  }
}

/** electron-builder writes the type of the package beside the program. */
function linuxPackage({ resourcesPath }: ProgramPlace): InstallationKind {
  try {
    const type = readFileSync(posix.join(resourcesPath, 'package-type'), 'utf8').trim();
    return type === 'deb' || type === 'rpm' ? type : 'source';
  } catch {
    return 'source';
  }
}

function obstacleOf(kind: InstallationKind, { execPath, env }: ProgramPlace): string | undefined {
  if (kind === 'appimage') {
    const file = env['APPIMAGE'] ?? '';
    return posix.isAbsolute(file) && isWritable(posix.dirname(file))
      ? undefined
      : 'The folder of the AppImage can’t be written to. Move it to your own folder to install updates.';
  }
  // macOS runs what was opened from a download, or from a disk image, at a place that can't be changed.
  if (kind === 'mac' && (execPath.includes('/AppTranslocation/') || execPath.startsWith('/Volumes/')))
    return 'Move Tenant Desk to the Applications folder to install updates.';
  return undefined;
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
