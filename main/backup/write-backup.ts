import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createGzip } from 'node:zlib';
import type { FileSink } from '../platform/host/host.ts';
import type { StoredRow } from '../platform/storage/backup-table.ts';
import { databaseFileName } from '../platform/storage/database-file.ts';
import type { Database } from '../platform/storage/database.ts';
import type { SecretVault } from '../platform/secrets/secret-vault.ts';
import { createSettingsStore } from '../platform/settings/settings-store.ts';
import type { SchemaSteps } from '../platform/storage/schema-steps.ts';
import { createTenantStore } from '../tenants/directory/tenant-store.ts';
import { headerLine, newHeader } from './backup-header.ts';
import type { BackupRecord } from './backup-records.ts';
import { recordLine, secretKinds } from './backup-records.ts';
import { createSealing, newEncryption } from './seal.ts';

export interface WriteParts {
  /** The profile folder. */
  readonly folder: string;
  readonly nouns: readonly SchemaSteps[];
  readonly vault: Pick<SecretVault, 'get'>;
  readonly version: string;
  readonly now: () => number;
}

export interface WriteOptions {
  readonly passphrase: string | null;
  /** Only with a passphrase. */
  readonly includesSecrets: boolean;
}

/**
 * Writes the profile as it is when this starts, despite later changes: it reads on a separate connection, in one
 * transaction. Sessions are never in it.
 */
export async function writeBackup(parts: WriteParts, options: WriteOptions, sink: FileSink): Promise<void> {
  const { passphrase, includesSecrets } = options;
  if (includesSecrets && passphrase === null) throw new Error('Secrets are only written encrypted.');
  const encryption = passphrase === null ? null : newEncryption();
  const line = headerLine(newHeader({ app: parts.version, encryption, madeAt: parts.now() }));
  const sealing =
    passphrase === null || encryption === null
      ? undefined
      : await createSealing(passphrase, encryption, line);
  const database = new DatabaseSync(join(parts.folder, databaseFileName), { readOnly: true, timeout: 5000 });
  try {
    database.exec('BEGIN');
    await sink(line);
    const records = numbered(recordsOf(parts, database, includesSecrets));
    for await (const chunk of compressed(records)) await sink(sealing?.update(chunk) ?? chunk);
    if (sealing !== undefined) await sink(sealing.end());
  } finally {
    database.close();
  }
}

async function* recordsOf(
  { nouns, vault }: WriteParts,
  database: Database,
  includesSecrets: boolean,
): AsyncGenerator<BackupRecord> {
  const steps = nouns
    .filter(({ backup }) => backup !== undefined)
    .map(({ noun, steps: { length } }) => [noun, length] as const);
  yield { is: 'schema', steps: Object.fromEntries(steps) };
  const tenants = createTenantStore(database).listStored();
  for (const tenant of tenants) yield { is: 'tenant', ...tenant };
  yield { is: 'settings', settings: createSettingsStore(database).read() };
  if (includesSecrets) {
    for (const { profile } of tenants) {
      for (const kind of secretKinds) {
        const secret = await vault.get({ tenantId: profile.id, kind });
        if (secret !== undefined) yield { is: 'secret', tenantId: profile.id, kind, secret };
      }
    }
  }
  for (const { backup = [] } of nouns) {
    for (const { table, row: schema, where = 'TRUE' } of backup) {
      const columns = Object.keys(schema.shape).join(', ');
      const select = database.prepare(`SELECT ${columns} FROM ${table} WHERE ${where}`);
      for (const row of select.iterate()) yield { is: 'row', table, row: row as StoredRow };
    }
  }
}

/** Ends with the number of records, which shows whether a file is complete. */
async function* numbered(records: AsyncIterable<BackupRecord>): AsyncGenerator<string> {
  let count = 0;
  for await (const record of records) {
    yield recordLine(record);
    count += 1;
  }
  yield recordLine({ is: 'end', records: count });
}

/** Characters that are compressed at once: a row is often a few hundred. */
const pieceLength = 256 * 1024;

async function* compressed(lines: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const gzip = createGzip();
  const ready: Uint8Array[] = [];
  gzip.on('data', (chunk: Uint8Array) => ready.push(chunk));
  let piece = '';
  for await (const line of lines) {
    piece += line;
    if (piece.length < pieceLength) continue;
    if (!gzip.write(piece)) await once(gzip, 'drain');
    piece = '';
    yield* ready.splice(0);
  }
  const ended = once(gzip, 'end');
  gzip.end(piece);
  await ended;
  yield* ready.splice(0);
}
