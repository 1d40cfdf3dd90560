import { Option } from '@commander-js/extra-typings';
import { backupChoices } from '../../../contract/backup/backup-sections.ts';
import type { DefineVerb } from '../run.ts';
import { addExamples } from '../run.ts';

const passphraseFlag = () =>
  new Option('--passphrase-stdin', 'read the passphrase from stdin (or TDESK_BACKUP_PASSPHRASE)').default(
    false,
  );

export const defineBackup: DefineVerb = (command, run) => {
  command
    .argument('<file>', 'file to save (.tdbackup); an existing one is replaced')
    .addOption(passphraseFlag())
    .option('--secrets', 'include client secrets and webhook credentials; needs a passphrase', false)
    .description('save drafts, history, queries, samples, settings and tenants, without sessions')
    .action(
      run(async (context, file, options) => {
        const { saveBackup } = await import('../backup/save-backup.ts');
        await saveBackup(context, file, options);
      }),
    );
  addExamples(command, [
    ['backup monday.tdbackup', 'Save a backup without secrets:'],
    ['backup monday.tdbackup --secrets --passphrase-stdin < passphrase', 'An encrypted one with secrets:'],
  ]);
};

export const defineRestore: DefineVerb = (command, run) => {
  command
    .argument('<file>', 'backup to restore (.tdbackup)')
    .addOption(passphraseFlag())
    .addOption(
      new Option('--existing <choice>', 'what happens to records that are here with other content')
        .choices(backupChoices)
        .default('keep-both' as const),
    )
    .option('--settings', 'restore the settings, too', false)
    .option('--dry-run', 'only show what is in it', false)
    .option('--yes', 'restore without asking', false)
    .description('restore all of a backup or nothing; a backup of this profile is saved before')
    .action(
      run(async (context, file, options) => {
        const { restoreBackup } = await import('../backup/restore-backup.ts');
        await restoreBackup(context, file, options);
      }),
    );
  addExamples(command, [
    ['restore monday.tdbackup --dry-run', 'See what a backup has, and what is here already:'],
    ['restore monday.tdbackup --existing replace --yes', 'Restore it in a script:'],
  ]);
};
