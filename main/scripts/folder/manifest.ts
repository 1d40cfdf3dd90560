import { z } from 'zod';
import { failure } from '../../platform/failure.ts';

/** Says in the folder which file is whose, so that neither a new name of an application nor of a file parts them. */
export const manifestName = 'tenant-desk.json';

const entrySchema = z.strictObject({
  applicationId: z.string().min(1).max(256),
  /** For people who read it: the name of the application. */
  application: z.string(),
  file: z.string().min(1).max(255),
});

const manifestSchema = z.strictObject({
  format: z.literal('tenant-desk/scripts'),
  version: z.literal(1),
  tenant: z.strictObject({ name: z.string(), address: z.string() }),
  files: z.array(entrySchema).max(100_000),
});

export type ManifestEntry = z.infer<typeof entrySchema>;
export type Manifest = z.infer<typeof manifestSchema>;

/** Entries in the order of their files, so that a repository shows what changed. */
export function manifestText(manifest: Manifest): string {
  const files = manifest.files.toSorted((one, other) => (one.file < other.file ? -1 : 1));
  return `${JSON.stringify({ ...manifest, files }, null, 2)}\n`;
}

/** Throws `file-wrong-shape` for what is no manifest, belongs to another tenant, or names anything but a script of the folder. */
export function readManifest(text: string, address: string): Manifest {
  const parsed = manifestSchema.safeParse(parse(text));
  if (!parsed.success) {
    throw failure(
      'file-wrong-shape',
      `${manifestName} in the folder is not what Tenant Desk writes. Nothing was read or written. Put it right, or remove it and link the folder again.`,
    );
  }
  const manifest = parsed.data;
  if (manifest.tenant.address !== address) {
    throw failure(
      'file-wrong-shape',
      `The folder belongs to ${manifest.tenant.name} (${manifest.tenant.address}). Nothing was read or written. Choose another folder.`,
    );
  }
  // As the folder is read: what is hidden, or no script, is never written either.
  const outside = manifest.files.find(({ file }) => !/^[^./\\\0][^/\\\0]*\.js$/i.test(file));
  if (outside !== undefined) {
    throw failure(
      'file-wrong-shape',
      `${manifestName} names “${outside.file}”, which is no script of the folder. Nothing was read or written.`,
    );
  }
  return manifest;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
