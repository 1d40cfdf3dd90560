import { createHash } from 'node:crypto';
import type { OfferedUpdate } from '../../contract/updates/updates.ts';
import type { ReleasedFile, UpdateManifest } from '../../contract/updates/update-manifest.ts';
import { compareVersions } from '../../contract/updates/version.ts';
import type { Installation } from './installation.ts';
import { canReplaceItself, fileFor, installCommand } from './installation.ts';

export interface ChoiceFacts {
  /** The version that is running. */
  readonly version: string;
  /** A random text that stays the same on this installation. */
  readonly installationId: string;
  /** The highest version that the policy allows. */
  readonly maxVersion?: string | undefined;
  /** True if the policy or the build only lets new versions be announced. */
  readonly onlyNotifies: boolean;
  readonly installation: Installation;
  /** The URL of the manifest, which its paths are relative to. */
  readonly manifestUrl: string;
}

export interface ChosenUpdate {
  readonly offered: OfferedUpdate;
  /** What is downloaded to replace this version; absent if it isn't offered, or can't be installed here. */
  readonly file?: ReleasedFile | undefined;
}

/** What the manifest means for this installation; undefined if there is nothing newer. A version never goes back. */
export function chooseUpdate(manifest: UpdateManifest, facts: ChoiceFacts): ChosenUpdate | undefined {
  if (compareVersions(manifest.version, facts.version) <= 0) return undefined;
  const withheld = withheldBy(manifest, facts);
  const file = facts.onlyNotifies ? undefined : ownFile(manifest, facts);
  const canInstall = withheld === null && file !== undefined;
  const manual =
    canInstall || withheld !== null ? undefined : fileFor(manifest, facts.installation, 'manual');
  const name = manual?.path.split('/').at(-1);
  return {
    offered: {
      version: manifest.version,
      publishedAt: Date.parse(manifest.publishedAt),
      notes: manifest.notes,
      rollout: manifest.rollout,
      withheld,
      canInstall,
      downloadUrl: manual === undefined ? null : new URL(manual.path, facts.manifestUrl).href,
      command: (name === undefined ? undefined : installCommand(facts.installation.kind, name)) ?? null,
    },
    ...(canInstall ? { file } : {}),
  };
}

function ownFile(manifest: UpdateManifest, { version, installation }: ChoiceFacts): ReleasedFile | undefined {
  const isTooOld = compareVersions(version, manifest.minimumVersion) < 0;
  return isTooOld || installation.obstacle !== undefined || !canReplaceItself(installation)
    ? undefined
    : fileFor(manifest, installation, 'own');
}

function withheldBy(manifest: UpdateManifest, facts: ChoiceFacts): OfferedUpdate['withheld'] {
  if (manifest.heldBack.includes(manifest.version)) return 'held-back';
  if (facts.maxVersion !== undefined && compareVersions(manifest.version, facts.maxVersion) > 0)
    return 'policy';
  return rolloutPlace(facts.installationId, manifest.version) < manifest.rollout ? null : 'rollout';
}

/**
 * The place of an installation in the rollout of a version, from 0 up to 100: always the same for both, and different for each
 * version, so that no one is always among the first.
 */
export function rolloutPlace(installationId: string, version: string): number {
  const hash = createHash('sha256').update(`${installationId}\n${version}`).digest();
  return (hash.readUInt32BE(0) / 2 ** 32) * 100;
}
