import type { BackupChoice, BackupSection } from '../../../contract/backup/backup-sections.ts';
import type { BackupPreview, OpenedBackup, SectionCount } from '../../../contract/backup/backup.ts';
import { counted, formatDateTime } from '../../../languages/text/intl.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { Context } from '../context.ts';
import type { Desk } from '../desk/desk.ts';
import { formatTable } from '../output/table.ts';

interface RestoreOptions {
  readonly passphraseStdin: boolean;
  readonly existing: BackupChoice;
  readonly settings: boolean;
  readonly dryRun: boolean;
  readonly yes: boolean;
}

/** `tdesk restore`. */
export async function restoreBackup(context: Context, path: string, options: RestoreOptions): Promise<void> {
  const { output } = context;
  const passphrase = await context.backupPassphrase(options.passphraseStdin);
  const desk = await context.desk({ opensBrowser: false });
  const opened = await desk.call('backup.open', undefined, { files: { open: path } });
  if (opened === undefined) throw failure('internal', 'The backup was not opened.');
  try {
    const preview = await unlocked(desk, opened, passphrase);
    if (options.dryRun) {
      const { id: _id, state: _state, ...data } = preview;
      await output.print({ verb: 'restore-preview', data, text: () => textOf(preview) });
      return;
    }
    if (!options.yes) {
      output.say(textOf(preview));
      await confirm(context);
    }
    const { existing, settings } = options;
    const restored = await desk.call('backup.restore', { id: opened.id, existing, settings });
    await output.print({
      verb: 'restore',
      data: { restored },
      text: () =>
        `Restored ${counted(restored.added, 'record')}, ${counted(restored.tenants, 'tenant')}: ${restored.replaced} replaced, ${restored.copied} kept twice, ${restored.skipped} skipped.\nThe profile before: ${restored.before}`,
    });
  } finally {
    await desk.call('backup.close', { id: opened.id });
  }
}

async function unlocked(
  { call }: Desk,
  opened: OpenedBackup,
  passphrase: string | undefined,
): Promise<BackupPreview> {
  if (opened.state === 'readable') return opened;
  if (passphrase !== undefined) return await call('backup.unlock', { id: opened.id, passphrase });
  throw failure(
    'invalid-input',
    `${opened.fileName} is encrypted. Pipe its passphrase with --passphrase-stdin, or set TDESK_BACKUP_PASSPHRASE.`,
  );
}

async function confirm(context: Context): Promise<void> {
  const response = await context.ask(
    'Type restore to continue: ',
    'Restoring needs a confirmation. Add --yes.',
  );
  if (response.trim() !== 'restore') throw failure('confirmation-mismatch', 'Nothing was restored.');
}

const countOf =
  (section: BackupSection) =>
  ({ counts }: { readonly counts: readonly SectionCount[] }): number =>
    counts.find((count) => count.section === section)?.total ?? 0;

function textOf(preview: BackupPreview): string {
  const { fileName, madeAt, tenants, others, settings, secrets } = preview;
  const states = { new: 'new', here: 'here already', denied: 'not allowed' };
  const rows = [
    ...tenants.map(({ name, state, counts }) => ({ name, state: states[state], counts })),
    { name: 'All tenants', state: '', counts: others },
  ];
  const all = rows.flatMap(({ counts }) => counts);
  const differing = all.reduce((sum, each) => sum + each.differing, 0);
  const added = all.reduce((sum, each) => sum + each.added, 0);
  return [
    `${fileName}, made ${formatDateTime(madeAt)}`,
    '',
    formatTable<(typeof rows)[number]>(
      [
        { title: 'Tenant', value: ({ name }) => name },
        { title: 'State', value: ({ state }) => state },
        { title: 'Drafts', value: countOf('drafts') },
        { title: 'History', value: countOf('history') },
        { title: 'Versions', value: countOf('versions') },
        { title: 'Queries', value: countOf('queries') },
        { title: 'Samples', value: countOf('samples') },
      ],
      rows,
    ),
    '',
    `${counted(added, 'new record')}, ${differing} here with other content, ${counted(settings.length, 'different setting')}, ${counted(secrets, 'secret')}`,
  ].join('\n');
}
