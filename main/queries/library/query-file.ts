import { z } from 'zod';
import { maxInFile } from '../../../contract/queries/query-file.ts';
import type { QueryLibraryContent, SavedQuery } from '../../../contract/queries/query-library.ts';
import {
  deepestFolder,
  maxFolders,
  queryFolderSchema,
  savedQuerySchema,
} from '../../../contract/queries/query-library.ts';
import { parameterTypes } from '../../../contract/queries/query-parameter-types.ts';
import { isSecretParameter } from '../../../contract/values/secret-parameter.ts';
import { parameterNames } from '../../../languages/sql/parameters.ts';
import { checkShape, parseJsonFile, rejectNewer } from '../../platform/files/json-file.ts';
import type { OpenedFile } from '../../platform/files/opened-file.ts';
import { pathTo } from './folder-tree.ts';

/** A query file is stored outside of the profile, so its format has its own version, and a reader rejects newer ones. */
export const queryFileFormat = 'tenant-desk/queries';
export const queryFileVersion = 1;
/** Maximum file size in bytes, checked before reading. */
export const maxQueryFileBytes = 10 * 1024 * 1024;

const folderSchema = z
  .array(queryFolderSchema.shape.name)
  .max(deepestFolder, `Folders can be nested up to ${deepestFolder} levels.`);

const queryInFileSchema = z.strictObject({
  /** The same in every shared copy, so that a repeated import finds the earlier one. */
  id: z.string().regex(/^[\w-]{1,64}$/, 'must be 1–64 letters, digits, hyphens or underscores'),
  folder: folderSchema.default([]),
  name: savedQuerySchema.shape.name,
  description: savedQuerySchema.shape.description.default(''),
  text: savedQuerySchema.shape.text,
  parameters: z
    .array(
      z.strictObject({
        /** Without the colon. */
        name: z.string().min(1).max(256),
        type: z.enum(parameterTypes),
        value: z.string().max(100_000).optional(),
      }),
    )
    .max(200)
    .default([]),
});

const fileSchema = z
  .strictObject({
    format: z.literal(queryFileFormat),
    version: z.literal(queryFileVersion),
    /** ISO 8601. */
    sharedAt: z.iso.datetime(),
    /** Includes empty folders. */
    folders: z.array(folderSchema.min(1)).max(maxFolders).default([]),
    queries: z.array(queryInFileSchema).min(1, 'contains no queries').max(maxInFile),
  })
  .superRefine(({ queries }, context) => {
    const seen = new Set<string>();
    for (const [index, { id }] of queries.entries()) {
      if (seen.has(id))
        context.addIssue({ code: 'custom', path: ['queries', index, 'id'], message: 'is a duplicate' });
      seen.add(id);
    }
  });

export type QueryFile = z.output<typeof fileSchema>;
export type QueryInFile = QueryFile['queries'][number];

const anyVersion = z.looseObject({ format: z.literal(queryFileFormat), version: z.number().int() });
const format = {
  what: 'a Tenant Desk query file',
  advice: 'Choose a file created with “Share as file”.',
  maxBytes: maxQueryFileBytes,
};

/** Reads and validates a file. Throws `file-too-large`, `file-not-json` or `file-wrong-shape`, with a line for each problem. */
export async function readQueryFile(file: OpenedFile, signal: AbortSignal): Promise<QueryFile> {
  const value = await parseJsonFile(file, format, signal);
  const { version } = await checkShape(file.name, value, { ...format, schema: anyVersion });
  rejectNewer(file.name, version, queryFileVersion, 'Nothing was imported.');
  return await checkShape(file.name, value, { ...format, schema: fileSchema });
}

export interface WrittenQueries extends QueryLibraryContent {
  readonly withValues: boolean;
  /** Milliseconds since the epoch. */
  readonly sharedAt: number;
  /** The whole library, to include the parent folders of what is shared. */
  readonly around: QueryLibraryContent['folders'];
}

/** The text of a file. It contains only parameters that occur in the query text, and never the value of secret ones. */
export function queryFileText(written: WrittenQueries): string {
  const pathOf = (id: string | null): string[] => pathTo(written.around, id).map(({ name }) => name);
  const file: QueryFile = {
    format: queryFileFormat,
    version: queryFileVersion,
    sharedAt: new Date(written.sharedAt).toISOString(),
    folders: written.folders.map(({ id }) => pathOf(id)),
    queries: written.queries.map(({ id, name, description, text, parameters, folderId }) => ({
      ...{ id, folder: pathOf(folderId), name, description, text },
      parameters: declared({ text, parameters }).map((parameter) => ({
        ...{ name: parameter.name, type: parameter.type },
        ...(written.withValues && parameter.text !== '' && !isSecretParameter(parameter.name)
          ? { value: parameter.text }
          : {}),
      })),
    })),
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** The parameters that occur in a text, with their known values. */
function declared({ text, parameters }: Pick<SavedQuery, 'text' | 'parameters'>): SavedQuery['parameters'] {
  return parameterNames(text).map(
    (name) => parameters.find((parameter) => parameter.name === name) ?? { name, type: 'text', text: '' },
  );
}

/** The query as the library stores it. */
export function contentOf({ name, description, text, parameters }: QueryInFile) {
  return {
    ...{ name, description, text },
    parameters: parameters.map((parameter) => ({
      ...{ name: parameter.name, type: parameter.type },
      text: parameter.value ?? '',
    })),
  };
}
