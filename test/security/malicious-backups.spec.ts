import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { SchemaSteps } from '../../main/platform/storage/schema-steps.ts';
import { readBackupFile } from '../../main/backup/backup-header.ts';
import type { BackupLimits } from '../../main/backup/backup-records.ts';
import { backupLimits } from '../../main/backup/backup-records.ts';
import type { StagedBackup } from '../../main/backup/staged-backup.ts';
import { stageBackup } from '../../main/backup/staged-backup.ts';
import { mapTenants } from '../../main/backup/tenant-mapping.ts';

const notes: SchemaSteps = {
  noun: 'notes',
  steps: [
    'CREATE TABLE notes (id TEXT PRIMARY KEY, text TEXT NOT NULL) STRICT; CREATE TABLE other (id TEXT) STRICT',
    `ALTER TABLE notes ADD COLUMN color TEXT NOT NULL DEFAULT 'red'`,
  ],
  backup: [
    {
      table: 'notes',
      section: 'library',
      row: z.strictObject({ id: z.string().max(8), text: z.string(), color: z.enum(['red', 'blue']) }),
      key: ['id'],
    },
  ],
};

const header = { format: 'tenant-desk-backup', version: 1, app: '1.0.0', madeAt: 1, encryption: null };
const schema = { is: 'schema', steps: { notes: 2 } };
const note = (row: object) => ({ is: 'row', table: 'notes', row });
const end = (records: number) => ({ is: 'end', records });
const lines = (...records: unknown[]): string => records.map((each) => `${JSON.stringify(each)}\n`).join('');
const wrong = { code: 'file-wrong-shape', message: expect.stringContaining('Nothing was changed.') };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tenant-desk-test-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Reads a file as it would be opened; the text is compressed unless it is bytes. */
async function stage(
  content: string | Uint8Array,
  {
    line = JSON.stringify(header),
    limits = {},
  }: { readonly line?: string; readonly limits?: Partial<BackupLimits> } = {},
): Promise<StagedBackup> {
  const payload = typeof content === 'string' ? gzipSync(content) : content;
  const file = readBackupFile('a.tdbackup', Buffer.concat([Buffer.from(`${line}\n`), payload]));
  return await stageBackup({
    ...{ file, payload: file.payload, nouns: [notes], folder, now: () => 1 },
    limits: { ...backupLimits, ...limits },
    signal: new AbortController().signal,
  });
}

const rowsOf = (staged: StagedBackup) => [...staged.rows(notes.backup?.[0] ?? expect.fail())];

