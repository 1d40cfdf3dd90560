import { join } from 'node:path';

export interface ProfileFolderSources {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly homeFolder: string;
}

/** Where the profile lives unless another folder is named: as each operating system wants it. */
export function defaultProfileFolder({ platform, env, homeFolder }: ProfileFolderSources): string {
  if (platform === 'darwin') return join(homeFolder, 'Library', 'Application Support', 'Tenant Desk');
  if (platform === 'win32')
    return join(env['APPDATA'] ?? join(homeFolder, 'AppData', 'Roaming'), 'Tenant Desk');
  const dataHome = env['XDG_DATA_HOME'];
  // The XDG base directory specification: a relative path is invalid and to be ignored.
  const isUsable = dataHome !== undefined && dataHome.startsWith('/');
  return join(isUsable ? dataHome : join(homeFolder, '.local', 'share'), 'tenant-desk');
}
