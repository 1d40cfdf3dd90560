import { join } from 'node:path';
import type { Settings } from '../../contract/settings/settings.ts';
import type { NounParts } from '../tenants/noun-parts.ts';
import { createUpdateHandlers } from './handlers.ts';
import type { Installation } from './installation.ts';
import type { ReleaseFacts } from './release-facts.ts';
import { createUpdateService } from './update-service.ts';

export const updatesFolderIn = (profileFolder: string): string => join(profileFolder, 'updates');

/** What the host knows about this program. */
export interface ProgramFacts {
  readonly version: string;
  readonly release: ReleaseFacts | undefined;
  readonly installation: Installation;
  /** Free space for this user, in bytes; default: that of the file system. */
  readonly freeBytes?: ((folder: string) => Promise<number>) | undefined;
}

export interface UpdatesOptions extends ProgramFacts {
  readonly profileFolder: string;
  readonly settings: () => Settings;
}

/** New versions of this program. */
export function createUpdates(parts: NounParts, { profileFolder, ...options }: UpdatesOptions) {
  const service = createUpdateService({
    ...parts,
    ...options,
    folder: updatesFolderIn(profileFolder),
    onChange: (state) => parts.emit('updates.changed', state),
  });
  return { handlers: createUpdateHandlers(service), tick: service.tick, end: service.end };
}
