import { readFile, rename, stat, writeFile } from 'node:fs/promises';
import { z } from 'zod';

const foldersSchema = z.object({ open: z.string().optional(), save: z.string().optional() });

type Folders = z.infer<typeof foldersSchema>;
export type FileDialog = keyof Folders;

/** The last chosen folder of each dialog: files are rarely saved where they are opened from. */
export interface FolderMemory {
  /** Undefined if none was chosen, or if it no longer exists. */
  find(dialog: FileDialog): Promise<string | undefined>;
  /** Ignores errors: the folder is forgotten then. */
  keep(dialog: FileDialog, folder: string): Promise<void>;
}

/** Stores them in `file` across restarts. */
export function createFolderMemory(file: string): FolderMemory {
  const read = async (): Promise<Folders> => {
    try {
      return foldersSchema.parse(JSON.parse(await readFile(file, 'utf8')));
    } catch {
      return {};
    }
  };
  return {
    async find(dialog) {
      const folder = (await read())[dialog];
      return folder !== undefined && (await isFolder(folder)) ? folder : undefined;
    },
    async keep(dialog, folder) {
      const fresh = `${file}.new`;
      const folders = { ...(await read()), [dialog]: folder } satisfies Folders;
      try {
        await writeFile(fresh, JSON.stringify(folders), { mode: 0o600 });
        await rename(fresh, file);
      } catch {
        // The dialog starts in another folder next time.
      }
    },
  };
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}
