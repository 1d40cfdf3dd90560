import type { PackageKind, ReleasedFile, UpdateManifest } from '../../contract/updates/update-manifest.ts';

/** How Tenant Desk was installed. `source`: from a checkout of its sources. */
export type InstallationKind = 'appimage' | 'deb' | 'rpm' | 'mac' | 'nsis' | 'msi' | 'source';

/** A downloaded file that is what the manifest says. */
export interface DownloadedUpdate {
  readonly version: string;
  readonly path: string;
  readonly size: number;
  /** SHA-512 in base64. */
  readonly sha512: string;
  /** The URL that it is from. */
  readonly url: string;
}

export interface Installation {
  readonly kind: InstallationKind;
  readonly arch: string;
  /** Why this copy can't be replaced, such as a folder that can't be written to: a full sentence. */
  readonly obstacle?: string | undefined;
  /** Ends the program and starts the new version; absent if this host can't. Throws `update-blocked`. */
  readonly install?: ((update: DownloadedUpdate) => Promise<void>) | undefined;
}

/** What a person downloads, and what the program replaces itself with. */
const kindsOf: Readonly<
  Record<
    InstallationKind,
    { readonly manual: PackageKind | undefined; readonly own: PackageKind | undefined }
  >
> = {
  appimage: { manual: 'appimage', own: 'appimage' },
  deb: { manual: 'deb', own: undefined },
  rpm: { manual: 'rpm', own: undefined },
  mac: { manual: 'dmg', own: 'zip' },
  nsis: { manual: 'nsis', own: 'nsis' },
  msi: { manual: 'msi', own: undefined },
  source: { manual: undefined, own: undefined },
};

/** True if a program that was installed like this can replace itself. */
export const canReplaceItself = ({ kind, install }: Installation): boolean =>
  kindsOf[kind].own !== undefined && install !== undefined;

/** The file that this installation needs. `own`: to replace itself; `manual`: for a person to install. */
export function fileFor(
  { files }: Pick<UpdateManifest, 'files'>,
  { kind, arch }: Pick<Installation, 'kind' | 'arch'>,
  purpose: 'own' | 'manual',
): ReleasedFile | undefined {
  const wanted = kindsOf[kind][purpose];
  return wanted === undefined ? undefined : files.find((file) => file.kind === wanted && file.arch === arch);
}

/** What installs the downloaded file, for a terminal. The name has no characters that a shell would read. */
export function installCommand(kind: InstallationKind, name: string): string | undefined {
  switch (kind) {
    case 'deb':
      return `sudo apt install ./${name}`;
    case 'rpm':
      return `sudo dnf install ./${name}`;
    case 'msi':
      return `msiexec /i ${name}`;
    default:
      return undefined;
  }
}
