import { z } from 'zod';
import { failure } from '../../platform/errors/failure.ts';
import { isLinkable } from './folder-files.ts';

/** The format of the file that lists which item each file of a folder belongs to, so that renaming either doesn't separate them. */
export interface ManifestShape {
  /** The file name of the manifest. */
  readonly file: string;
  /** Identifies the format, such as `tenant-desk/scripts`. */
  readonly format: string;
  /** Member names of an entry: for the ID of the item and, for readers, its name. */
  readonly members: { readonly id: string; readonly name: string };
}

export interface ManifestEntry {
  readonly id: string;
  readonly name: string;
  readonly file: string;
}

export interface Manifest {
  readonly tenant: { readonly name: string; readonly address: string };
  readonly files: readonly ManifestEntry[];
}

/** Entries in the order of their files, so that a repository shows what changed. */
export function manifestText({ format, members }: ManifestShape, { tenant, files }: Manifest): string {
  const entries = files
    .toSorted((one, other) => (one.file < other.file ? -1 : 1))
    .map(({ id, name, file }) => ({ [members.id]: id, [members.name]: name, file }));
  return `${JSON.stringify({ format, version: 1, tenant, files: entries }, null, 2)}\n`;
}

const schemaOf = ({ format, members }: ManifestShape) =>
  z.strictObject({
    format: z.literal(format),
    version: z.literal(1),
    tenant: z.strictObject({ name: z.string(), address: z.string() }),
    files: z
      .array(
        z
          .strictObject({
            [members.id]: z.string().min(1).max(256),
            [members.name]: z.string(),
            file: z.string().min(1).max(255),
          })
          .transform((entry): ManifestEntry => ({
            id: entry[members.id] ?? '',
            name: entry[members.name] ?? '',
            file: entry['file'] ?? '',
          })),
      )
      .max(100_000),
  });

/**
 * Throws `file-wrong-shape` for an invalid manifest, one of another tenant, or one that lists anything other than files of the
 * folder with this extension.
 */
export function readManifest(
  shape: ManifestShape,
  {
    text,
    address,
    extension,
  }: { readonly text: string; readonly address: string; readonly extension: string },
): Manifest {
  const parsed = schemaOf(shape).safeParse(parse(text));
  if (!parsed.success) {
    throw failure(
      'file-wrong-shape',
      `${shape.file} in the folder isn’t valid. Nothing was read or written. Fix it, or delete it and link the folder again.`,
    );
  }
  const { tenant, files } = parsed.data;
  if (tenant.address !== address) {
    throw failure(
      'file-wrong-shape',
      `The folder belongs to ${tenant.name} (${tenant.address}). Nothing was read or written. Choose another folder.`,
    );
  }
  // As when the folder is read: hidden files and other extensions are never written either.
  const outside = files.find(({ file }) => !isLinkable(file, extension));
  if (outside !== undefined) {
    throw failure(
      'file-wrong-shape',
      `${shape.file} lists “${outside.file}”, which isn’t a .${extension} file in the folder. Nothing was read or written.`,
    );
  }
  return { tenant, files };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
