import { join } from 'node:path';
import { DeskFailure } from '../../contract/errors/desk-failure.ts';
import { createFileExchange } from '../../main/platform/host/browser/file-exchange.ts';
import { replaceFile } from '../../main/platform/host/replace-file.ts';

/**
 * Saves a file of 400 KB as a host does, under whatever limits it runs. Arguments: host, folder. Prints how that ended, as
 * JSON.
 */
const [host = '', folder = ''] = process.argv.slice(2);
const { signal } = new AbortController();
const options = { title: 'Export', suggestedName: 'rules.json', extensions: ['.json'] };
const write = async (sink: (chunk: string) => Promise<void>): Promise<void> => {
  for (let piece = 0; piece < 8; piece += 1) await sink('x'.repeat(50_000));
};
try {
  if (host === 'electron-beginning') {
    await replaceFile(join(folder, options.suggestedName), write, { savesBeginning: true });
  } else if (host === 'electron') await replaceFile(join(folder, options.suggestedName), write);
  else await saveForPage();
  console.log(JSON.stringify({ saved: true }));
} catch (error) {
  if (!(error instanceof DeskFailure)) throw error;
  console.log(JSON.stringify(error.error));
}

async function saveForPage(): Promise<void> {
  const files = createFileExchange({ temporaryFolder: folder, newKey: () => 'key' });
  await files.offerFile(options, write, signal, () => {
    throw new Error('There is nothing to fetch.');
  });
}
