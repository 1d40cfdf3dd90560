import type { HandlersOf } from '../../contract/bridge/methods.ts';
import { createBackupService } from '../backup/backup-service.ts';
import { createBackupHandlers } from '../backup/handlers.ts';
import type { Changes } from '../changes/changes.ts';
import type { NounParts } from '../tenants/noun-parts.ts';
import { isRedacted } from '../webhooks/redact-existing.ts';
import type { Foundation } from './foundation.ts';

interface BackupOptions extends Pick<NounParts, 'newId' | 'now'> {
  readonly foundation: Foundation;
  readonly version?: string | undefined;
}

/** Backups of the whole profile. */
export function createBackups(
  { foundation, version = '', now, newId }: BackupOptions,
  { host, emit }: Pick<NounParts, 'emit' | 'host'>,
  { changes, drafts }: Pick<Changes, 'changes' | 'drafts'>,
): HandlersOf<'backup'> {
  const { profile, tenantStore, settingsStore, transport } = foundation;

  /** Windows show what was restored at once, wherever it is shown. */
  function announce(): void {
    const settings = settingsStore.read();
    transport.configure(settings);
    emit('settings.changed', settings);
    const tenants = tenantStore.list();
    emit('tenants.changed', [...tenants]);
    emit('drafts.changed', { changed: drafts.list(), removed: [] });
    emit('queryLibrary.changed', {});
    for (const { id: tenantId } of tenants) {
      emit('history.changed', { tenantId });
      emit('queries.historyChanged', { tenantId });
    }
  }

  return createBackupHandlers(
    createBackupService({
      ...foundation,
      ...{ folder: profile.folder, database: profile.database, host, version, now, newId },
      isRedacted: () => isRedacted(profile.database),
      isApplying: () => changes.open().some(({ isRunning }) => isRunning),
      onrestored: announce,
    }),
  );
}
