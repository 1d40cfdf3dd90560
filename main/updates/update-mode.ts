import type { UpdateState } from '../../contract/updates/updates.ts';
import { versionPattern } from '../../contract/updates/version.ts';
import type { ManagedPolicy } from '../platform/policy/managed-policy.ts';
import type { Installation, InstallationKind } from './installation.ts';
import { canReplaceItself } from './installation.ts';
import type { ReleaseFacts } from './release-facts.ts';

export interface ModeFacts {
  readonly release: ReleaseFacts | undefined;
  readonly version: string;
  readonly policy: ManagedPolicy;
  readonly installation: Installation;
}

export type UpdateMode = Pick<UpdateState, 'mode' | 'reason'>;

/** What this program may do about new versions, and why not more. Whatever is missing or unclear turns updates off. */
export function updateMode({ release, version, policy, installation }: ModeFacts): UpdateMode {
  const off = (reason: string): UpdateMode => ({ mode: 'off', reason });
  const notify = (reason: string): UpdateMode => ({ mode: 'notify', reason });
  if (policy.values.updates === 'off') return off('Updates are turned off by your organization.');
  if (release === undefined || !versionPattern.test(version)) {
    return off(
      'This build has no signing key, so it can’t check for updates. Install a release to get them.',
    );
  }
  if (installation.kind === 'nsis' && release.publisher === undefined) {
    return off('This build doesn’t name its publisher, so it can’t check for updates. Install a release.');
  }
  if (policy.values.updates === 'notify') {
    return notify('Your organization installs updates. New versions are only announced here.');
  }
  if (installation.obstacle !== undefined) return notify(installation.obstacle);
  return canReplaceItself(installation)
    ? { mode: 'install', reason: null }
    : notify(reasons[installation.kind]);
}

const bySoftwareDistribution = 'This installation can’t replace itself. New versions are announced here.';

const reasons: Readonly<Record<InstallationKind, string>> = {
  appimage: bySoftwareDistribution,
  mac: bySoftwareDistribution,
  nsis: bySoftwareDistribution,
  msi: 'Installed for this computer (MSI): an administrator installs updates. New versions are announced here.',
  deb: 'Installed as a Debian package: install updates as an administrator. New versions are announced here.',
  rpm: 'Installed as an RPM package: install updates as an administrator. New versions are announced here.',
  source: 'This copy can’t install updates. New versions are announced here.',
};
