import { basename } from 'node:path';
import { DeskFailure } from '../../contract/errors/desk-failure.ts';
import { openAt } from '../../main/platform/host/open-at.ts';
import { replaceFile } from '../../main/platform/host/replace-file.ts';
import type { TestProfile } from '../builders/a-profile.ts';
import { aProfile } from '../builders/a-profile.ts';
import type { BackupWork } from './cut-off-backup.ts';

/**
 * Backs a profile up, or restores it, as the window does, until it is killed or under whatever limits it runs. The argument is the
 * work as JSON. Prints a line when it begins with each step, and in the end how that went, as JSON.
 */
const [argument = ''] = process.argv.slice(2);
const { does, folder, file } = JSON.parse(argument) as BackupWork;
const maxBytes = 100_000_000;

async function restore({ host, call }: TestProfile): Promise<void> {
  host.fileToOpen = await openAt(file, maxBytes);
  const opened = await call('backup.open', undefined);
  console.log('"restoring"');
  await call('backup.restore', { id: opened?.id ?? '', existing: 'replace', settings: true });
}

try {
  const profile = await aProfile({
    folder,
    async saveFile(_options, write) {
      await replaceFile(file, write);
      return { fileName: basename(file) };
    },
  });
  console.log('"ready"');
  if (does === 'back up') await profile.call('backup.create', { passphrase: null, includesSecrets: false });
  else await restore(profile);
  console.log('"done"');
  await profile[Symbol.asyncDispose]();
} catch (error) {
  if (!(error instanceof DeskFailure)) throw error;
  console.log(JSON.stringify(error.error));
}
