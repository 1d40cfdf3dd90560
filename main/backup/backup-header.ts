import { z } from 'zod';
import { failure } from '../platform/errors/failure.ts';
import { parseOrNothing } from '../platform/json/parse-or-nothing.ts';

/** Incremented when older versions of Tenant Desk can't read the file. */
export const backupVersion = 1;

const formatName = 'tenant-desk-backup';

/** Bytes of memory that deriving a key may take. A file must not be able to exhaust it. */
const maxMemory = 256 * 1024 * 1024;

const isPowerOfTwo = (number: number): boolean => (number & (number - 1)) === 0;

/** Base64 of up to 64 bytes. */
const shortBytes = z
  .string()
  .max(88)
  .regex(/^[A-Za-z0-9+/]{16,}={0,2}$/);

const encryptionSchema = z
  .strictObject({
    kdf: z.literal('scrypt'),
    /** N, r and p of RFC 7914. */
    cost: z
      .int()
      .min(2 ** 14)
      .max(2 ** 18)
      .refine(isPowerOfTwo),
    blockSize: z.int().min(8).max(16),
    parallelization: z.int().min(1).max(4),
    salt: shortBytes,
    cipher: z.literal('aes-256-gcm'),
    nonce: shortBytes,
  })
  .refine(({ cost, blockSize }) => 128 * cost * blockSize <= maxMemory);

/** The first line of the file, in plain text. What follows is compressed and, with `encryption`, encrypted. */
const headerSchema = z.strictObject({
  format: z.literal(formatName),
  version: z.literal(backupVersion),
  /** Of Tenant Desk. */
  app: z.string().max(64),
  /** Milliseconds since the epoch. */
  madeAt: z.int().nonnegative(),
  encryption: encryptionSchema.nullable(),
});

/** What every version has. */
const anyHeaderSchema = z.looseObject({ format: z.literal(formatName), version: z.int().positive() });

export type BackupHeader = z.infer<typeof headerSchema>;
export type Encryption = z.infer<typeof encryptionSchema>;

export const newHeader = (rest: Pick<BackupHeader, 'app' | 'encryption' | 'madeAt'>): BackupHeader => ({
  format: formatName,
  version: backupVersion,
  ...rest,
});

export const headerLine = (header: BackupHeader): string => `${JSON.stringify(header)}\n`;

/** Bytes. */
const maxHeader = 4096;

/** A backup file, taken apart and not yet trusted. */
export interface BackupFile {
  readonly name: string;
  readonly header: BackupHeader;
  /** The first line as it is in the file, which the encryption authenticates. */
  readonly line: string;
  readonly payload: Uint8Array;
}

/** Throws `file-wrong-shape`, and `file-newer` for a file of a newer version. */
export function readBackupFile(name: string, bytes: Uint8Array): BackupFile {
  const end = bytes.subarray(0, maxHeader).indexOf(0x0a);
  const line = end === -1 ? '' : Buffer.from(bytes.subarray(0, end + 1)).toString('utf8');
  const json = parseOrNothing(line);
  const { data: known } = anyHeaderSchema.safeParse(json);
  if (known === undefined)
    throw failure('file-wrong-shape', `${name} isn’t a backup of Tenant Desk. Choose a .tdbackup file.`);
  if (known.version > backupVersion) throw newerBackup(name, `Version ${known.version} of the format`);
  const header = headerSchema.safeParse(json);
  if (!header.success) throw damagedBackup(name, header.error.message);
  return { name, header: header.data, line, payload: bytes.subarray(end + 1) };
}

export function damagedBackup(name: string, detail: string, cause?: unknown) {
  return failure(
    'file-wrong-shape',
    `${name} is damaged or incomplete. Nothing was changed. Use another backup.`,
    { detail: detail.slice(0, 500), cause },
  );
}

export function newerBackup(name: string, detail: string) {
  return failure(
    'file-newer',
    `${name} was made by a newer version of Tenant Desk. Nothing was changed. Update Tenant Desk.`,
    { detail },
  );
}
