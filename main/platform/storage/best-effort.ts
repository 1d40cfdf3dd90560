import { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import { isOfStorage } from '../../../contract/errors/errors.ts';
import type { Log } from '../log/log.ts';

/** Does what a cache would like to have done; undefined where the disk did not let it. Other errors are thrown. */
export type BestEffort = <Result>(work: () => Result) => Result | undefined;

/**
 * For what is only a copy, or only remembered for convenience: a disk that fails must not fail what a person asked for.
 * The log has one line of it, under `event`, however often it happens.
 */
export function createBestEffort(log: Log, event: string): BestEffort {
  let isReadable = false;
  return (work) => {
    try {
      return work();
    } catch (error) {
      if (!isStorageFailure(error)) throw error;
      if (!isReadable) log.write('warning', event, { error });
      isReadable = true;
      return undefined;
    }
  };
}

/** True where the disk under the profile is the reason. */
export function isStorageFailure(error: unknown): error is DeskFailure {
  return error instanceof DeskFailure && isOfStorage(error.code);
}
