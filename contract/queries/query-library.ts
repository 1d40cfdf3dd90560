import { z } from 'zod';
import { atMost } from '../schema/at-most.ts';
import { tenantIdSchema, timestampSchema } from '../schema/identifiers.ts';
import { method } from '../schema/method.ts';
import { typedParametersSchema } from './queries.ts';

/** Library limits. */
export const maxSaved = 5000;
export const maxFolders = 500;
/** Maximum nesting depth of folders. */
export const deepestFolder = 6;

const idSchema = z.string().min(1).max(64);

export const savedQuerySchema = z.strictObject({
  id: idSchema,
  name: z
    .string()
    .trim()
    .min(1, 'Enter a name.')
    .max(...atMost(120, 'The name')),
  /** Plain text. */
  description: z
    .string()
    .trim()
    .max(...atMost(4000, 'The description')),
  text: z.string().max(...atMost(1_000_000, 'The query')),
  /** Its parameters, with entered values. */
  parameters: typedParametersSchema,
  /** Null: not in a folder. */
  folderId: idSchema.nullable(),
  /** Null: available in all tenants. */
  tenantId: tenantIdSchema.nullable(),
  isFavorite: z.boolean(),
  /** Incremented whenever its text or parameters change. */
  revision: z.number().int().min(1),
  /** When text or parameters last changed. */
  savedAt: timestampSchema,
});

/** Folders are shared by all tenants; each tenant shows its own queries in them. */
export const queryFolderSchema = z.strictObject({
  id: idSchema,
  name: z
    .string()
    .trim()
    .min(1, 'Enter a name.')
    .max(...atMost(80, 'The name of a folder')),
  /** Null: top level. */
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

/** A selection in the library. A folder includes its contents. */
export const libraryChoiceSchema = z.strictObject({
  queryIds: z.array(idSchema).max(maxSaved).default([]),
  folderIds: z.array(idSchema).max(maxFolders).default([]),
});

const textsSchema = z.strictObject({
  name: savedQuerySchema.shape.name,
  description: savedQuerySchema.shape.description,
});
const local = { lane: 'local' } as const;

/** Saved queries and their folders, stored in this profile. Makes no request to a tenant. */
export const queryLibraryMethods = {
  /** The library of a tenant. */
  'queryLibrary.list': method(z.strictObject({ tenantId: tenantIdSchema }), queryLibrarySchema, local),
  /** Throws `not-found` if the folder no longer exists, and `invalid-input` if there are too many. */
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
  /** Replaces the text of this revision. Throws `conflict` if a newer revision was saved, and `not-found`. */
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
  /** Throws `conflict` if name or description changed since they were shown, and `not-found`. */
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
  /** Sets the tenant it is available in; null for all. */
  'queryLibrary.setTenant': method(
    z.strictObject({ id: idSchema, tenantId: tenantIdSchema.nullable() }),
    savedQuerySchema,
    local,
  ),
  /** Throws `invalid-input` for a duplicate name in the same folder, too many folders, or too deep nesting. */
  'queryLibrary.addFolder': method(
    z.strictObject({
      name: queryFolderSchema.shape.name,
      parentId: queryFolderSchema.shape.parentId.default(null),
    }),
    queryFolderSchema,
    local,
  ),
  /** Throws like `queryLibrary.addFolder`. */
  'queryLibrary.renameFolder': method(
    z.strictObject({ id: idSchema, name: queryFolderSchema.shape.name }),
    queryFolderSchema,
    local,
  ),
  /** Into a folder, or to the top level. Throws like `queryLibrary.addFolder`, also if a folder would contain itself. */
  'queryLibrary.move': method(
    z.strictObject({ ...libraryChoiceSchema.shape, to: idSchema.nullable() }),
    z.undefined(),
    local,
  ),
  /** Including all contents of the folders, for all tenants. Can be undone until the app quits. */
  'queryLibrary.remove': method(
    libraryChoiceSchema,
    z.strictObject({
      removalId: z.string(),
      queries: z.number().int().nonnegative(),
      folders: z.number().int().nonnegative(),
    }),
    local,
  ),
  /** Undoes a removal. Throws `not-found` if that is no longer possible. */
  'queryLibrary.putBack': method(z.strictObject({ removalId: z.string().max(64) }), z.undefined(), local),
} as const;
