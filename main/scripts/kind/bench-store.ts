import { benchLimits } from '../../../contract/scripts/bench-limits.ts';
import type { BenchUser } from '../../../contract/scripts/scripts.ts';
import { benchUserSchema } from '../../../contract/scripts/scripts.ts';
import type { Database } from '../../platform/storage/database.ts';
import type { OwnRecords } from '../../platform/storage/own-records.ts';
import { createOwnRecords, ownRecordsTable } from '../../platform/storage/own-records.ts';
import type { SchemaSteps } from '../../platform/storage/schema-steps.ts';

/** The made-up users that scripts are tried for, by tenant. */
export type BenchStore = OwnRecords<BenchUser>;

export const benchSchemaSteps: SchemaSteps = {
  noun: 'bench',
  records: { bench_users: 'users of the script bench' },
  steps: [ownRecordsTable('bench_users')],
};

export const createBenchStore = (database: Database): BenchStore =>
  createOwnRecords(database, {
    table: 'bench_users',
    schema: benchUserSchema,
    most: benchLimits.users,
    tooMany: `A bench has at most ${benchLimits.users} users. Remove one first.`,
  });
