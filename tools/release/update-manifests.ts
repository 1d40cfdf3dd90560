import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type {
  PackageKind,
  ReleasedFile,
  SignedManifest,
  UpdateChannel,
  UpdateManifest,
} from '../../contract/updates/update-manifest.ts';
import { updateManifestSchema } from '../../contract/updates/update-manifest.ts';
import { hashFile } from '../../main/platform/files/hash-file.ts';
import { openManifest } from '../../main/updates/open-manifest.ts';
import { signText } from './release-key.ts';

/** How long a manifest is believed. It has to be signed again before, also without a new version. */
export const validDays = 90;
const day = 86_400_000;

export interface ReleaseToOffer {
  /** The files of the release. */
  readonly folder: string;
  readonly version: string;
  readonly notes: string;
  /** The percentage of installations that it is offered to. */
  readonly rollout: number;
  readonly minimumVersion: string;
  readonly heldBack: readonly string[];
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** A stable version is for everyone, also for those who chose previews. */
export const channelsOf = (version: string): readonly UpdateChannel[] =>
  version.includes('-') ? ['preview'] : ['stable', 'preview'];

/** The manifest of a channel for these files, in the folder of the version. Throws if there is nothing to install. */
export async function manifestOf(channel: UpdateChannel, release: ReleaseToOffer): Promise<UpdateManifest> {
  const { folder, version, notes, rollout, minimumVersion, heldBack, now } = release;
  const names = (await readdir(folder)).toSorted();
  const files = await Promise.all(names.map((name) => releasedFile(folder, version, name)));
  return updateManifestSchema.parse({
    ...{ channel, version, notes, rollout, minimumVersion, heldBack: [...heldBack] },
    ...validFrom(now),
    publishedAt: new Date(now).toISOString(),
    files: files.filter((file) => file !== undefined),
  });
}

/** Seconds rise with every signing, and need no counter that someone has to keep. */
function validFrom(now: number): Pick<UpdateManifest, 'expiresAt' | 'sequence'> {
  return {
    sequence: Math.floor(now / 1000),
    expiresAt: new Date(now + validDays * day).toISOString(),
  };
}

export function signManifest(manifest: UpdateManifest, privateKey: string): string {
  const text = JSON.stringify(manifest);
  const signed: SignedManifest = {
    manifest: text,
    signature: signText(text, privateKey).toString('base64'),
  };
  return `${JSON.stringify(signed)}\n`;
}

export interface ManifestChange {
  readonly rollout?: number | undefined;
  readonly heldBack?: readonly string[] | undefined;
}

/**
 * The signed manifest with the changes, valid from now on. Throws unless it was signed with this key: a manifest from a server isn't
 * signed unread.
 */
export function changeManifest(
  signed: Uint8Array,
  { rollout, heldBack = [] }: ManifestChange,
  keys: { readonly publicKey: string; readonly privateKey: string },
  now: number,
): string {
  const manifest = readManifest(signed, keys.publicKey);
  const changed = {
    ...manifest,
    ...validFrom(Math.max(now, (manifest.sequence + 1) * 1000)),
    rollout: rollout ?? manifest.rollout,
    heldBack: [...new Set([...manifest.heldBack, ...heldBack])],
  };
  return signManifest(updateManifestSchema.parse(changed), keys.privateKey);
}

/** Whichever channel it is of, and also after it has expired. Throws if it isn't signed with the key. */
function readManifest(signed: Uint8Array, publicKey: string): UpdateManifest {
  const trust = { publicKey, lastSequence: 0, now: 0 };
  try {
    return openManifest(signed, { ...trust, channel: 'stable' });
  } catch {
    return openManifest(signed, { ...trust, channel: 'preview' });
  }
}

const kinds: Readonly<Record<string, { readonly os: string; readonly kind: PackageKind }>> = {
  AppImage: { os: 'linux', kind: 'appimage' },
  deb: { os: 'linux', kind: 'deb' },
  rpm: { os: 'linux', kind: 'rpm' },
  zip: { os: 'mac', kind: 'zip' },
  dmg: { os: 'mac', kind: 'dmg' },
  exe: { os: 'win', kind: 'nsis' },
  msi: { os: 'win', kind: 'msi' },
};

/** Each kind of package has its own names for processors. */
const processors: Readonly<Record<string, ReleasedFile['arch']>> = {
  x64: 'x64',
  x86_64: 'x64',
  amd64: 'x64',
  arm64: 'arm64',
  aarch64: 'arm64',
};

/** Undefined for files of a release that install nothing, such as the command line. */
async function releasedFile(
  folder: string,
  version: string,
  name: string,
): Promise<ReleasedFile | undefined> {
  const [, of, os, archName = '', extension = ''] =
    /^tenant-desk-(\d[\w.-]*)-(linux|mac|win)-(\w+)\.(\w+)$/.exec(name) ?? [];
  const known = kinds[extension];
  const arch = processors[archName];
  if (known === undefined || arch === undefined || known.os !== os) return undefined;
  if (of !== version) throw new Error(`${name} isn't a file of ${version}.`);
  const path = join(folder, name);
  const sha512 = (await hashFile(path, 'sha512')).toString('base64');
  const { size } = await stat(path);
  return { path: `${version}/${name}`, kind: known.kind, arch, size, sha512 };
}