describe('a backup file', () => {
  it('is read with the rows of every version since the one that made it', async () => {
    const earlier = lines({ is: 'schema', steps: { notes: 1 } }, note({ id: 'a', text: 'one' }), end(2));
    const staged = await stage(earlier);
    expect(rowsOf(staged)).toEqual([{ id: 'a', text: 'one', color: 'red' }]);
    staged.close();
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([
    ['of another program', 'PK\u0003\u0004 zip'],
    ['that is empty', ''],
    ['with another format', JSON.stringify({ ...header, format: 'other' })],
    ['whose header never ends', `{"format":"tenant-desk-backup","app":"${'x'.repeat(5000)}`],
  ])('%s is rejected', async (_what, line) => {
    await expect(stage('', { line })).rejects.toMatchObject({ code: 'file-wrong-shape' });
  });

  it('of a newer version is rejected as such', async () => {
    const line = JSON.stringify({ ...header, version: 2, more: true });
    await expect(stage('', { line })).rejects.toMatchObject({ code: 'file-newer' });
    const ofNewerSchema = lines({ is: 'schema', steps: { notes: 3 } }, end(1));
    await expect(stage(ofNewerSchema)).rejects.toMatchObject({ code: 'file-newer' });
    const ofUnknownNoun = lines({ is: 'schema', steps: { badges: 1 } }, end(1));
    await expect(stage(ofUnknownNoun)).rejects.toMatchObject({ code: 'file-newer' });
  });

  const whole = lines(schema, note({ id: 'a', text: 'one', color: 'red' }), end(2));
  const bytes = gzipSync(whole);

  it('that is cut anywhere is rejected', async () => {
    for (const length of [0, 5, 20, bytes.length - 9, bytes.length - 1])
      await expect(stage(bytes.subarray(0, length)), `${length} bytes`).rejects.toMatchObject(wrong);
  });

  it('with one changed byte is rejected', async () => {
    for (const at of [12, Math.floor(bytes.length / 2), bytes.length - 6]) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 0xff;
      await expect(stage(changed), `byte ${at}`).rejects.toMatchObject({ code: 'file-wrong-shape' });
    }
  });

  it.each([
    ['no end', lines(schema)],
    ['a wrong count', lines(schema, end(7))],
    ['more after its end', lines(schema, end(1), note({ id: 'a', text: '', color: 'red' }))],
    ['a second schema', lines(schema, schema, end(2))],
    ['rows before the schema', lines(note({ id: 'a', text: '', color: 'red' }), end(1))],
    ['records that aren’t JSON', `${lines(schema)}nonsense\n`],
    ['unknown records', lines(schema, { is: 'code', run: 'x' }, end(2))],
    ['a half record', `${lines(schema)}{"is":`],
    [
      'rows of a table that isn’t backed up',
      lines(schema, { is: 'row', table: 'other', row: { id: 'a' } }, end(2)),
    ],
    [
      'rows of a system table',
      lines(schema, { is: 'row', table: 'sqlite_schema', row: { sql: '' } }, end(2)),
    ],
    [
      'a table name with SQL',
      lines(schema, { is: 'row', table: 'notes; DROP TABLE notes', row: { id: 'a' } }, end(2)),
    ],
    ['a column name with SQL', lines(schema, note({ 'id) VALUES (1); --': 'a' }), end(2))],
    ['unknown columns', lines(schema, note({ id: 'a', text: '', shade: 'red' }), end(2))],
    ['missing columns', lines(schema, note({ id: 'a' }), end(2))],
    ['a wrong type', lines(schema, note({ id: 'a', text: null, color: 'red' }), end(2))],
    ['a value of no known shape', lines(schema, note({ id: 'a', text: '', color: 'green' }), end(2))],
    ['an ID that is too long', lines(schema, note({ id: 'a'.repeat(9), text: '', color: 'red' }), end(2))],
    [
      'the same record twice',
      lines(schema, ...[1, 2].map(() => note({ id: 'a', text: '', color: 'red' })), end(3)),
    ],
    [
      'secrets in plain text',
      lines(schema, { is: 'secret', tenantId: 'a', kind: 'client-secret', secret: 'x' }, end(2)),
    ],
    ['a session', lines(schema, { is: 'secret', tenantId: 'a', kind: 'tokens', secret: 'x' }, end(2))],
    [
      'an incomplete tenant',
      lines(schema, { is: 'tenant', profile: { id: 'a' }, embeddedKey: null }, end(2)),
    ],
  ])('with %s is rejected, and leaves nothing', async (_what, content) => {
    await expect(stage(content)).rejects.toMatchObject(wrong);
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('a backup that would take too much', () => {
  it('isn’t decompressed further than the limit', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
    const before = process.memoryUsage().arrayBuffers;
    await expect(stage(bomb, { limits: { inflatedBytes: 1024 * 1024 } })).rejects.toMatchObject({
      code: 'file-too-large',
    });
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 * 1024 * 1024);
  });

  it('has no line and no number of records beyond the limit', async () => {
    const long = lines(schema, note({ id: 'a', text: 'x'.repeat(200_000), color: 'red' }), end(2));
    await expect(stage(long, { limits: { lineBytes: 100_000 } })).rejects.toMatchObject({
      code: 'file-too-large',
    });
    const many = lines(
      schema,
      ...['a', 'b', 'c', 'd'].map((id) => note({ id, text: '', color: 'red' })),
      end(5),
    );
    await expect(stage(many, { limits: { records: 3 } })).rejects.toMatchObject({ code: 'file-too-large' });
  });

  const encryption = {
    ...{ kdf: 'scrypt', cost: 2 ** 17, blockSize: 8, parallelization: 1, salt: 'A'.repeat(24) },
    ...{ cipher: 'aes-256-gcm', nonce: 'A'.repeat(16) },
  };

  it.each([
    ['the memory of the key', { cost: 2 ** 24 }],
    ['the block size', { blockSize: 4096 }],
    ['the product of both', { cost: 2 ** 18, blockSize: 16 }],
    ['the time', { parallelization: 1_000_000 }],
    ['a cost that isn’t a power of two', { cost: 100_000 }],
    ['a cost that is too cheap', { cost: 2 }],
    ['another cipher', { cipher: 'aes-256-ecb' }],
    ['a salt of any length', { salt: 'A'.repeat(2000) }],
  ])('can’t ask for more than a computer has: %s', async (_what, change) => {
    const line = JSON.stringify({ ...header, encryption: { ...encryption, ...change } });
    await expect(stage('', { line })).rejects.toMatchObject({ code: 'file-wrong-shape' });
  });
});

describe('a tenant of a backup', () => {
  const profile = {
    ...{ id: 'a', name: 'Acme', color: 'teal', environment: 'production', clientId: 'desk', scopes: [] },
    ...{
      baseUrl: 'https://evil.example',
      analyticsUrl: 'https://evil.example/a',
      issuer: 'https://evil.example',
    },
    ...{ extraHeaders: {}, hasClientSecret: true, isSandbox: false },
  };
  const tenant = (change: object, embeddedKey: string | null = null) => ({
    is: 'tenant',
    profile: { ...profile, ...change },
    embeddedKey,
  });

  it.each([
    ['elsewhere', { isSandbox: true }, 'staging', { isSandbox: false, embeddedKey: null }],
    ['by its key', {}, 'staging', { isSandbox: false, embeddedKey: null }],
    [
      'on this computer',
      { isSandbox: true, baseUrl: 'http://127.0.0.1:9' },
      'staging',
      { isSandbox: true, embeddedKey: 'staging' },
    ],
  ])('counts as embedded only on this computer: %s', async (_what, change, key, expected) => {
    const staged = await stage(lines(schema, tenant(change, key), end(2)));
    const [mapped] = mapTenants(staged, [], { values: {} }).tenants;
    expect({ isSandbox: mapped?.profile.isSandbox, embeddedKey: mapped?.embeddedKey }).toEqual(expected);
    staged.close();
  });

  it('never changes where a tenant that is here is, and isn’t added where the policy forbids it', async () => {
    const staged = await stage(lines(schema, tenant({}), end(2)));
    const here = {
      profile: { ...(staged.tenants[0]?.profile ?? expect.fail()), baseUrl: 'https://acme.example' },
      embeddedKey: null,
    };
    expect(mapTenants(staged, [here], { values: {} }).tenants).toMatchObject([
      { state: 'here', localId: 'a' },
    ]);
    const allowed = { values: { allowedUrls: ['https://acme.example'] } };
    expect(mapTenants(staged, [], allowed).tenants).toMatchObject([{ state: 'denied' }]);
    staged.close();
  });
});
