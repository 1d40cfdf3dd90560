import { join } from 'node:path';

export interface ProfileFolderSources {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly homeFolder: string;
}

/** The default profile folder, following the conventions of each operating system. */
export function defaultProfileFolder({ platform, env, homeFolder }: ProfileFolderSources): string {
  if (platform === 'darwin') return join(homeFolder, 'Library', 'Application Support', 'Tenant Desk');
  // Not the roaming folder: databases and caches would be copied over the network at every sign-in to Windows.
  if (platform === 'win32')
    return join(env['LOCALAPPDATA'] ?? join(homeFolder, 'AppData', 'Local'), 'Tenant Desk');
  const dataRoot = env['XDG_DATA_HOME'];
  // XDG base directory specification: relative paths are invalid and must be ignored.
  const isUsable = dataRoot !== undefined && dataRoot.startsWith('/');
  return join(isUsable ? dataRoot : join(homeFolder, '.local', 'share'), 'tenant-desk');
}

/** The default profile folder of earlier versions on Windows; undefined elsewhere. */
export function roamingProfileFolder({
  platform,
  env,
  homeFolder,
}: ProfileFolderSources): string | undefined {
  if (platform !== 'win32') return undefined;
  return join(env['APPDATA'] ?? join(homeFolder, 'AppData', 'Roaming'), 'Tenant Desk');
}
