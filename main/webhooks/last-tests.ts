import { z } from 'zod';
import type { LastTest } from '../../contract/webhooks/webhooks.ts';
import type { TargetSuccessors } from '../changes/record/target-successors.ts';
import type { Log } from '../platform/log/log.ts';
import { createBestEffort } from '../platform/storage/best-effort.ts';
import type { Database } from '../platform/storage/database.ts';
import { parseRow } from '../platform/storage/database.ts';

/** How the last test of each webhook ended. No tenant stores that, so tests from other computers are unknown. */
export interface LastTests {
  note(tenantId: string, webhookId: string, test: Omit<LastTest, 'webhookId'>): void;
  /** By the current IDs of the webhooks. */
  list(tenantId: string): LastTest[];
}

const maxSavedResults = 10_000;

const rowSchema = z.object({
  webhookId: z.string(),
  testedAt: z.number().int(),
  succeeded: z.number().int(),
  httpStatus: z.number().int(),
});

export function createLastTests(
  database: Database,
  { currentId }: Pick<TargetSuccessors, 'currentId'>,
  log: Log,
): LastTests {
  const upsert = database.prepare(
    `INSERT INTO webhook_tests (tenant_id, webhook_id, tested_at, succeeded, http_status) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET tested_at = excluded.tested_at, succeeded = excluded.succeeded,
       http_status = excluded.http_status`,
  );
  const prune = database.prepare(
    `DELETE FROM webhook_tests WHERE rowid IN (
       SELECT rowid FROM webhook_tests ORDER BY tested_at DESC LIMIT -1 OFFSET ${maxSavedResults})`,
  );
  const select = database.prepare(
    `SELECT webhook_id AS webhookId, tested_at AS testedAt, succeeded, http_status AS httpStatus
     FROM webhook_tests WHERE tenant_id = ? ORDER BY tested_at`,
  );
  const tryTo = createBestEffort(log, 'webhooks.test-not-noted');
  return {
    note(tenantId, webhookId, { testedAt, succeeded, httpStatus }) {
      tryTo(() => {
        upsert.run(tenantId, webhookId, testedAt, succeeded ? 1 : 0, httpStatus);
        prune.run();
      });
    },
    list(tenantId) {
      // Sorted by time: of several IDs of one webhook the newest test wins.
      const rows = select.all(tenantId).map((row) => parseRow(rowSchema, row));
      const latest = new Map(
        rows.map((row) => {
          const webhookId = currentId(tenantId, row.webhookId);
          return [webhookId, { ...row, webhookId, succeeded: row.succeeded === 1 }] as const;
        }),
      );
      return [...latest.values()];
    },
  };
}
