import { testUserLimits } from '../../../contract/scripts/test-user-limits.ts';
import type { TestUser } from '../../../contract/scripts/scripts.ts';
import { testUserSchema } from '../../../contract/scripts/scripts.ts';
import type { Database } from '../../platform/storage/database.ts';
import type { OwnRecords } from '../../platform/storage/own-records.ts';
import { createOwnRecords, ownRecordsBackup, ownRecordsTable } from '../../platform/storage/own-records.ts';
import type { SchemaSteps } from '../../platform/storage/schema-steps.ts';

/** The test users for script test runs, by tenant. */
export type TestUserStore = OwnRecords<TestUser>;

export const testUserSchemaSteps: SchemaSteps = {
  noun: 'bench',
  records: { bench_users: 'script test users' },
  backup: [ownRecordsBackup('bench_users', testUserSchema, testUserLimits.name)],
  steps: [ownRecordsTable('bench_users')],
};

export const createTestUserStore = (database: Database): TestUserStore =>
  createOwnRecords(database, {
    table: 'bench_users',
    schema: testUserSchema,
    maxCount: testUserLimits.users,
    tooMany: `A tenant can have up to ${testUserLimits.users} test users. Remove one first.`,
  });
