import { testUserLimits } from '../../../contract/scripts/test-user-limits.ts';
import type { TestUser } from '../../../contract/scripts/scripts.ts';
import { testUserSchema } from '../../../contract/scripts/scripts.ts';
import type { Database } from '../../platform/storage/database.ts';
import type { OwnRecords } from '../../platform/storage/own-records.ts';
import { createOwnRecords, ownRecordsTable } from '../../platform/storage/own-records.ts';
import type { SchemaSteps } from '../../platform/storage/schema-steps.ts';

/** The made-up users that scripts are tried for, by tenant. */
export type TestUserStore = OwnRecords<TestUser>;

export const testUserSchemaSteps: SchemaSteps = {
  noun: 'bench',
  records: { bench_users: 'users of the script bench' },
  steps: [ownRecordsTable('bench_users')],
};

export const createTestUserStore = (database: Database): TestUserStore =>
  createOwnRecords(database, {
    table: 'bench_users',
    schema: testUserSchema,
    most: testUserLimits.users,
    tooMany: `A bench has at most ${testUserLimits.users} users. Remove one first.`,
  });
