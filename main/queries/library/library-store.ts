import { z } from 'zod';
import type {
  QueryFolder,
  QueryLibraryContent,
  SavedQuery,
} from '../../../contract/queries/query-library.ts';
import { savedQuerySchema } from '../../../contract/queries/query-library.ts';
import type { Database } from '../../platform/storage/database.ts';
import { parseJsonColumn, parseRow } from '../../platform/storage/database.ts';

/** Saved queries and folders as stored in the profile, those of all tenants. */
export interface LibraryStore {
  /** By name; a query that this version can't read is skipped, but stays stored. */
  all(): QueryLibraryContent;
  query(id: string): SavedQuery | undefined;
  /** Includes hidden ones. */
  hasEver(id: string): boolean;
  folder(id: string): QueryFolder | undefined;
  saveQuery(query: SavedQuery): void;
  saveFolder(folder: QueryFolder): void;
  /** Hides them until they are restored. */
  hide(
    removalId: string,
    what: { readonly queryIds: readonly string[]; readonly folderIds: readonly string[] },
  ): void;
  /** Returns whether anything was hidden under this ID. */
  restore(removalId: string): boolean;
  /** Deletes what is hidden, which can't be restored afterwards. */
  forgetHidden(): void;
}

const queryRowSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  text: z.string(),
  parameters: z.string(),
  folder_id: z.string().nullable(),
  tenant_id: z.string().nullable(),
  is_favorite: z.number(),
  revision: z.number(),
  saved_at: z.number(),
});
const folderRowSchema = z.object({ id: z.string(), name: z.string(), parent_id: z.string().nullable() });

export function createLibraryStore(database: Database): LibraryStore {
  const selectQueries = database.prepare('SELECT * FROM saved_queries WHERE removal_id IS NULL');
  const selectQuery = database.prepare('SELECT * FROM saved_queries WHERE removal_id IS NULL AND id = ?');
  const selectAny = database.prepare('SELECT 1 FROM saved_queries WHERE id = ?');
  const selectFolders = database.prepare('SELECT * FROM query_folders WHERE removal_id IS NULL');
  const selectFolder = database.prepare('SELECT * FROM query_folders WHERE removal_id IS NULL AND id = ?');
  const upsertQuery = database.prepare(
    `INSERT INTO saved_queries
       (id, name, description, text, parameters, folder_id, tenant_id, is_favorite, revision, saved_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET name = excluded.name, description = excluded.description, text = excluded.text,
       parameters = excluded.parameters, folder_id = excluded.folder_id, tenant_id = excluded.tenant_id,
       is_favorite = excluded.is_favorite, revision = excluded.revision, saved_at = excluded.saved_at`,
  );
  const upsertFolder = database.prepare(
    `INSERT INTO query_folders (id, name, parent_id) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET name = excluded.name, parent_id = excluded.parent_id`,
  );
  const tables = ['saved_queries', 'query_folders'] as const;
  const hide = tables.map((table) => database.prepare(`UPDATE ${table} SET removal_id = ? WHERE id = ?`));
  const show = tables.map((table) =>
    database.prepare(`UPDATE ${table} SET removal_id = NULL WHERE removal_id = ?`),
  );
  const forget = tables.map((table) => database.prepare(`DELETE FROM ${table} WHERE removal_id IS NOT NULL`));

  return {
    all: () => ({
      folders: selectFolders.all().map(readFolder).sort(byName),
      queries: selectQueries
        .all()
        .flatMap((row) => {
          try {
            return [readQuery(row)];
          } catch {
            return [];
          }
        })
        .sort(byName),
    }),
    hasEver: (id) => selectAny.get(id) !== undefined,
    query(id) {
      const row = selectQuery.get(id);
      return row === undefined ? undefined : readQuery(row);
    },
    folder(id) {
      const row = selectFolder.get(id);
      return row === undefined ? undefined : readFolder(row);
    },
    saveQuery(query) {
      const { id, name, description, text, folderId, tenantId, revision, savedAt } = query;
      const parameters = JSON.stringify(query.parameters);
      const isFavorite = query.isFavorite ? 1 : 0;
      upsertQuery.run(
        ...[id, name, description, text, parameters, folderId, tenantId, isFavorite, revision, savedAt],
      );
    },
    saveFolder: ({ id, name, parentId }) => void upsertFolder.run(id, name, parentId),
    hide(removalId, { queryIds, folderIds }) {
      for (const id of queryIds) hide[0]?.run(removalId, id);
      for (const id of folderIds) hide[1]?.run(removalId, id);
    },
    restore: (removalId) =>
      show.map((statement) => Number(statement.run(removalId).changes)).some((changes) => changes > 0),
    forgetHidden() {
      for (const statement of forget) statement.run();
    },
  };
}

const byName = (one: { readonly name: string }, other: { readonly name: string }): number =>
  one.name.localeCompare(other.name, 'en', { numeric: true });

function readQuery(row: unknown): SavedQuery {
  const query = parseRow(queryRowSchema, row);
  return {
    id: query.id,
    name: query.name,
    description: query.description,
    text: query.text,
    parameters: parseJsonColumn(savedQuerySchema.shape.parameters, query.parameters),
    folderId: query.folder_id,
    tenantId: query.tenant_id,
    isFavorite: query.is_favorite === 1,
    revision: query.revision,
    savedAt: query.saved_at,
  };
}

function readFolder(row: unknown): QueryFolder {
  const { id, name, parent_id: parentId } = parseRow(folderRowSchema, row);
  return { id, name, parentId };
}
