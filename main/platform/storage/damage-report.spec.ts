import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import type { DamageReport } from '../../../contract/app/desk-info.ts';
import { createDamageReports, damageSchemaSteps, writeDamageReport } from './damage-report.ts';

const report: DamageReport = {
  at: 1_795_167_727_000,
  savedAs: 'desk.sqlite.damaged-2026-11-20',
  records: [{ what: 'drafts', saved: 3, lost: 1, mayLackMore: false }],
};

function open(): DatabaseSync {
  const database = new DatabaseSync(':memory:');
  for (const step of damageSchemaSteps.steps) if (typeof step === 'string') database.exec(step);
  return database;
}

it('returns the newest report until the user has read it', () => {
  using database = open();
  writeDamageReport(database, { ...report, savedAs: 'older' });
  writeDamageReport(database, report);
  const reports = createDamageReports(database);
  expect(reports.unseen()).toEqual(report);
  reports.noteSeen();
  expect(reports.unseen()).toBeUndefined();
});

it('reads a report that an earlier version wrote', () => {
  using database = open();
  const { savedAs: keptAs, ...rest } = report;
  database.prepare('INSERT INTO damage_reports (report) VALUES (?)').run(JSON.stringify({ ...rest, keptAs }));
  expect(createDamageReports(database).unseen()).toEqual(report);
});
