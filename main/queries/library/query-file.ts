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
import { checkShape, parseJsonFile, refuseNewer } from '../../platform/files/json-file.ts';
import type { OpenedFile } from '../../platform/files/opened-file.ts';
import { pathTo } from './folder-tree.ts';

/** A file of queries lies outside of the profile: its shape has a version of its own, and a reader refuses a newer one. */
export const queryFileFormat = 'tenant-desk/queries';
export const queryFileVersion = 1;
/** Largest file that is read, in bytes; a larger one is refused before that. */
export const maxQueryFileBytes = 10 * 1024 * 1024;

const folderSchema = z
  .array(queryFolderSchema.shape.name)
  .max(deepestFolder, `Folders stand in each other ${deepestFolder} deep at most.`);

const queryInFileSchema = z.strictObject({
  /** The same wherever it was shared to, so that a file that comes again finds what it was before. */
  id: z.string().regex(/^[\w-]{1,64}$/, 'has letters, digits, hyphens and underscores, 64 at most'),
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
    /** Folders with nothing in them, too. */
    folders: z.array(folderSchema.min(1)).max(maxFolders).default([]),
    queries: z.array(queryInFileSchema).min(1, 'holds no query').max(maxInFile),
  })
  .superRefine(({ queries }, context) => {
    const seen = new Set<string>();
    for (const [index, { id }] of queries.entries()) {
      if (seen.has(id))
        context.addIssue({ code: 'custom', path: ['queries', index, 'id'], message: 'is there twice' });
      seen.add(id);
    }
  });

export type QueryFile = z.output<typeof fileSchema>;
export type QueryInFile = QueryFile['queries'][number];

const anyVersion = z.looseObject({ format: z.literal(queryFileFormat), version: z.number().int() });
const format = {
  what: 'a file of queries of Tenant Desk',
  advice: 'Choose a file that “Share as a file” has written.',
  maxBytes: maxQueryFileBytes,
};

/** Reads and checks a whole file. Throws `file-too-large`, `file-not-json` or `file-wrong-shape`, with a line for each place. */
export async function readQueryFile(file: OpenedFile, signal: AbortSignal): Promise<QueryFile> {
  const value = await parseJsonFile(file, format, signal);
  const { version } = await checkShape(file.name, value, { ...format, schema: anyVersion });
  refuseNewer(file.name, version, queryFileVersion, 'Nothing was taken.');
  return await checkShape(file.name, value, { ...format, schema: fileSchema });
}

export interface WrittenQueries extends QueryLibraryContent {
  readonly withValues: boolean;
  /** Milliseconds since the epoch. */
  readonly sharedAt: number;
  /** All of the library, for the folders around those that are shared. */
  readonly around: QueryLibraryContent['folders'];
}

/** The text of a file. A parameter is one that the text names; of secret ones there is never a value. */
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

/** The parameters that a text names, with what is known of them. */
function declared({ text, parameters }: Pick<SavedQuery, 'text' | 'parameters'>): SavedQuery['parameters'] {
  return parameterNames(text).map(
    (name) => parameters.find((parameter) => parameter.name === name) ?? { name, type: 'text', text: '' },
  );
}

/** As the library would have it. */
export function contentOf({ name, description, text, parameters }: QueryInFile) {
  return {
    ...{ name, description, text },
    parameters: parameters.map((parameter) => ({
      ...{ name: parameter.name, type: parameter.type },
      text: parameter.value ?? '',
    })),
  };
}
