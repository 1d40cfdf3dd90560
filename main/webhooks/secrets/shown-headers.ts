import { z } from 'zod';
import { headerKey, headerSecrecy } from '../../../contract/values/header-secrecy.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { Database } from '../../platform/storage/database.ts';
import { parseRow } from '../../platform/storage/database.ts';

/** The headers of each tenant whose values the user has shown in the window. Only names are stored. */
export interface ShownHeaders {
  /** In lower case. A name that counts as a credential's since it was chosen is ignored. */
  names(tenantId: string): ReadonlySet<string>;
  /** Throws `invalid-input` for a name that grants access. */
  set(tenantId: string, name: string, isShown: boolean): void;
}

const rowSchema = z.object({ name: z.string() });

export function createShownHeaders(database: Database): ShownHeaders {
  const select = database.prepare('SELECT name FROM shown_headers WHERE tenant_id = ? ORDER BY name');
  const insert = database.prepare(
    'INSERT INTO shown_headers (tenant_id, name) VALUES (?, ?) ON CONFLICT DO NOTHING',
  );
  const remove = database.prepare('DELETE FROM shown_headers WHERE tenant_id = ? AND name = ?');
  return {
    names: (tenantId) =>
      new Set(
        select
          .all(tenantId)
          .map((row) => parseRow(rowSchema, row).name)
          .filter((name) => headerSecrecy(name) === 'usually'),
      ),
    set(tenantId, name, isShown) {
      if (!isShown) {
        remove.run(tenantId, headerKey(name));
        return;
      }
      if (headerSecrecy(name) === 'always') {
        throw failure(
          'invalid-input',
          `The value of ${name.trim() || 'this line'} may grant access, so it stays hidden.`,
        );
      }
      insert.run(tenantId, headerKey(name));
    },
  };
}
