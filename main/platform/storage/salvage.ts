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

const inProgress = (file: string): string => `${file}.salvaging`;
const complete = (file: string): string => `${file}.salvaged`;

/**
 * Replaces a damaged database with a new one that has all readable rows, and renames the damaged one to a name with the date. Safe
 * to interrupt: the next start begins again, or completes it with `finishSalvage`. Throws `storage-full` if there is no space, without
 * changing anything.
 */
export function salvage({ file, nouns, now }: SalvageOptions): DamageReport {
  const target = inProgress(file);
  remove(target);
  try {
    const savedAs = freeName(file, now());
    const report = saveRows({ source: file, target, nouns, now, savedAs: basename(savedAs) });
    renameSync(target, complete(file));
    putInPlace(file, savedAs);
    return report;
  } catch (error) {
    remove(target);
    if (storageFailure(error)?.code !== 'storage-full') throw error;
    const megabytes = Math.ceil(statSync(file).size / 1024 / 1024) + 1;
    throw failure(
      'storage-full',
      `The database ${file} is damaged, and there is not enough space to repair it. Nothing was changed. Free up about ${megabytes} MB and restart Tenant Desk.`,
      { cause: error },
    );
  }
}

/** Completes an interrupted salvage whose rows were all saved. */
export function finishSalvage(file: string): void {
  if (!existsSync(complete(file))) return;
  const database = new DatabaseSync(complete(file), { readOnly: true });
  const report = createDamageReports(database).unseen();
  database.close();
  if (report !== undefined) putInPlace(file, join(dirname(file), report.savedAs));
}

/** Moves the write-ahead log first: next to another database, it would be applied to that one. */
function putInPlace(file: string, savedAs: string): void {
  if (existsSync(`${file}-wal`)) renameSync(`${file}-wal`, `${savedAs}-wal`);
  rmSync(`${file}-shm`, { force: true });
  if (existsSync(file)) renameSync(file, savedAs);
  renameSync(complete(file), file);
}

function freeName(file: string, at: number): string {
  const date = new Date(at).toISOString().slice(0, 19).replaceAll(':', '-');
  for (let count = 1; ; count += 1) {
    const name = `${file}.damaged-${date}${count > 1 ? `-${count}` : ''}`;
    if (!existsSync(name)) return name;
  }
}

function remove(file: string): void {
  for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true });
}
