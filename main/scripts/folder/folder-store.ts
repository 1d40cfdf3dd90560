import { z } from 'zod';
import type { Database } from '../../platform/storage/database.ts';
import { parseRow, transaction } from '../../platform/storage/database.ts';
import type { SchemaSteps } from '../../platform/storage/schema-steps.ts';

/** What this desk knows of the file of a script. */
export interface LinkedFile {
  readonly applicationId: string;
  /** What file and tenant had when they were last the same. */
  readonly base: string;
  /** The text of the file that was made the draft last, and when. */
  readonly taken: string | null;
  readonly takenAt: number;
}

/** Which folder belongs to which tenant. A folder is written here only after a person chose it in a dialog. */
export interface FolderStore {
  folder(tenantId: string): string | undefined;
  tenants(): string[];
  link(tenantId: string, folder: string): void;
  /** Forgets the folder and what is known of its files; the files stay. */
  unlink(tenantId: string): void;
  files(tenantId: string): ReadonlyMap<string, LinkedFile>;
  put(tenantId: string, files: readonly LinkedFile[]): void;
}

export const folderSchemaSteps: SchemaSteps = {
  noun: 'script-folders',
  records: { script_folders: 'linked folders' },
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
  ],
};

const folderRow = z.object({ folder: z.string() });
const tenantRow = z.object({ tenantId: z.string() });
const fileRow = z.object({
  applicationId: z.string(),
  base: z.string(),
  taken: z.string().nullable(),
  takenAt: z.number().int(),
});

export function createFolderStore(database: Database): FolderStore {
  const selectFolder = database.prepare('SELECT folder FROM script_folders WHERE tenant_id = ?');
  const selectTenants = database.prepare('SELECT tenant_id AS tenantId FROM script_folders');
  const insertFolder = database.prepare('INSERT OR REPLACE INTO script_folders VALUES (?, ?)');
  const deleteFolder = database.prepare('DELETE FROM script_folders WHERE tenant_id = ?');
  const deleteFiles = database.prepare('DELETE FROM script_files WHERE tenant_id = ?');
  const selectFiles = database.prepare(
    'SELECT application_id AS applicationId, base, taken, taken_at AS takenAt FROM script_files WHERE tenant_id = ?',
  );
  const putFile = database.prepare('INSERT OR REPLACE INTO script_files VALUES (?, ?, ?, ?, ?)');
  return {
    folder(tenantId) {
      const row = selectFolder.get(tenantId);
      return row === undefined ? undefined : parseRow(folderRow, row).folder;
    },
    tenants: () => selectTenants.all().map((row) => parseRow(tenantRow, row).tenantId),
    link(tenantId, folder) {
      transaction(database, () => {
        deleteFiles.run(tenantId);
        insertFolder.run(tenantId, folder);
      });
    },
    unlink(tenantId) {
      transaction(database, () => {
        deleteFiles.run(tenantId);
        deleteFolder.run(tenantId);
      });
    },
    files: (tenantId) =>
      new Map(
        selectFiles
          .all(tenantId)
          .map((row) => parseRow(fileRow, row))
          .map((file) => [file.applicationId, file]),
      ),
    put(tenantId, files) {
      transaction(database, () => {
        for (const { applicationId, base, taken, takenAt } of files) {
          putFile.run(tenantId, applicationId, base, taken, takenAt);
        }
      });
    },
  };
}
