import type { HandlersOf } from '../../contract/bridge/methods.ts';
import type { BackupService } from './backup-service.ts';

export function createBackupHandlers(backups: BackupService): HandlersOf<'backup'> {
  return {
    'backup.create': (options, { signal }) => backups.create(options, signal),
    'backup.last': async () => backups.last(),
    'backup.open': (_nothing, { signal }) => backups.open(signal),
    'backup.unlock': ({ id, passphrase }, { signal }) => backups.unlock(id, passphrase, signal),
    'backup.restore': ({ id, ...choice }) => backups.restore(id, choice),
    'backup.close': async ({ id }) => void backups.close(id),
  };
}
