import type { DeskInfo } from '../../contract/app/desk-info.ts';
import type { HandlersOf } from '../../contract/bridge/methods.ts';
import type { Place } from '../../contract/links/links.ts';
import { failure } from '../platform/errors/failure.ts';
import { crashFolderOf, findCrashReports, removeCrashReport } from '../platform/host/crash-report-files.ts';
import type { EmbeddedTenant } from '../platform/host/embedded-tenant/embedded-tenant.ts';
import type { Host } from '../platform/host/host.ts';
import { isSecureAddress } from '../../contract/schema/loopback.ts';
import type { DamageReports } from '../platform/storage/damage-report.ts';
import type { SecretVault } from '../platform/secrets/secret-vault.ts';

export interface AppParts {
  readonly host: Pick<Host, 'kind' | 'openExternal' | 'copyText' | 'presence' | 'showAgain'>;
  readonly vault: Pick<SecretVault, 'status'>;
  readonly embeddedTenant?: Pick<EmbeddedTenant, 'start' | 'status'> | undefined;
  readonly version: string;
  readonly platform: NodeJS.Platform;
  readonly profileFolder: string;
  readonly damage: DamageReports;
  /** Unusable system proxy settings. */
  readonly proxyProblems?: readonly string[] | undefined;
  /** Why the policy of the organization can't be used. */
  readonly policyProblem?: string | undefined;
  /** Opens another window; absent where pages do that themselves. */
  readonly openWindow?: ((place: Place) => Promise<void>) | undefined;
  /** Called with the number of drafts that the page couldn't save. */
  readonly noteUnsaved?: ((count: number) => void) | undefined;
  /** Called when a closing page has saved the last edits. */
  readonly noteTypedSaved?: (() => void) | undefined;
}

const platforms: Partial<Record<NodeJS.Platform, DeskInfo['platform']>> = {
  darwin: 'darwin',
  linux: 'linux',
  win32: 'win32',
};

export function createAppHandlers(parts: AppParts): HandlersOf<'app'> {
  const { host, embeddedTenant } = parts;
  return {
    'app.info': async () => ({
      version: parts.version,
      host: host.kind,
      platform: platforms[parts.platform] ?? 'other',
      profileFolder: parts.profileFolder,
      keychain: await parts.vault.status(),
      ...(host.presence?.isAvailable() === true ? { hasTouchId: true as const } : {}),
      ...(parts.proxyProblems === undefined || parts.proxyProblems.length === 0
        ? {}
        : { proxyProblems: [...parts.proxyProblems] }),
      ...(parts.policyProblem === undefined ? {} : { policyProblem: parts.policyProblem }),
      ...damageOf(parts.damage),
    }),
    'app.crashReports': () => countCrashReports(parts.profileFolder),
    'app.deleteCrashReports': async () => {
      await deleteCrashReports(parts.profileFolder);
      return await countCrashReports(parts.profileFolder);
    },
    'app.noteDamageSeen': async () => void parts.damage.noteSeen(),
    'app.noteUnsaved': async ({ count }) => void parts.noteUnsaved?.(count),
    'app.noteTypedSaved': async () => void parts.noteTypedSaved?.(),
    'app.sandbox': async () => embeddedTenant?.status() ?? { state: 'absent' },
    'app.startSandbox': async () => {
      embeddedTenant?.start();
      return undefined;
    },
    'app.openExternal': async ({ url }) => {
      if (!isSecureAddress(url)) {
        throw failure('invalid-input', 'Only https URLs can be opened.');
      }
      await host.openExternal(url);
      return undefined;
    },
    'app.showAgain': async ({ purpose }) => host.showAgain?.(purpose) ?? { shows: 'nothing' },
    'app.openWindow': async (place) => {
      if (parts.openWindow === undefined)
        throw failure('invalid-input', 'Open another tab of the browser instead.');
      await parts.openWindow(place);
    },
    'app.copyText': async ({ text }) => {
      await host.copyText(text);
      return undefined;
    },
  };
}

async function countCrashReports(profileFolder: string): Promise<{ count: number; bytes: number }> {
  const reports = await findCrashReports(crashFolderOf(profileFolder));
  return { count: reports.length, bytes: reports.reduce((sum, { bytes }) => sum + bytes, 0) };
}

async function deleteCrashReports(profileFolder: string): Promise<void> {
  const folder = crashFolderOf(profileFolder);
  try {
    await Promise.all((await findCrashReports(folder)).map(removeCrashReport));
  } catch (error) {
    throw failure('storage-unwritable', `A crash report can’t be deleted. Delete the files in ${folder}.`, {
      cause: error,
    });
  }
}

function damageOf(reports: DamageReports): Pick<DeskInfo, 'damage'> {
  const damage = reports.unseen();
  return damage === undefined ? {} : { damage };
}
