import { z } from 'zod';
import { tenantIdSchema } from '../schema/identifiers.ts';
import { method } from '../schema/method.ts';
import { libraryChoiceSchema, savedQuerySchema } from './query-library.ts';

/** What shared queries are saved as, and what their text may be called besides. */
export const queryFileExtension = '.tdqueries';
export const queryFileExtensions = [queryFileExtension, '.json'];

/** More queries than a file of use has. */
export const maxInFile = 2000;

const contentSchema = savedQuerySchema.pick({ name: true, description: true, text: true, parameters: true });
const indexSchema = z.number().int().min(0).max(maxInFile);

/** A query of an opened file beside what the library has of it. */
const fileEntrySchema = z.strictObject({
  /** Its place in the file, from 0. */
  index: indexSchema,
  name: z.string(),
  /** Names of the folders around it, the outermost first. */
  folder: z.array(z.string()),
  /** `same`: the library has it with this name, description, text and these parameters, whatever was entered for them. */
  state: z.enum(['new', 'same', 'different']),
  /** What it is called in the library; null for a new one. */
  mineName: z.string().nullable(),
});

const openedQueryFileSchema = z.strictObject({
  /** Names the opened file in later calls of this session. */
  fileId: z.string(),
  fileName: z.string(),
  /** ISO 8601. */
  sharedAt: z.string(),
  withValues: z.boolean(),
  entries: z.array(fileEntrySchema),
});

/** `mine` leaves the library as it is, `theirs` puts the one of the file in its place, `both` adds it under a name that is free. */
const fileDecisionSchema = z.strictObject({
  index: indexSchema,
  take: z.enum(['mine', 'theirs', 'both']),
});

export type FileEntry = z.infer<typeof fileEntrySchema>;
export type OpenedQueryFile = z.infer<typeof openedQueryFileSchema>;
export type FileDecision = z.infer<typeof fileDecisionSchema>;

const local = { lane: 'local' } as const;
const ofFileSchema = z.strictObject({ fileId: z.string().max(64), tenantId: tenantIdSchema });

/** Saved queries as a file for others. See `docs/query-files.md`. */
export const queryFileMethods = {
  /** Writes what is chosen; undefined: no file chosen. Throws `invalid-input` where nothing of it is there. */
  'queryFiles.share': method(
    z.strictObject({
      tenantId: tenantIdSchema,
      ...libraryChoiceSchema.shape,
      /** What was entered for parameters is in the file as well, but for secret ones. */
      withValues: z.boolean().default(false),
    }),
    z.strictObject({ fileName: z.string(), count: z.number().int() }).optional(),
    local,
  ),
  /**
   * Asks for a file and compares it with what is there in the tenant; undefined: no file chosen. Throws `file-too-large`, `file-not-json`
   * and `file-wrong-shape`, saying what is wrong and where. Nothing is changed.
   */
  'queryFiles.open': method(
    z.strictObject({ tenantId: tenantIdSchema }),
    openedQueryFileSchema.optional(),
    local,
  ),
  /** One query of an opened file, and what the library has of it. */
  'queryFiles.entry': method(
    ofFileSchema.extend({ index: indexSchema }),
    z.strictObject({ theirs: contentSchema, mine: contentSchema.nullable() }),
    local,
  ),
  /**
   * Takes what was decided, all of it or nothing. Throws `conflict` where one of the library is another than it was compared with.
   * `importId` can be taken back until the program ends.
   */
  'queryFiles.import': method(
    ofFileSchema.extend({
      /** True: what is new is there in this tenant alone. */
      isOfTenant: z.boolean(),
      decisions: z.array(fileDecisionSchema).max(maxInFile),
    }),
    z.strictObject({ importId: z.string(), added: z.number().int(), replaced: z.number().int() }),
    local,
  ),
  /** What was added goes, what was replaced comes back; but not over what was changed since. Throws `not-found`. */
  'queryFiles.takeBack': method(z.strictObject({ importId: z.string().max(64) }), z.undefined(), local),
} as const;
