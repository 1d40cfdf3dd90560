import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';

interface Directory {
  readonly files: Readonly<Record<string, Directory | ArchivedFile>>;
}
const fileSchema = z.object({
  size: z.number(),
  /** From the end of the header, in decimal; absent if the file is beside the archive. */
  offset: z.string().optional(),
});
type ArchivedFile = z.infer<typeof fileSchema>;
const directorySchema: z.ZodType<Directory> = z.object({
  get files() {
    return z.record(z.string(), z.union([directorySchema, fileSchema]));
  },
});

/**
 * The files of an asar archive with their paths. Its header is JSON; the numbers before it have four bytes
 * each.
 */
function readHeader(bytes: Buffer): Map<string, ArchivedFile> {
  const header = bytes.subarray(16, 16 + bytes.readUInt32LE(12)).toString('utf8');
  return new Map(filesIn(directorySchema.parse(JSON.parse(header))));
}

function filesIn({ files }: Directory, prefix = ''): [string, ArchivedFile][] {
  return Object.entries(files).flatMap(([name, entry]) =>
    'files' in entry ? filesIn(entry, `${prefix}${name}/`) : [[`${prefix}${name}`, entry]],
  );
}

export async function pathsInArchive(archive: string): Promise<string[]> {
  return [...readHeader(await readFile(archive)).keys()];
}

/** Writes every file to the folder, including those beside the archive. */
export async function unpackArchive(archive: string, folder: string): Promise<void> {
  const bytes = await readFile(archive);
  const start = 8 + bytes.readUInt32LE(4);
  for (const [path, { size, offset }] of readHeader(bytes)) {
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true });
    if (offset === undefined) await copyFile(join(`${archive}.unpacked`, path), target);
    else await writeFile(target, bytes.subarray(start + Number(offset), start + Number(offset) + size));
  }
}
