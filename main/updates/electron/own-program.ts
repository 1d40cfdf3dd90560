import type { Log } from '../../platform/log/log.ts';
import type { DownloadedUpdate } from '../installation.ts';
import { readReleaseFacts } from '../release-facts.ts';
import type { ProgramFacts } from '../updates.ts';
import { updatesFolderIn } from '../updates.ts';
import { findInstallation } from './find-installation.ts';

export interface OwnProgramParts {
  /** Electron's. */
  readonly app: {
    readonly isPackaged: boolean;
    getAppPath(): string;
    getVersion(): string;
    quit(): void;
  };
  readonly profileFolder: string;
  readonly log: Log;
  /** Stops everything, and then calls `replace`. */
  readonly replaceWith: (replace: () => Promise<void>) => Promise<void>;
}

/** What updates need to know of this installation, and how they replace it. */
export function ownProgram({
  app,
  profileFolder,
  log,
  replaceWith,
}: OwnProgramParts): Omit<ProgramFacts, 'version'> {
  const { platform, arch, env, execPath, resourcesPath } = process;
  const release = readReleaseFacts(app.getAppPath());
  const found = findInstallation({
    ...{ platform, arch, env, execPath, resourcesPath },
    isPackaged: app.isPackaged,
    productName: 'Tenant Desk',
  });
  async function install(update: DownloadedUpdate): Promise<void> {
    // Not needed by most starts.
    const { installUpdate } = await import('./install-update.ts');
    const parts = {
      ...{ kind: found.kind, publisher: release?.publisher, env, log, replaceWith },
      version: app.getVersion(),
      folder: updatesFolderIn(profileFolder),
      quit: () => app.quit(),
    };
    await installUpdate(parts, update);
  }
  return { release, installation: { ...found, install } };
}
