import { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import { isOfStorage } from '../../../contract/errors/errors.ts';
import type { Log } from '../log/log.ts';

/** Runs optional work; undefined if the disk failed. Other errors are thrown. */
export type BestEffort = <Result>(work: () => Result) => Result | undefined;

/**
 * For caches and convenience data: a failing disk must not fail the user's operation. Failures are logged once, under `event`.
 */
export function createBestEffort(log: Log, event: string): BestEffort {
  let isLogged = false;
  return (work) => {
    try {
      return work();
    } catch (error) {
      if (!isStorageFailure(error)) throw error;
      if (!isLogged) log.write('warning', event, { error });
      isLogged = true;
      return undefined;
    }
  };
}

/** True if local storage is the cause. */
export function isStorageFailure(error: unknown): error is DeskFailure {
  return error instanceof DeskFailure && isOfStorage(error.code);
}
