import type { CallContext } from '../../../contract/bridge/methods.ts';
import type { OpenedFiles } from '../../platform/files/opened-files.ts';
import type { OpenedExport } from '../files/export-file.ts';
import type { SideReading, Sides } from './read-sides.ts';
import { readSides } from './read-sides.ts';
import type { WorkbookRecord } from './workbook-record.ts';

export interface SideParts extends SideReading {
  readonly files: OpenedFiles<OpenedExport>;
}

/** The sides of workbooks and the files of this session, in memory. */
export interface WorkbookSides {
  /** Refreshes both sides. */
  load(record: WorkbookRecord, call: CallContext): Promise<Sides>;
  /** Returns both sides from the cache. */
  get(record: WorkbookRecord, call: CallContext): Promise<Sides>;
  /** Throws where the file is no longer open. */
  openFile(fileId: string): OpenedExport;
  /** The file that the rules come from, while it is still there to be sent. */
  openFileOf(record: WorkbookRecord): string | undefined;
}

/** Workbooks whose sides stay in memory. */
const maxLoaded = 3;

export function createWorkbookSides(parts: SideParts): WorkbookSides {
  const { files } = parts;
  const loaded = new Map<string, Sides>();
  /** Files of this session, by what they hold. */
  const openFiles = new Map<string, string>();

  async function load(record: WorkbookRecord, call: CallContext): Promise<Sides> {
    const sides = await readSides(parts, record, call);
    loaded.delete(record.id);
    loaded.set(record.id, sides);
    const oldest = loaded.keys().next();
    if (loaded.size > maxLoaded && !oldest.done) loaded.delete(oldest.value);
    return sides;
  }

  return {
    load,
    get: async (record, call) => loaded.get(record.id) ?? (await load(record, call)),
    openFile(fileId) {
      const opened = files.get(fileId);
      openFiles.set(opened.digest, fileId);
      return opened;
    },
    openFileOf({ source }) {
      const fileId = source.type === 'file' ? openFiles.get(source.digest) : undefined;
      if (fileId === undefined) return undefined;
      try {
        files.get(fileId);
        return fileId;
      } catch {
        return undefined;
      }
    },
  };
}
