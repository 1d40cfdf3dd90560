import { z } from 'zod';
import { tenantIdSchema } from '../schema/identifiers.ts';
import { method } from '../schema/method.ts';
import { libraryChoiceSchema, savedQuerySchema } from './query-library.ts';

/** Extensions of query files: the one used for saving, and all that can be opened. */
export const queryFileExtension = '.tdqueries';
export const queryFileExtensions = [queryFileExtension, '.json'];

/** Maximum queries in a file. */
export const maxInFile = 2000;

const contentSchema = savedQuerySchema.pick({ name: true, description: true, text: true, parameters: true });
const indexSchema = z.number().int().min(0).max(maxInFile);

/** A query of an opened file compared with the library. */
const fileEntrySchema = z.strictObject({
  /** Zero-based index in the file. */
  index: indexSchema,
  name: z.string(),
  /** Folder path, outermost first. */
  folder: z.array(z.string()),
  /** `same`: the library has it with the same name, description, text and parameters, regardless of entered values. */
  state: z.enum(['new', 'same', 'different']),
  /** Its name in the library; null for a new query. */
  mineName: z.string().nullable(),
});

const openedQueryFileSchema = z.strictObject({
  /** Identifies the opened file in later calls of this session. */
  fileId: z.string(),
  fileName: z.string(),
  /** ISO 8601. */
  sharedAt: z.string(),
  withValues: z.boolean(),
  entries: z.array(fileEntrySchema),
});

/** `mine` keeps the library's version, `theirs` replaces it with the file's, `both` adds the file's under an unused name. */
const fileDecisionSchema = z.strictObject({
  index: indexSchema,
  take: z.enum(['mine', 'theirs', 'both']),
});

export type FileEntry = z.infer<typeof fileEntrySchema>;
export type OpenedQueryFile = z.infer<typeof openedQueryFileSchema>;
export type FileDecision = z.infer<typeof fileDecisionSchema>;

const local = { lane: 'local' } as const;
const ofFileSchema = z.strictObject({ fileId: z.string().max(64), tenantId: tenantIdSchema });

/** Sharing saved queries as a file. See `docs/query-files.md`. */
export const queryFileMethods = {
  /** Writes the chosen queries to a file; undefined: no file chosen. Throws `invalid-input` if none of them exists. */
  'queryFiles.share': method(
    z.strictObject({
      tenantId: tenantIdSchema,
      ...libraryChoiceSchema.shape,
      /** Includes entered parameter values, except secret ones. */
      withValues: z.boolean().default(false),
    }),
    z.strictObject({ fileName: z.string(), count: z.number().int() }).optional(),
    local,
  ),
  /**
   * Lets the user choose a file and compares it with the tenant's library; undefined: no file chosen. Throws `file-too-large`,
   * `file-not-json` and `file-wrong-shape` with the problem and its location. Changes nothing.
   */
  'queryFiles.open': method(
    z.strictObject({ tenantId: tenantIdSchema }),
    openedQueryFileSchema.optional(),
    local,
  ),
  /** One query of an opened file, and the library's version. */
  'queryFiles.entry': method(
    ofFileSchema.extend({ index: indexSchema }),
    z.strictObject({ theirs: contentSchema, mine: contentSchema.nullable() }),
    local,
  ),
  /**
   * Imports according to the decisions, all or nothing. Throws `conflict` if a query in the library changed since the comparison.
   * The import can be undone by `importId` until the app quits.
   */
  'queryFiles.import': method(
    ofFileSchema.extend({
      /** True: new queries are only available in this tenant. */
      isOfTenant: z.boolean(),
      decisions: z.array(fileDecisionSchema).max(maxInFile),
    }),
    z.strictObject({ importId: z.string(), added: z.number().int(), replaced: z.number().int() }),
    local,
  ),
  /** Undoes an import: removes added and restores replaced queries, except those changed since. Throws `not-found`. */
  'queryFiles.takeBack': method(z.strictObject({ importId: z.string().max(64) }), z.undefined(), local),
} as const;
