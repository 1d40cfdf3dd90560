import { z } from 'zod';
import type { SavedMapping } from '../../../contract/webhooks/workbooks.ts';
import { savedMappingSchema } from '../../../contract/webhooks/workbooks.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { Database } from '../../platform/storage/database.ts';
import { parseJsonColumn, parseRow, transaction } from '../../platform/storage/database.ts';
import { jsonText, restoredName } from '../../platform/storage/backup-table.ts';
import type { SchemaSteps } from '../../platform/storage/schema-steps.ts';
import type { WorkbookRecord } from './workbook-record.ts';
import { workbookRecordSchema, workbookRecordVersion } from './workbook-record.ts';

export const workbookSchemaSteps: SchemaSteps = {
  noun: 'workbooks',
  records: { workbooks: 'migration workbooks', mappings: 'mappings' },
  backup: [
    {
      table: 'workbooks',
      section: 'library',
      row: z.strictObject({
        id: z.string(),
        subject: z.string(),
        version: z.int(),
        content: jsonText(workbookRecordSchema),
        used_at: z.int(),
      }),
      // One source and one target have one workbook.
      key: ['subject'],
      incidental: ['id', 'used_at'],
    },
    {
      table: 'mappings',
      section: 'library',
      row: z.strictObject({ name: savedMappingSchema.shape.name, content: jsonText(savedMappingSchema) }),
      key: ['name'],
      copy(row) {
        const name = restoredName(String(row['name']), 80);
        const content = savedMappingSchema.parse(JSON.parse(String(row['content'])));
        return { table: 'mappings', row: { name, content: JSON.stringify({ ...content, name }) } };
      },
    },
  ],
  steps: [
    `CREATE TABLE workbooks (
       id TEXT PRIMARY KEY,
       -- What it is about: one source and one target have one workbook.
       subject TEXT NOT NULL UNIQUE,
       version INTEGER NOT NULL,
       content TEXT NOT NULL,
       used_at INTEGER NOT NULL
     ) STRICT;
     CREATE TABLE mappings (name TEXT PRIMARY KEY, content TEXT NOT NULL) STRICT`,
  ],
};

/** Workbooks and mappings of this profile. */
export interface WorkbookStore {
  /** Throws `not-found`, and `storage-failed` for one that this version cannot read. */
  get(id: string): WorkbookRecord;
  ofSubject(subject: string): WorkbookRecord | undefined;
  save(record: WorkbookRecord): void;
  /** The most recently used one first, without unreadable ones. */
  list(): WorkbookRecord[];
  mappings(): SavedMapping[];
  saveMapping(mapping: SavedMapping): void;
  removeMapping(name: string): void;
}

/** The least used go. */
const maxWorkbooks = 30;
const rowSchema = z.object({ version: z.number().int(), content: z.string() });
const contentSchema = z.object({ content: z.string() });

/** What is migrated where. */
export function subjectOf({ source, targetId }: Pick<WorkbookRecord, 'source' | 'targetId'>): string {
  return `${source.type === 'tenant' ? `tenant ${source.tenantId}` : `file ${source.digest}`}\n${targetId ?? 'new file'}`;
}

export function createWorkbookStore(database: Database): WorkbookStore {
  const select = database.prepare('SELECT version, content FROM workbooks WHERE id = ?');
  const selectSubject = database.prepare('SELECT version, content FROM workbooks WHERE subject = ?');
  const selectAll = database.prepare('SELECT version, content FROM workbooks ORDER BY used_at DESC');
  const upsert = database.prepare(
    `INSERT INTO workbooks (id, subject, version, content, used_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET content = excluded.content, version = excluded.version, used_at = excluded.used_at
     ON CONFLICT (subject) DO UPDATE SET
       id = excluded.id, content = excluded.content, version = excluded.version, used_at = excluded.used_at`,
  );
  const forget = database.prepare(
    'DELETE FROM workbooks WHERE id NOT IN (SELECT id FROM workbooks ORDER BY used_at DESC LIMIT ?)',
  );
  const selectMappings = database.prepare('SELECT content FROM mappings ORDER BY name');
  const upsertMapping = database.prepare('INSERT OR REPLACE INTO mappings (name, content) VALUES (?, ?)');
  const deleteMapping = database.prepare('DELETE FROM mappings WHERE name = ?');

  function read(row: unknown): WorkbookRecord {
    const { version, content } = parseRow(rowSchema, row);
    if (version !== workbookRecordVersion) {
      throw failure('storage-failed', 'This workbook was made by another version of Tenant Desk.', {
        detail: `Version ${version} is not known to this one.`,
      });
    }
    return parseJsonColumn(workbookRecordSchema, content);
  }

  function readable(row: unknown): WorkbookRecord[] {
    try {
      return [read(row)];
    } catch {
      return [];
    }
  }

  return {
    get(id) {
      const row = select.get(id);
      if (row === undefined) {
        throw failure('not-found', 'This workbook is no longer there. Choose source and target again.');
      }
      return read(row);
    },
    ofSubject(subject) {
      const row = selectSubject.get(subject);
      return row === undefined ? undefined : readable(row)[0];
    },
    save(record) {
      transaction(database, () => {
        const content = JSON.stringify(record);
        upsert.run(record.id, subjectOf(record), workbookRecordVersion, content, record.usedAt);
        forget.run(maxWorkbooks);
      });
    },
    list: () => selectAll.all().flatMap(readable),
    mappings: () =>
      selectMappings.all().flatMap((row) => {
        const parsed = savedMappingSchema.safeParse(JSON.parse(parseRow(contentSchema, row).content));
        return parsed.success ? [parsed.data] : [];
      }),
    saveMapping: (mapping) => void upsertMapping.run(mapping.name, JSON.stringify(mapping)),
    removeMapping: (name) => void deleteMapping.run(name),
  };
}
