import { z } from 'zod';
import type { DraftKey } from '../../../contract/changes/drafts.ts';
import type { DeskError } from '../../../contract/errors/errors.ts';
import { deskErrorSchema } from '../../../contract/errors/desk-error-schema.ts';
import type { Database } from '../../platform/storage/database.ts';
import { emptyWriteAheadLog, parseRow, transaction } from '../../platform/storage/database.ts';
import { parseOrNothing } from '../../platform/json/parse-or-nothing.ts';

/** A stored draft: its states are unparsed JSON of its kind. */
export interface StoredDraft extends DraftKey {
  readonly kindVersion: number;
  readonly title: string;
  readonly state: string;
  readonly base: string | null;
  /** Of its newest save, and of its first. No two drafts ever share one. */
  readonly revision: number;
  readonly began: number;
  /** Milliseconds since the epoch. */
  readonly savedAt: number;
  readonly error: DeskError | undefined;
}

/** Drafts on disk. A draft is durable when a write returns. */
export interface DraftStore {
  /** A revision that no save had before. */
  nextRevision(): number;
  /** Inserts or replaces a whole draft. */
  put(draft: Omit<StoredDraft, 'error'>): void;
  get(key: DraftKey): StoredDraft | undefined;
  /** The draft whose newest save this is, under whatever ID its item has now. */
  ofRevision(tenantId: string, kind: string, revision: number): StoredDraft | undefined;
  /** Newest first. */
  list(tenantId?: string): StoredDraft[];
  ofKinds(kinds: readonly string[]): StoredDraft[];
  /** Drafts of every kind for one item. */
  about(tenantId: string, targetId: string): StoredDraft[];
  noteError(key: DraftKey, error: DeskError | undefined): void;
  /** The item has a new ID. If a draft already exists under it, neither draft is changed. */
  moveTarget(tenantId: string, from: string, to: string): void;
  remove(key: DraftKey): void;
  /** Removes it, so that it can still be restored. */
  discard(key: DraftKey, at: number): void;
  /** The newest discarded draft of this item; undefined if there is none. */
  takeDiscarded(key: DraftKey): Pick<StoredDraft, 'kindVersion' | 'title' | 'state' | 'base'> | undefined;
}

/** Discarded drafts that are stored, over all items. */
const maxDiscarded = 100;
const byKey = 'tenant_id = ? AND kind = ? AND target_id = ?';

const rowSchema = z.object({
  tenant_id: z.string(),
  kind: z.string(),
  target_id: z.string(),
  kind_version: z.number().int(),
  title: z.string(),
  state: z.string(),
  base: z.string().nullable(),
  revision: z.number().int(),
  began: z.number().int(),
  saved_at: z.number().int(),
  error: z.string().nullable(),
});
const revisionRow = z.object({ last: z.number().int() });
const discardedSchema = rowSchema
  .pick({ kind_version: true, title: true, state: true, base: true })
  .extend({ sequence: z.number().int() });

export function createDraftStore(database: Database): DraftStore {
  const statements = prepareStatements(database);

  return {
    nextRevision: () => parseRow(revisionRow, statements.nextRevision.get()).last,
    put(draft) {
      statements.upsert.run(
        ...keyOf(draft),
        draft.kindVersion,
        draft.title,
        draft.state,
        draft.base,
        draft.revision,
        draft.began,
        draft.savedAt,
      );
    },
    get(key) {
      const row = statements.selectOne.get(...keyOf(key));
      return row === undefined ? undefined : readDraftRow(row);
    },
    ofRevision(tenantId, kind, revision) {
      const row = statements.selectOfRevision.get(tenantId, kind, revision);
      return row === undefined ? undefined : readDraftRow(row);
    },
    list: (tenantId) => statements.selectAll.all(tenantId ?? null).map(readDraftRow),
    ofKinds: (kinds) => statements.selectOfKinds.all(JSON.stringify(kinds)).map(readDraftRow),
    about: (tenantId, targetId) => statements.selectAbout.all(tenantId, targetId).map(readDraftRow),
    noteError: (key, error) =>
      void statements.updateError.run(error === undefined ? null : JSON.stringify(error), ...keyOf(key)),
    moveTarget: (tenantId, from, to) => void statements.moveTarget.run(to, tenantId, from),
    remove(key) {
      statements.remove.run(...keyOf(key));
      emptyWriteAheadLog(database);
    },
    discard(key, at) {
      transaction(database, () => {
        statements.storeDiscarded.run(at, ...keyOf(key));
        statements.dropOldest.run();
        statements.remove.run(...keyOf(key));
      });
      emptyWriteAheadLog(database);
    },
    takeDiscarded(key) {
      const row = statements.selectDiscarded.get(...keyOf(key));
      if (row === undefined) return undefined;
      const { sequence, kind_version, title, state, base } = parseRow(discardedSchema, row);
      statements.removeDiscarded.run(sequence);
      emptyWriteAheadLog(database);
      return { kindVersion: kind_version, title, state, base };
    },
  };
}

