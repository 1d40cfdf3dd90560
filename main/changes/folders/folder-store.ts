import { z } from 'zod';
import type { LinkedKind } from '../../../contract/changes/linked-folders.ts';
import { linkedKindSchema } from '../../../contract/changes/linked-folders.ts';
import type { Database } from '../../platform/storage/database.ts';
import { parseRow, transaction } from '../../platform/storage/database.ts';
import type { SchemaSteps } from '../../platform/storage/schema-steps.ts';

/** What is stored about the file of an item. */
export interface KnownFile {
  readonly targetId: string;
  /** The text of both file and tenant when they were last the same. */
  readonly base: string;
  /** The text of the file that last became the draft, and when. */
  readonly taken: string | null;
  readonly takenAt: number;
}

/** The folders linked to items of a tenant. A folder is stored only after a person chose it in a dialog. */
export interface FolderStore {
  folder(tenantId: string, kind: LinkedKind): string | undefined;
  all(): readonly { readonly tenantId: string; readonly kind: LinkedKind }[];
  link(tenantId: string, kind: LinkedKind, folder: string): void;
  /** Removes the folder and what is stored about its files; the files stay. */
  unlink(tenantId: string, kind: LinkedKind): void;
  /** The oldest first. */
  files(tenantId: string, kind: LinkedKind): readonly KnownFile[];
  put(tenantId: string, kind: LinkedKind, files: readonly KnownFile[]): void;
}

export const folderSchemaSteps: SchemaSteps = {
  noun: 'script-folders',
  records: { linked_folders: 'linked folders' },
  steps: [
    `CREATE TABLE script_folders (tenant_id TEXT PRIMARY KEY, folder TEXT NOT NULL) STRICT;
     CREATE TABLE script_files (
       tenant_id TEXT NOT NULL,
       application_id TEXT NOT NULL,
       base TEXT NOT NULL,
       taken TEXT,
       taken_at INTEGER NOT NULL,
       PRIMARY KEY (tenant_id, application_id)
     ) STRICT`,
    // Webhooks have a folder as well.
    `CREATE TABLE linked_folders (
       tenant_id TEXT NOT NULL,
       kind TEXT NOT NULL,
       folder TEXT NOT NULL,
       PRIMARY KEY (tenant_id, kind)
     ) STRICT;
     INSERT INTO linked_folders SELECT tenant_id, 'script', folder FROM script_folders;
     CREATE TABLE linked_files (
       tenant_id TEXT NOT NULL,
       kind TEXT NOT NULL,
       target_id TEXT NOT NULL,
       base TEXT NOT NULL,
       taken TEXT,
       taken_at INTEGER NOT NULL,
       PRIMARY KEY (tenant_id, kind, target_id)
     ) STRICT;
     INSERT INTO linked_files
       SELECT tenant_id, 'script', application_id, base, taken, taken_at FROM script_files;
     DROP TABLE script_files;
     DROP TABLE script_folders`,
  ],
};

const folderRow = z.object({ folder: z.string() });
const linkRow = z.object({ tenantId: z.string(), kind: linkedKindSchema });
const fileRow = z.object({
  targetId: z.string(),
  base: z.string(),
  taken: z.string().nullable(),
  takenAt: z.number().int(),
});

export function createFolderStore(database: Database): FolderStore {
  const selectFolder = database.prepare('SELECT folder FROM linked_folders WHERE tenant_id = ? AND kind = ?');
  const selectLinks = database.prepare('SELECT tenant_id AS tenantId, kind FROM linked_folders');
  const insertFolder = database.prepare('INSERT OR REPLACE INTO linked_folders VALUES (?, ?, ?)');
  const deleteFolder = database.prepare('DELETE FROM linked_folders WHERE tenant_id = ? AND kind = ?');
  const deleteFiles = database.prepare('DELETE FROM linked_files WHERE tenant_id = ? AND kind = ?');
  const selectFiles = database.prepare(
    `SELECT target_id AS targetId, base, taken, taken_at AS takenAt FROM linked_files
     WHERE tenant_id = ? AND kind = ? ORDER BY rowid`,
  );
  const putFile = database.prepare('INSERT OR REPLACE INTO linked_files VALUES (?, ?, ?, ?, ?, ?)');
  return {
    folder(tenantId, kind) {
      const row = selectFolder.get(tenantId, kind);
      return row === undefined ? undefined : parseRow(folderRow, row).folder;
    },
    all: () => selectLinks.all().map((row) => parseRow(linkRow, row)),
    link(tenantId, kind, folder) {
      transaction(database, () => {
        deleteFiles.run(tenantId, kind);
        insertFolder.run(tenantId, kind, folder);
      });
    },
    unlink(tenantId, kind) {
      transaction(database, () => {
        deleteFiles.run(tenantId, kind);
        deleteFolder.run(tenantId, kind);
      });
    },
    files: (tenantId, kind) => selectFiles.all(tenantId, kind).map((row) => parseRow(fileRow, row)),
    put(tenantId, kind, files) {
      transaction(database, () => {
        for (const { targetId, base, taken, takenAt } of files) {
          putFile.run(tenantId, kind, targetId, base, taken, takenAt);
        }
      });
    },
  };
}
