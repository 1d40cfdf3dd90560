import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import { tenantProfileSchema } from '../../contract/tenants/tenants.ts';
import { failure } from '../platform/errors/failure.ts';
import { damagedBackup } from './backup-header.ts';

/** What a file may contain at most: a small file can become huge when it is decompressed. */
export interface BackupLimits {
  /** Of the file. */
  readonly bytes: number;
  /** Decompressed. */
  readonly inflatedBytes: number;
  readonly lineBytes: number;
  readonly records: number;
}

export const backupLimits: BackupLimits = {
  bytes: 512 * 1024 * 1024,
  inflatedBytes: 2 * 1024 * 1024 * 1024,
  lineBytes: 64 * 1024 * 1024,
  records: 3_000_000,
};

export const secretKinds = ['client-secret', 'header-values', 'application-secrets'] as const;

const tenantSchema = z.strictObject({
  profile: tenantProfileSchema,
  embeddedKey: z.string().max(80).nullable(),
});

const secretSchema = z.strictObject({
  tenantId: z.string().min(1).max(64),
  kind: z.enum(secretKinds),
  secret: z.string().max(8 * 1024 * 1024),
});

/** A row of any table. */
export const rowSchema = z.record(z.string().max(64), z.union([z.string(), z.number(), z.null()]));

/** The lines of the decompressed file, each a JSON array. `schema` is the first, and `end` the last. */
const recordSchema = z.discriminatedUnion('is', [
  /** The schema steps of each noun that its rows have. */
  z.strictObject({ is: z.literal('schema'), steps: z.record(z.string().max(64), z.int().nonnegative()) }),
  z.strictObject({ is: z.literal('tenant'), ...tenantSchema.shape }),
  z.strictObject({ is: z.literal('settings'), settings: z.record(z.string().max(64), z.unknown()) }),
  z.strictObject({ is: z.literal('secret'), ...secretSchema.shape }),
  z.strictObject({ is: z.literal('row'), table: z.string().max(64), row: rowSchema }),
  /** The number of records before it. */
  z.strictObject({ is: z.literal('end'), records: z.int().nonnegative() }),
]);

export type BackupRecord = z.infer<typeof recordSchema>;
export type TenantRecord = z.infer<typeof tenantSchema>;
export type SecretRecord = z.infer<typeof secretSchema>;
export type SecretKindInBackup = (typeof secretKinds)[number];

export const recordLine = (record: BackupRecord): string => `${JSON.stringify(record)}\n`;

/** The records of a decrypted payload, in order and complete. Throws `file-wrong-shape` and `file-too-large`. */
export async function* readRecords(
  name: string,
  payload: Uint8Array,
  limits: BackupLimits,
): AsyncGenerator<BackupRecord> {
  let count = 0;
  let hasEnded = false;
  for await (const line of inflatedLines(name, payload, limits)) {
    if (hasEnded) throw damagedBackup(name, 'There is more after its end.');
    if (count > limits.records) throw tooLarge(name);
    const record = parseRecord(name, line);
    if ((count === 0) !== (record.is === 'schema')) throw damagedBackup(name, 'The schema must come first.');
    hasEnded = record.is === 'end';
    if (record.is === 'end' && record.records !== count)
      throw damagedBackup(name, `It has ${count} of ${record.records} records.`);
    count += 1;
    yield record;
  }
  if (!hasEnded) throw damagedBackup(name, 'Its end is missing.');
}

function parseRecord(name: string, line: string): BackupRecord {
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch (cause) {
    throw damagedBackup(name, 'A record isn’t JSON.', cause);
  }
  const parsed = recordSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  throw damagedBackup(name, parsed.error.issues[0]?.message ?? 'Unknown record');
}

async function* inflatedLines(
  name: string,
  payload: Uint8Array,
  { inflatedBytes, lineBytes }: BackupLimits,
): AsyncGenerator<string> {
  let total = 0;
  let rest: Buffer[] = [];
  let restBytes = 0;
  for await (const chunk of inflate(name, payload)) {
    total += chunk.length;
    if (total > inflatedBytes) throw tooLarge(name);
    let start = 0;
    for (let end = chunk.indexOf(0x0a); end !== -1; end = chunk.indexOf(0x0a, start)) {
      yield Buffer.concat([...rest, chunk.subarray(start, end)]).toString('utf8');
      rest = [];
      restBytes = 0;
      start = end + 1;
    }
    if (start < chunk.length) rest.push(chunk.subarray(start));
    restBytes += chunk.length - start;
    if (restBytes > lineBytes) throw tooLarge(name);
  }
  if (restBytes > 0) throw damagedBackup(name, 'Its last record is cut.');
}

/** Chunk by chunk, so that no more is decompressed than is read. */
async function* inflate(name: string, payload: Uint8Array): AsyncGenerator<Buffer> {
  const gunzip = createGunzip();
  gunzip.end(payload);
  try {
    for await (const chunk of gunzip) yield z.instanceof(Buffer).parse(chunk);
  } catch (cause) {
    if (!isOfZlib(cause)) throw cause;
    throw damagedBackup(name, cause.message, cause);
  }
}

function isOfZlib(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
}

function tooLarge(name: string) {
  return failure(
    'file-too-large',
    `${name} contains more than a backup of Tenant Desk can. Nothing was changed. Use another backup.`,
  );
}
