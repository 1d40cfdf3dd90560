import { basename, dirname, join } from 'node:path';
import type { BrowserWindow, Dialog, FileFilter } from 'electron';
import { failure } from '../../errors/failure.ts';
import { portableFileName } from '../../files/file-name.ts';
import type { Host } from '../host.ts';
import { realFolder } from '../real-folder.ts';
import type { FolderMemory } from './folder-memory.ts';
import { openAt } from '../open-at.ts';
import { replaceFile } from '../replace-file.ts';

export interface FileDialogsOptions {
  readonly dialog: Pick<Dialog, 'showOpenDialog' | 'showSaveDialog'>;
  /** The window that the dialog belongs to: that of the call, if open. */
  readonly window: () => BrowserWindow | undefined;
  readonly folders: FolderMemory;
  /** Initial folder for saving. */
  readonly downloadsFolder: string;
}

/** `Host.openFile`, `Host.saveFile` and `Host.chooseFolder` with the operating system's dialogs. */
export function createFileDialogs(
  options: FileDialogsOptions,
): Pick<Host, 'openFile' | 'saveFile' | 'chooseFolder'> {
  const { dialog, folders, downloadsFolder } = options;

  function requireWindow(): BrowserWindow {
    const window = options.window();
    if (window === undefined) throw failure('canceled', 'The Tenant Desk window was closed.');
    return window;
  }

  return {
    async openFile({ title, extensions, maxBytes }, signal) {
      const folder = await folders.find('open');
      const chosen = await dialog.showOpenDialog(requireWindow(), {
        title,
        ...(folder === undefined ? {} : { defaultPath: folder }),
        properties: ['openFile'],
        filters: filtersFor(extensions),
      });
      const [path] = chosen.filePaths;
      if (chosen.canceled || path === undefined) return undefined;
      await folders.keep('open', dirname(path));
      rejectWhenAborted(signal);
      return await openAt(path, maxBytes);
    },
    async saveFile({ title, suggestedName, extensions, savesBeginning = false }, write, signal) {
      const chosen = await dialog.showSaveDialog(requireWindow(), {
        title,
        defaultPath: join((await folders.find('save')) ?? downloadsFolder, portableFileName(suggestedName)),
        filters: filtersFor(extensions),
      });
      if (chosen.canceled || chosen.filePath === '') return undefined;
      await folders.keep('save', dirname(chosen.filePath));
      rejectWhenAborted(signal);
      await replaceFile(chosen.filePath, write, { savesBeginning });
      return { fileName: basename(chosen.filePath) };
    },
    async chooseFolder({ title }, signal) {
      const folder = await folders.find('open');
      const chosen = await dialog.showOpenDialog(requireWindow(), {
        title,
        ...(folder === undefined ? {} : { defaultPath: folder }),
        properties: ['openDirectory', 'createDirectory'],
      });
      const [path] = chosen.filePaths;
      if (chosen.canceled || path === undefined) return undefined;
      rejectWhenAborted(signal);
      return await realFolder(path);
    },
  };
}

function filtersFor(extensions: readonly string[]): FileFilter[] {
  const names = extensions.map((extension) => extension.replace(/^\./, ''));
  return [
    { name: names.map((name) => name.toUpperCase()).join(', '), extensions: names },
    { name: 'All files', extensions: ['*'] },
  ];
}

function rejectWhenAborted(signal: AbortSignal): void {
  if (signal.aborted) throw failure('canceled', 'Canceled.');
}
