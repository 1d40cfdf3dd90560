import { z } from 'zod';
import type { OfflineKindState } from '../../contract/offline/offline.ts';
import { offlineKindSchema } from '../../contract/offline/offline.ts';
import type { Database } from '../platform/storage/database.ts';
import type { SchemaSteps } from '../platform/storage/schema-steps.ts';

export const offlineSchemaSteps: SchemaSteps = {
  noun: 'offline',
  records: { kept_tenants: 'offline tenants' },
  steps: [
    `CREATE TABLE kept_tenants (
       tenant_id TEXT PRIMARY KEY,
       is_on INTEGER NOT NULL,
       -- A person stopped the run that was begun.
       is_stopped INTEGER NOT NULL,
       -- Of a run that has not come to its end: what was read since then need not be read again.
       begun_at INTEGER,
       finished_at INTEGER,
       kinds TEXT NOT NULL
     ) STRICT`,
  ],
};

/** The sync state of a tenant as stored on disk. */
export interface OfflineTenant {
  readonly tenantId: string;
  readonly isOn: boolean;
  readonly isStopped: boolean;
  /** Milliseconds since the epoch. */
  readonly begunAt: number | null;
  readonly finishedAt: number | null;
  readonly kinds: readonly OfflineKindState[];
}

export interface OfflineStore {
  list(): OfflineTenant[];
  get(tenantId: string): OfflineTenant | undefined;
  put(tenant: OfflineTenant): void;
  remove(tenantId: string): void;
}

const rowSchema = z.object({
  tenant_id: z.string(),
  is_on: z.number(),
  is_stopped: z.number(),
  begun_at: z.number().int().nullable(),
  finished_at: z.number().int().nullable(),
  kinds: z.string(),
});
/** A row written by another version may contain kinds that this one doesn't know. */
const kindsSchema = z.array(offlineKindSchema).catch([]);

export function createOfflineStore(database: Database): OfflineStore {
  const selectAll = database.prepare('SELECT * FROM kept_tenants ORDER BY tenant_id');
  const selectOne = database.prepare('SELECT * FROM kept_tenants WHERE tenant_id = ?');
  const upsert = database.prepare(
    `INSERT INTO kept_tenants (tenant_id, is_on, is_stopped, begun_at, finished_at, kinds) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET is_on = excluded.is_on, is_stopped = excluded.is_stopped, begun_at = excluded.begun_at,
       finished_at = excluded.finished_at, kinds = excluded.kinds`,
  );
  const remove = database.prepare('DELETE FROM kept_tenants WHERE tenant_id = ?');

  return {
    list: () => selectAll.all().flatMap((row) => tenantOf(row) ?? []),
    get: (tenantId) => tenantOf(selectOne.get(tenantId)),
    put({ tenantId, isOn, isStopped, begunAt, finishedAt, kinds }) {
      upsert.run(tenantId, Number(isOn), Number(isStopped), begunAt, finishedAt, JSON.stringify(kinds));
    },
    remove: (tenantId) => void remove.run(tenantId),
  };
}

function tenantOf(row: unknown): OfflineTenant | undefined {
  const { data } = rowSchema.safeParse(row);
  if (data === undefined) return undefined;
  return {
    tenantId: data.tenant_id,
    isOn: data.is_on !== 0,
    isStopped: data.is_stopped !== 0,
    begunAt: data.begun_at,
    finishedAt: data.finished_at,
    kinds: kindsSchema.parse(jsonOf(data.kinds)),
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return [];
  }
}
