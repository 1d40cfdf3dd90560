import { z } from 'zod';
import type { BackupSection } from '../../../contract/backup/backup-sections.ts';
import type { Database } from './database.ts';

export type StoredRow = Readonly<Record<string, string | number | null>>;

/**
 * A table of which a backup contains the rows. Rows come from a file, so that they are checked as strictly as anything from
 * elsewhere. No row contains a secret: the profile has none.
 */
export interface BackupTable {
  readonly table: string;
  readonly section: BackupSection;
  /** All columns. */
  readonly row: z.ZodType<StoredRow> & { readonly shape: Readonly<Record<string, z.ZodType>> };
  /** Columns that identify a record; with all columns, each record is one of a kind. */
  readonly key: readonly string[];
  /** Column with the ID of the tenant. */
  readonly tenant?: string;
  /** Its rows are restored silently: people don't know them as records. */
  readonly isUncounted?: true;
  /** SQL condition of the rows that a backup contains; default: all. */
  readonly where?: string;
  /** Numbers that each profile assigns itself. */
  readonly assigned?: readonly string[];
  /** Columns that may differ between two records with the same content. */
  readonly incidental?: readonly string[];
  /** Its rows belong to those of another table: they are counted, compared and restored with these. */
  readonly parent?: { readonly table: string; readonly column: string };
  /** A row as it may arrive in another profile. */
  readonly arriving?: (row: StoredRow) => StoredRow;
  /** Called for each row that is inserted. */
  readonly inserting?: (row: StoredRow, database: Database) => StoredRow;
  /** True for a record that a person has removed, and whose removal can still be undone: it counts as not here. */
  readonly isRemoved?: (existing: StoredRow) => boolean;
  /** False for a record that must stay as it is here. */
  readonly isReplaceable?: (existing: StoredRow) => boolean;
  /** The record beside one with the same key; undefined if there can't be two. */
  readonly copy?: (row: StoredRow, newId: () => string) => Copied | undefined;
  /** SQL that puts the rows in their order, where the order of insertion counts. */
  readonly reorder?: string;
}

export interface Copied {
  readonly table: string;
  readonly row: StoredRow;
}

/** A column with JSON of this shape. */
export const jsonText = (schema: z.ZodType) =>
  z.string().refine((text) => {
    try {
      return schema.safeParse(JSON.parse(text)).success;
    } catch {
      return false;
    }
  }, 'has an unknown shape');

const namedSchema = z.looseObject({});

/** The content of a copy: JSON with another ID, and with “(restored)” behind its name. */
export function contentOfCopy(
  text: StoredRow[string] | undefined,
  id: string,
  { member, maxLength }: { readonly member: 'name' | 'title'; readonly maxLength: number },
): string {
  const content = namedSchema.parse(JSON.parse(String(text)));
  return JSON.stringify({ ...content, id, [member]: restoredName(String(content[member]), maxLength) });
}

const suffix = ' (restored)';

export const restoredName = (name: string, maxLength: number): string =>
  `${name.slice(0, maxLength - suffix.length)}${suffix}`;
