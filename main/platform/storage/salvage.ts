import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { DamageReport } from '../../../contract/app/desk-info.ts';
import { failure } from '../errors/failure.ts';
import { createDamageReports } from './damage-report.ts';
import { saveRows } from './save-rows.ts';
import type { SchemaSteps } from './schema-steps.ts';
import { storageFailure } from './storage-failure.ts';

export interface SalvageOptions {
  /** The damaged database. */
  readonly file: string;
  readonly nouns: readonly SchemaSteps[];
  readonly now: () => number;
}

const underWay = (file: string): string => `${file}.salvaging`;
const complete = (file: string): string => `${file}.salvaged`;

/**
 * Puts a new database with every row that can be read of the damaged one in its place, and keeps the damaged one under a
 * name with the date. Cut short, nothing is lost: the next start begins anew, or ends it with `finishSalvage`. Throws
 * `storage-full` where there is no room for it; everything is as before then.
 */
export function salvage({ file, nouns, now }: SalvageOptions): DamageReport {
  const target = underWay(file);
  remove(target);
  try {
    const keptAs = freeName(file, now());
    const report = saveRows({ source: file, target, nouns, now, keptAs: basename(keptAs) });
    renameSync(target, complete(file));
    putInPlace(file, keptAs);
    return report;
  } catch (error) {
    remove(target);
    if (storageFailure(error)?.code !== 'storage-full') throw error;
    const megabytes = Math.ceil(statSync(file).size / 1024 / 1024) + 1;
    throw failure(
      'storage-full',
      `The database ${file} is damaged, and there is no room on the disk to save what can be read of it. Nothing was changed. Free about ${megabytes} MB, then start Tenant Desk again.`,
      { cause: error },
    );
  }
}

/** Ends a salvage that was cut short when all rows were saved already. */
export function finishSalvage(file: string): void {
  if (!existsSync(complete(file))) return;
  const database = new DatabaseSync(complete(file), { readOnly: true });
  const report = createDamageReports(database).unseen();
  database.close();
  if (report !== undefined) putInPlace(file, join(dirname(file), report.keptAs));
}

/** The write-ahead log first: beside a database that it is not of, it would be taken for that one's newest pages. */
function putInPlace(file: string, keptAs: string): void {
  if (existsSync(`${file}-wal`)) renameSync(`${file}-wal`, `${keptAs}-wal`);
  rmSync(`${file}-shm`, { force: true });
  if (existsSync(file)) renameSync(file, keptAs);
  renameSync(complete(file), file);
}

function freeName(file: string, at: number): string {
  const date = new Date(at).toISOString().slice(0, 19).replaceAll(':', '-');
  for (let count = 1; ; count += 1) {
    const name = `${file}.damaged-${date}${count === 1 ? '' : `-${count}`}`;
    if (!existsSync(name)) return name;
  }
}

function remove(file: string): void {
  for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true });
}
