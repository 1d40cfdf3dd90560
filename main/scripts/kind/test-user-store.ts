import { z } from 'zod';
import type { TestUser } from '../../../contract/scripts/scripts.ts';
import { testUserLimits } from '../../../contract/scripts/test-user-limits.ts';
import { testUserSchema } from '../../../contract/scripts/scripts.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { Database } from '../../platform/storage/database.ts';
import { parseJsonColumn, parseRow } from '../../platform/storage/database.ts';
import type { SchemaSteps } from '../../platform/storage/schema-steps.ts';

/** The made-up users that scripts are tried for, by tenant. They stay in this profile. */
export interface TestUserStore {
  /** In the order in which they were added; one that this version cannot read is left out, and kept. */
  users(tenantId: string): TestUser[];
  /** Throws `invalid-input` for one too many. */
  save(tenantId: string, user: TestUser): void;
  remove(tenantId: string, id: string): void;
}

export const testUserSchemaSteps: SchemaSteps = {
  noun: 'bench',
  records: { bench_users: 'users of the script bench' },
  steps: [
    `CREATE TABLE bench_users (
       sequence INTEGER PRIMARY KEY AUTOINCREMENT,
       tenant_id TEXT NOT NULL,
       id TEXT NOT NULL,
       content TEXT NOT NULL,
       UNIQUE (tenant_id, id)
     ) STRICT`,
  ],
};

const rowSchema = z.object({ content: z.string() });
const countSchema = z.object({ count: z.number() });

export function createTestUserStore(database: Database): TestUserStore {
  const select = database.prepare('SELECT content FROM bench_users WHERE tenant_id = ? ORDER BY sequence');
  const countOthers = database.prepare(
    'SELECT count(*) AS count FROM bench_users WHERE tenant_id = ? AND id <> ?',
  );
  const upsert = database.prepare(
    `INSERT INTO bench_users (tenant_id, id, content) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET content = excluded.content`,
  );
  const remove = database.prepare('DELETE FROM bench_users WHERE tenant_id = ? AND id = ?');
  return {
    users: (tenantId) =>
      select.all(tenantId).flatMap((row) => {
        try {
          return [parseJsonColumn(testUserSchema, parseRow(rowSchema, row).content)];
        } catch {
          return [];
        }
      }),
    save(tenantId, user) {
      if (parseRow(countSchema, countOthers.get(tenantId, user.id)).count >= testUserLimits.users) {
        throw failure(
          'invalid-input',
          `A bench has at most ${testUserLimits.users} users. Remove one first.`,
        );
      }
      upsert.run(tenantId, user.id, JSON.stringify(user));
    },
    remove: (tenantId, id) => void remove.run(tenantId, id),
  };
}
