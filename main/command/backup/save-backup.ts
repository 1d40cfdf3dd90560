import { failure } from '../../platform/errors/failure.ts';
import type { Context } from '../context.ts';

/** `tdesk backup`. */
export async function saveBackup(
  context: Context,
  path: string,
  { passphraseStdin, secrets }: { readonly passphraseStdin: boolean; readonly secrets: boolean },
): Promise<void> {
  const passphrase = (await context.backupPassphrase(passphraseStdin)) ?? null;
  if (secrets && passphrase === null)
    throw failure(
      'invalid-input',
      'Secrets need a passphrase. Pipe it with --passphrase-stdin, or set TDESK_BACKUP_PASSPHRASE.',
    );
  const { call } = await context.desk({ opensBrowser: false });
  const input = { passphrase, includesSecrets: secrets };
  const saved = await call('backup.create', input, { files: { save: path } });
  if (saved === undefined) throw failure('internal', 'The backup was not saved.');
  await context.output.print({
    verb: 'backup',
    data: { file: path, madeAt: saved.at, isEncrypted: passphrase !== null, hasSecrets: saved.hasSecrets },
    text: () => `Saved ${path}${secrets ? ', with secrets' : ', without secrets'}.`,
  });
}
