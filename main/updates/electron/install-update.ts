import { chmod, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { AppUpdater } from 'electron-updater';
import { AppImageUpdater, MacUpdater, NsisUpdater } from 'electron-updater';
import { formatBytes } from '../../../languages/text/intl.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { Log } from '../../platform/log/log.ts';
import type { DownloadedUpdate, InstallationKind } from '../installation.ts';
import { verifiedProvider } from './verified-provider.ts';

export interface InstallParts {
  readonly kind: InstallationKind;
  /** The version that is running. */
  readonly version: string;
  /** The publisher in the certificate of Windows packages. */
  readonly publisher: string | undefined;
  /** The profile's folder for updates. The downloaded file is in its `pending`. */
  readonly folder: string;
  readonly quit: () => void;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: Log;
  /** Stops everything, and then calls `replace`. Throws `update-blocked`; the program then continues. */
  readonly replaceWith: (replace: () => Promise<void>) => Promise<void>;
}

/**
 * Hands the downloaded file to electron-updater, which knows how each system replaces a running program. It has verified nothing and
 * downloads nothing: it finds the file in its cache, and checks the hash of our manifest once more.
 */
export async function installUpdate(parts: InstallParts, update: DownloadedUpdate): Promise<void> {
  const updater = createUpdater(parts);
  updater.autoDownload = false;
  updater.autoInstallOnAppQuit = false;
  updater.disableDifferentialDownload = true;
  updater.disableWebInstaller = true;
  updater.logger = loggerTo(parts.log);
  if (updater instanceof NsisUpdater) await requirePublisher(updater, parts.publisher, update);
  if (updater instanceof AppImageUpdater) await prepareAppImage(parts, update);
  await offerFromCache(updater, parts, update);
  await parts.replaceWith(
    () =>
      new Promise((_resolve, reject) => {
        updater.once('error', reject);
        // Silently, and with a start afterwards.
        updater.quitAndInstall(true, true);
      }),
  );
}

function createUpdater({ kind, version, folder, quit }: InstallParts): AppUpdater {
  const adapter = {
    version,
    name: 'tenant-desk',
    isPackaged: true,
    appUpdateConfigPath: configFileIn(folder),
    userDataPath: folder,
    baseCachePath: dirname(folder),
    whenReady: () => Promise.resolve(),
    // Only for an installation at the exit, which is turned off.
    relaunch: () => undefined,
    onQuit: () => undefined,
    quit,
  };
  switch (kind) {
    case 'appimage':
      return new AppImageUpdater(null, adapter);
    case 'mac':
      return new MacUpdater(undefined, adapter);
    case 'nsis':
      return new NsisUpdater(null, adapter);
    default:
      throw failure('invalid-input', 'Nothing was installed: this copy can’t replace itself.');
  }
}

const configFileIn = (folder: string): string => join(folder, 'app-update.yml');

/** Writes what electron-updater's cache has beside a file that it downloaded, and makes it take that. */
async function offerFromCache(
  updater: AppUpdater,
  { folder }: InstallParts,
  update: DownloadedUpdate,
): Promise<void> {
  await writeFile(configFileIn(folder), JSON.stringify({ updaterCacheDirName: basename(folder) }));
  const { path, sha512 } = update;
  const info = { fileName: basename(path), sha512, isAdminRightsRequired: false };
  await writeFile(join(dirname(path), 'update-info.json'), JSON.stringify(info));
  updater.setFeedURL({ provider: 'custom', updateProvider: verifiedProvider(update) });
  const found = await updater.checkForUpdates();
  const [taken] = found?.isUpdateAvailable === true ? await updater.downloadUpdate() : [path];
  // On macOS it doesn't name the file.
  if (found?.isUpdateAvailable !== true || (taken !== undefined && taken !== path))
    throw failure('internal', `Nothing was installed: ${update.version} isn’t newer than this version.`);
}

/** Windows knows who signed the installer. Without a name to compare it with, nothing is installed. */
async function requirePublisher(
  updater: NsisUpdater,
  publisher: string | undefined,
  { path, version }: DownloadedUpdate,
): Promise<void> {
  if (publisher === undefined || publisher === '')
    throw failure('update-untrusted', 'Nothing was installed: this build doesn’t name its publisher.');
  const problem = await updater.verifyUpdateCodeSignature([publisher], path);
  if (problem === null) return;
  await rm(path, { force: true });
  throw failure(
    'update-untrusted',
    `Nothing was installed: the installer of ${version} isn’t signed by ${publisher}. It was deleted.`,
    { detail: problem },
  );
}

/** The old file is removed before the new one is moved to its place: that must not fail on another, full disk. */
async function prepareAppImage({ env }: InstallParts, { path, size }: DownloadedUpdate): Promise<void> {
  await chmod(path, 0o755);
  const folder = dirname(env['APPIMAGE'] ?? '');
  const [source, target] = await Promise.all([stat(path), stat(folder)]);
  if (source.dev === target.dev) return;
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize >= size) return;
  throw failure(
    'storage-full',
    `Nothing was installed: the disk of ${folder} is full. Free up ${formatBytes(size, 'up')} and try again.`,
  );
}

function loggerTo(log: Log) {
  const write = (level: 'info' | 'warning' | 'error') => (message?: unknown) =>
    log.write(level, 'updates.installer', { message: String(message) });
  return { info: write('info'), warn: write('warning'), error: write('error') };
}
