import { z } from 'zod';
import { atMost } from '../schema/at-most.ts';
import { tenantIdSchema, timestampSchema } from '../schema/identifiers.ts';
import { method } from '../schema/method.ts';
import { typedParametersSchema } from './queries.ts';

/** More than anybody finds their way in. */
export const maxSaved = 5000;
export const maxFolders = 500;
/** How many folders stand in each other at most. */
export const deepestFolder = 6;

const idSchema = z.string().min(1).max(64);

export const savedQuerySchema = z.strictObject({
  id: idSchema,
  name: z
    .string()
    .trim()
    .min(1, 'Enter a name.')
    .max(...atMost(120, 'The name')),
  /** For people; plain text. */
  description: z
    .string()
    .trim()
    .max(...atMost(4000, 'The description')),
  text: z.string().max(...atMost(1_000_000, 'The query')),
  /** What its parameters are, with what was entered for them. */
  parameters: typedParametersSchema,
  /** Null: it stands beside the folders. */
  folderId: idSchema.nullable(),
  /** Null: it is there in every tenant. */
  tenantId: tenantIdSchema.nullable(),
  isFavorite: z.boolean(),
  /** Rises whenever its text or its parameters change. */
  revision: z.number().int().min(1),
  /** When that was last. */
  savedAt: timestampSchema,
});

/** Folders are those of all tenants; each shows the queries that are there in it. */
export const queryFolderSchema = z.strictObject({
  id: idSchema,
  name: z
    .string()
    .trim()
    .min(1, 'Enter a name.')
    .max(...atMost(80, 'The name of a folder')),
  /** Null: it stands in no other. */
  parentId: idSchema.nullable(),
});

const queryLibrarySchema = z.strictObject({
  /** By name. */
  folders: z.array(queryFolderSchema),
  /** By name. */
  queries: z.array(savedQuerySchema),
});

export type SavedQuery = z.infer<typeof savedQuerySchema>;
export type QueryFolder = z.infer<typeof queryFolderSchema>;
export type QueryLibraryContent = z.infer<typeof queryLibrarySchema>;

/** Some of the library. A folder stands for all that is in it. */
export const libraryChoiceSchema = z.strictObject({
  queryIds: z.array(idSchema).max(maxSaved).default([]),
  folderIds: z.array(idSchema).max(maxFolders).default([]),
});

const textsSchema = z.strictObject({
  name: savedQuerySchema.shape.name,
  description: savedQuerySchema.shape.description,
});
const local = { lane: 'local' } as const;

/** Saved queries and their folders. They lie in this profile; a tenant is asked nothing. */
export const queryLibraryMethods = {
  /** What is there in a tenant. */
  'queryLibrary.list': method(z.strictObject({ tenantId: tenantIdSchema }), queryLibrarySchema, local),
  /** Throws `not-found` where the folder is no more, and `invalid-input` for one too many. */
  'queryLibrary.add': method(
    z.strictObject({
      name: savedQuerySchema.shape.name,
      description: savedQuerySchema.shape.description.default(''),
      text: savedQuerySchema.shape.text,
      parameters: typedParametersSchema.default([]),
      folderId: savedQuerySchema.shape.folderId.default(null),
      tenantId: savedQuerySchema.shape.tenantId.default(null),
      isFavorite: z.boolean().default(false),
    }),
    savedQuerySchema,
    local,
  ),
  /** Puts a text in the place of the one of this revision. Throws `conflict` where another one was saved meanwhile, and `not-found`. */
  'queryLibrary.saveText': method(
    z.strictObject({
      id: idSchema,
      revision: savedQuerySchema.shape.revision,
      text: savedQuerySchema.shape.text,
      parameters: typedParametersSchema,
    }),
    savedQuerySchema,
    local,
  ),
  /** Throws `conflict` where name or description are no longer those that were shown, and `not-found`. */
  'queryLibrary.describe': method(
    z.strictObject({ id: idSchema, shown: textsSchema, wanted: textsSchema }),
    savedQuerySchema,
    local,
  ),
  'queryLibrary.setFavorite': method(
    z.strictObject({ id: idSchema, isFavorite: z.boolean() }),
    savedQuerySchema,
    local,
  ),
  /** Says in which tenant it is there; null for all of them. */
  'queryLibrary.setTenant': method(
    z.strictObject({ id: idSchema, tenantId: tenantIdSchema.nullable() }),
    savedQuerySchema,
    local,
  ),
  /** Throws `invalid-input` for a name that a folder beside it has, for one too many, and for one too deep. */
  'queryLibrary.addFolder': method(
    z.strictObject({
      name: queryFolderSchema.shape.name,
      parentId: queryFolderSchema.shape.parentId.default(null),
    }),
    queryFolderSchema,
    local,
  ),
  /** Throws as `queryLibrary.addFolder` does. */
  'queryLibrary.renameFolder': method(
    z.strictObject({ id: idSchema, name: queryFolderSchema.shape.name }),
    queryFolderSchema,
    local,
  ),
  /** Into a folder, or out of all of them. Throws as `queryLibrary.addFolder` does, also for a folder that would be in itself. */
  'queryLibrary.move': method(
    z.strictObject({ ...libraryChoiceSchema.shape, to: idSchema.nullable() }),
    z.undefined(),
    local,
  ),
  /** With all that is in the folders, whatever tenant it is of. Until the program ends it can be put back. */
  'queryLibrary.remove': method(
    libraryChoiceSchema,
    z.strictObject({
      removalId: z.string(),
      queries: z.number().int().nonnegative(),
      folders: z.number().int().nonnegative(),
    }),
    local,
  ),
  /** Throws `not-found` where it can be put back no longer. */
  'queryLibrary.putBack': method(z.strictObject({ removalId: z.string().max(64) }), z.undefined(), local),
} as const;
