import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { ErrorCode } from '../../../contract/errors/errors.ts';
import { failure } from '../errors/failure.ts';
import { readThrough } from './read-through.ts';
import type { SnapshotStore } from './snapshot-store.ts';
import { createSnapshotStore, snapshotSchemaSteps } from './snapshot-store.ts';

const schema = z.array(z.strictObject({ id: z.string() }));
let snapshots: SnapshotStore;
let time: number;

beforeEach(() => {
  const database = new DatabaseSync(':memory:');
  for (const step of snapshotSchemaSteps.steps) database.exec(step);
  snapshots = createSnapshotStore(database, { write: () => undefined });
  time = 100;
});

function read(
  fetch: () => Promise<z.output<typeof schema>>,
  freshness: 'tenant-first' | 'cache-first' = 'tenant-first',
  key = 'items',
) {
  return readThrough({ snapshots, now: () => time }, { tenantId: 'acme', key, freshness, schema, fetch });
}

const failing = (code: ErrorCode) => async () => {
  throw failure(code, 'It failed.');
};

describe('a read', () => {
  it('returns the tenant’s data, and caches it', async () => {
    expect(await read(async () => [{ id: 'a' }])).toEqual({
      data: [{ id: 'a' }],
      fetchedAt: 100,
      source: 'tenant',
    });
    time = 200;
    expect(await read(failing('unreachable'))).toMatchObject({
      data: [{ id: 'a' }],
      fetchedAt: 100,
      source: 'cache',
      error: { code: 'unreachable' },
    });
  });

  it.each([
    'unreachable',
    'connection-lost',
    'timed-out',
    'tenant-error',
    'signed-out',
    'session-expired',
    'renewal-failed',
    'rate-limited',
  ] as const)('falls back to the last snapshot after %s', async (code) => {
    await read(async () => [{ id: 'a' }]);
    expect((await read(failing(code))).error?.code).toBe(code);
  });

  it.each(['forbidden', 'refused-by-tenant', 'not-found', 'schema-mismatch', 'canceled'] as const)(
    'does not hide %s behind old data',
    async (code) => {
      await read(async () => [{ id: 'a' }]);
      await expect(read(failing(code))).rejects.toMatchObject({ code });
    },
  );

  it('fails with the tenant’s error if there is no snapshot', async () => {
    await expect(read(failing('unreachable'))).rejects.toMatchObject({ code: 'unreachable' });
  });

  it('answers from the cache for cache-first, and requests the data if there is none', async () => {
    await read(async () => [{ id: 'a' }]);
    const neverRequested = async (): Promise<never> => {
      throw new Error('The tenant was requested.');
    };
    expect(await read(neverRequested, 'cache-first')).toEqual({
      data: [{ id: 'a' }],
      fetchedAt: 100,
      source: 'cache',
    });
    expect(await read(async () => [{ id: 'b' }], 'cache-first', 'others')).toMatchObject({
      source: 'tenant',
    });
  });

  it('ignores a snapshot of another version’s shape', async () => {
    snapshots.write('acme', 'items', [{ name: 'of another version' }], 50);
    await expect(read(failing('unreachable'))).rejects.toMatchObject({ code: 'unreachable' });
    expect(await read(async () => [{ id: 'a' }], 'cache-first')).toMatchObject({ source: 'tenant' });
  });

  it('that is shared returns the same object as long as the stored data is the same', async () => {
    const readShared = (id: string, code?: ErrorCode) =>
      readThrough(
        { snapshots, now: () => time },
        {
          tenantId: 'acme',
          key: 'items',
          freshness: 'tenant-first',
          schema,
          isShared: true,
          fetch: code === undefined ? async () => [{ id }] : failing(code),
        },
      );
    await readShared('a');
    const first = await readShared('', 'unreachable');
    expect(first).toMatchObject({ data: [{ id: 'a' }], source: 'cache' });
    expect((await readShared('', 'unreachable')).data).toBe(first.data);
    await readShared('b');
    expect((await readShared('', 'unreachable')).data).toEqual([{ id: 'b' }]);
    snapshots.write('acme', 'items', [{ name: 'of another version' }], 50);
    await expect(readShared('', 'unreachable')).rejects.toMatchObject({ code: 'unreachable' });
  });

  it('leaves nothing of a deleted tenant', async () => {
    await read(async () => [{ id: 'a' }]);
    snapshots.write('other', 'items', [{ id: 'o' }], 1);
    snapshots.readShared('acme', 'items', schema);
    snapshots.forget('acme');
    expect(snapshots.read('acme', 'items', schema)).toBeUndefined();
    expect(snapshots.readShared('acme', 'items', schema)).toBeUndefined();
    expect(snapshots.read('other', 'items', schema)?.data).toEqual([{ id: 'o' }]);
  });

  it('keeps the newest snapshots with a prefix, up to a number of bytes, and all others', () => {
    for (const [index, key] of ['icon:a', 'icon:b', 'icon:c', 'items'].entries())
      snapshots.write('acme', key, [{ id: 'x'.repeat(100) }], index);
    snapshots.write('other', 'icon:a', [{ id: 'x'.repeat(100) }], 0);
    snapshots.deleteOlder('acme', 'icon:', 250);
    const isStored = (tenant: string, key: string) => snapshots.read(tenant, key, schema) !== undefined;
    expect(['icon:a', 'icon:b', 'icon:c', 'items'].map((key) => isStored('acme', key))).toEqual([
      false,
      true,
      true,
      true,
    ]);
    expect(isStored('other', 'icon:a')).toBe(true);
  });
});
