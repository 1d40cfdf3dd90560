import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from './open-database.ts';

/** Runs work in a transaction, and resolves once it is committed; rejects with the error of the work. */
export type SharedCommits = (work: () => void) => Promise<void>;

interface Waiting {
  readonly work: () => void;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * One commit for all work queued in one turn of the event loop: a commit costs more than the few rows it
 * writes. Failing work is rolled back and rejected alone; the rest is run again without it.
 */
export function createSharedCommits(database: DatabaseSync): SharedCommits {
  let waiting: Waiting[] = [];

  function commit(): void {
    const together = waiting;
    waiting = [];
    try {
      inTransaction(database, () => {
        for (const { work } of together) work();
      });
    } catch {
      together.forEach(commitAlone);
      return;
    }
    for (const { resolve } of together) resolve();
  }

  function commitAlone({ work, resolve, reject }: Waiting): void {
    try {
      inTransaction(database, work);
    } catch (error) {
      reject(error);
      return;
    }
    resolve();
  }

  return (work) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(commit);
      waiting.push({ work, resolve, reject });
    });
}
