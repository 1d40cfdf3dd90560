import type { Host } from '../../main/platform/host/host.ts';
import type { OpenedFile } from '../../main/platform/files/opened-file.ts';
import { realFolder } from '../../main/platform/host/real-folder.ts';
import type { RecordingHost } from './recording-host.ts';
import { createRecordingHost } from './recording-host.ts';

export interface SavedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * A recording host whose user always chooses: `fileToOpen` when asked for a file, and to save offered files.
 */
export interface FileHost extends RecordingHost {
  readonly saved: SavedFile[];
  fileToOpen: OpenedFile | undefined;
  folderToChoose: string | undefined;
}

export function createFileHost(): FileHost {
  const saved: SavedFile[] = [];
  const files: Pick<Host, 'openFile' | 'saveFile' | 'chooseFolder'> & {
    fileToOpen: OpenedFile | undefined;
    folderToChoose: string | undefined;
  } = {
    fileToOpen: undefined,
    folderToChoose: undefined,
    async chooseFolder() {
      return files.folderToChoose === undefined ? undefined : await realFolder(files.folderToChoose);
    },
    async openFile() {
      return files.fileToOpen;
    },
    async saveFile({ suggestedName }, write) {
      const chunks: Uint8Array[] = [];
      await write(async (chunk) => {
        chunks.push(typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk);
      });
      saved.push({ name: suggestedName, bytes: Buffer.concat(chunks) });
      return { fileName: suggestedName };
    },
  };
  return Object.assign(files, {
    ...createRecordingHost(),
    openFile: files.openFile,
    chooseFolder: files.chooseFolder,
    saveFile: files.saveFile,
    saved,
  });
}