const keyOf = ({ tenantId, kind, targetId }: DraftKey) => [tenantId, kind, targetId] as const;

function prepareStatements(database: Database) {
  return {
    upsert: database.prepare(
      `INSERT INTO drafts
         (tenant_id, kind, target_id, kind_version, title, state, base, revision, began, saved_at, error)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL)
       ON CONFLICT DO UPDATE SET
         kind_version = excluded.kind_version, title = excluded.title, state = excluded.state,
         base = excluded.base, revision = excluded.revision, began = excluded.began, saved_at = excluded.saved_at, error = NULL`,
    ),
    nextRevision: database.prepare('UPDATE draft_revisions SET last = last + 1 RETURNING last'),
    selectOne: database.prepare(`SELECT * FROM drafts WHERE ${byKey}`),
    selectOfRevision: database.prepare(
      'SELECT * FROM drafts WHERE tenant_id = ? AND kind = ? AND revision = ?',
    ),
    selectAll: database.prepare(
      `SELECT * FROM drafts WHERE ?1 IS NULL OR tenant_id = ?1 ORDER BY saved_at DESC, rowid DESC`,
    ),
    selectOfKinds: database.prepare(
      `SELECT * FROM drafts WHERE kind IN (SELECT value FROM json_each(?)) ORDER BY saved_at DESC, rowid DESC`,
    ),
    selectAbout: database.prepare('SELECT * FROM drafts WHERE tenant_id = ? AND target_id = ?'),
    updateError: database.prepare(`UPDATE drafts SET error = ? WHERE ${byKey}`),
    moveTarget: database.prepare(
      'UPDATE OR IGNORE drafts SET target_id = ? WHERE tenant_id = ? AND target_id = ?',
    ),
    remove: database.prepare(`DELETE FROM drafts WHERE ${byKey}`),
    storeDiscarded: database.prepare(
      `INSERT INTO discarded_drafts (tenant_id, kind, target_id, kind_version, title, state, base, discarded_at)
       SELECT tenant_id, kind, target_id, kind_version, title, state, base, ? FROM drafts WHERE ${byKey}`,
    ),
    dropOldest: database.prepare(
      `DELETE FROM discarded_drafts WHERE sequence <= (SELECT max(sequence) FROM discarded_drafts) - ${maxDiscarded}`,
    ),
    selectDiscarded: database.prepare(
      `SELECT * FROM discarded_drafts WHERE ${byKey} ORDER BY sequence DESC LIMIT 1`,
    ),
    removeDiscarded: database.prepare('DELETE FROM discarded_drafts WHERE sequence = ?'),
  };
}

/** An error that this version doesn't know is no reason to lose the draft. */
function readDraftRow(row: unknown): StoredDraft {
  const draft = parseRow(rowSchema, row);
  const error = deskErrorSchema.safeParse(draft.error === null ? undefined : parseOrNothing(draft.error));
  return {
    tenantId: draft.tenant_id,
    kind: draft.kind,
    targetId: draft.target_id,
    kindVersion: draft.kind_version,
    title: draft.title,
    state: draft.state,
    base: draft.base,
    revision: draft.revision,
    began: draft.began,
    savedAt: draft.saved_at,
    error: error.success ? error.data : undefined,
  };
}
