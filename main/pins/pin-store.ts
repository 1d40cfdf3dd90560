import { z } from 'zod';
import type { Pin } from '../../contract/pins/pins.ts';
import { maxPins, pinSchema } from '../../contract/pins/pins.ts';
import { failure } from '../platform/errors/failure.ts';
import type { Database } from '../platform/storage/database.ts';
import { parseJsonColumn, parseRow, transaction } from '../platform/storage/database.ts';
import { tenantIdSchema } from '../../contract/schema/identifiers.ts';
import { contentOfCopy, jsonText } from '../platform/storage/backup-table.ts';
import type { SchemaSteps } from '../platform/storage/schema-steps.ts';

/** The charts pinned to the Overview, by tenant. They are stored in this profile only. */
export interface PinStore {
  /** In order; one that this version can't read is skipped, but stays stored. */
  list(tenantId: string): Pin[];
  /** Adds one at a position, by default the last; or changes the existing one. Throws `invalid-input` for one too many. */
  keep(pin: Pin, place?: number): void;
  move(tenantId: string, id: string, place: number): void;
  remove(tenantId: string, id: string): void;
}

export const pinSchemaSteps: SchemaSteps = {
  noun: 'pins',
  records: { pins: 'pinned charts' },
  backup: [
    {
      table: 'pins',
      section: 'library',
      row: z.strictObject({
        tenant_id: tenantIdSchema,
        id: pinSchema.shape.id,
        place: z.int().nonnegative(),
        content: jsonText(pinSchema),
      }),
      key: ['tenant_id', 'id'],
      tenant: 'tenant_id',
      incidental: ['place'],
      copy(row, newId) {
        const id = newId();
        const content = contentOfCopy(row['content'], id, { member: 'title', maxLength: 120 });
        return { table: 'pins', row: { ...row, id, content } };
      },
    },
  ],
  steps: [
    `CREATE TABLE pins (
       tenant_id TEXT NOT NULL,
       id TEXT NOT NULL,
       place INTEGER NOT NULL,
       content TEXT NOT NULL,
       PRIMARY KEY (tenant_id, id)
     ) STRICT;
     CREATE TRIGGER pins_go_with_tenant AFTER DELETE ON tenants
     BEGIN DELETE FROM pins WHERE tenant_id = OLD.id; END`,
  ],
};

const rowSchema = z.object({ content: z.string() });
const idSchema = z.object({ id: z.string() });

export function createPinStore(database: Database): PinStore {
  const select = database.prepare('SELECT content FROM pins WHERE tenant_id = ? ORDER BY place, id');
  const selectIds = database.prepare('SELECT id FROM pins WHERE tenant_id = ? ORDER BY place, id');
  const insert = database.prepare('INSERT INTO pins (tenant_id, id, place, content) VALUES (?, ?, ?, ?)');
  const update = database.prepare('UPDATE pins SET content = ? WHERE tenant_id = ? AND id = ?');
  const updatePlace = database.prepare('UPDATE pins SET place = ? WHERE tenant_id = ? AND id = ?');
  const remove = database.prepare('DELETE FROM pins WHERE tenant_id = ? AND id = ?');
  const idsOf = (tenantId: string) => selectIds.all(tenantId).map((row) => parseRow(idSchema, row).id);

  function order(tenantId: string, ids: readonly string[]): void {
    ids.forEach((id, place) => updatePlace.run(place, tenantId, id));
  }

  return {
    list: (tenantId) =>
      select.all(tenantId).flatMap((row) => {
        try {
          return [parseJsonColumn(pinSchema, parseRow(rowSchema, row).content)];
        } catch {
          return [];
        }
      }),
    keep(pin, place) {
      const { tenantId, id } = pin;
      const ids = idsOf(tenantId);
      if (ids.includes(id)) return void update.run(JSON.stringify(pin), tenantId, id);
      if (ids.length >= maxPins) {
        throw failure(
          'invalid-input',
          `A tenant can have up to ${maxPins} pinned charts. Unpin one from its Overview first.`,
        );
      }
      transaction(database, () => {
        insert.run(tenantId, id, ids.length, JSON.stringify(pin));
        order(tenantId, ids.toSpliced(place ?? ids.length, 0, id));
      });
    },
    move(tenantId, id, place) {
      const ids = idsOf(tenantId);
      if (!ids.includes(id)) return;
      const others = ids.filter((other) => other !== id);
      transaction(database, () => order(tenantId, others.toSpliced(place, 0, id)));
    },
    remove: (tenantId, id) => void remove.run(tenantId, id),
  };
}
