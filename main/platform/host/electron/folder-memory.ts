import { readFile, rename, stat, writeFile } from 'node:fs/promises';
import { z } from 'zod';

const foldersSchema = z.object({ open: z.string().optional(), save: z.string().optional() });

type Folders = z.infer<typeof foldersSchema>;
export type FileDialog = keyof Folders;

/** The folders that were last chosen, one for each dialog: what is saved seldom lies where files come from. */
export interface FolderMemory {
  /** Undefined when none was chosen, or when it is gone. */
  find(dialog: FileDialog): Promise<string | undefined>;
  /** A folder that cannot be kept is forgotten. */
  keep(dialog: FileDialog, folder: string): Promise<void>;
}

/** Keeps them in `file`, over the end of the program. */
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
        // The dialog begins elsewhere the next time.
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
