import { z } from 'zod';
import type { DamageReport } from '../../../contract/app/desk-info.ts';
import { damageReportSchema } from '../../../contract/app/desk-info.ts';
import { isStorageFailure } from './best-effort.ts';
import type { Database } from './database.ts';
import { parseJsonColumn, parseRow } from './database.ts';
import type { SchemaSteps } from './schema-steps.ts';

export const damageSchemaSteps: SchemaSteps = {
  noun: 'damage',
  steps: [
    `CREATE TABLE damage_reports (
       sequence INTEGER PRIMARY KEY AUTOINCREMENT,
       report TEXT NOT NULL,
       -- 1 once a person has read it.
       is_seen INTEGER NOT NULL DEFAULT 0
     ) STRICT`,
  ],
};

/** Reports about repaired databases, until the user has read them. */
export interface DamageReports {
  /** The newest unread report. */
  unseen(): DamageReport | undefined;
  noteSeen(): void;
}

const reportRow = z.object({ report: z.string() });
/** Reports of earlier versions name the damaged database in `keptAs`. */
const storedReportSchema = z.union([
  damageReportSchema,
  damageReportSchema
    .omit({ savedAs: true })
    .extend({ keptAs: z.string() })
    .transform(({ keptAs, ...report }): DamageReport => ({ ...report, savedAs: keptAs })),
]);

export function createDamageReports(database: Database): DamageReports {
  const select = database.prepare(
    'SELECT report FROM damage_reports WHERE is_seen = 0 ORDER BY sequence DESC LIMIT 1',
  );
  const update = database.prepare('UPDATE damage_reports SET is_seen = 1');
  return {
    unseen() {
      try {
        const row = select.get();
        return row && parseJsonColumn(storedReportSchema, parseRow(reportRow, row).report);
      } catch (error) {
        // A report must not block the rest of the window.
        if (isStorageFailure(error)) return undefined;
        throw error;
      }
    },
    noteSeen: () => void update.run(),
  };
}

export function writeDamageReport(database: Database, report: DamageReport): void {
  database.prepare('INSERT INTO damage_reports (report) VALUES (?)').run(JSON.stringify(report));
}
