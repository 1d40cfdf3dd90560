import { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import { failure } from '../errors/failure.ts';
import { storageFailure } from '../storage/storage-failure.ts';

/**
 * What to throw where a file could not be written for a person: `storage-full` or `storage-failed` for what the file system
 * said, and anything else as it is. `where` says which place has no room, for example `the disk`.
 */
export function saveFailure(cause: unknown, fileName: string, where: string): unknown {
  if (cause instanceof DeskFailure || !(cause instanceof Error && 'syscall' in cause)) return cause;
  const detail = String(cause);
  if (storageFailure(cause)?.code === 'storage-full') {
    return failure(
      'storage-full',
      `${fileName} was not saved: ${where} is full. No part of it was left, and a file of that name is as it was. Free some space, then save it again.`,
      { detail, cause },
    );
  }
  return failure(
    'storage-failed',
    `${fileName} cannot be saved there. Check the free space and that you may write to that folder.`,
    { detail, cause },
  );
}

export function isStorageFull(error: unknown): boolean {
  return error instanceof DeskFailure && error.code === 'storage-full';
}

/** For a full disk on which the beginning of a file stayed under another name. */
export function incomplete(fileName: string, kept: string, cause: unknown): DeskFailure {
  return failure(
    'storage-full',
    `${fileName} was not saved: the disk is full. What had been written is in “${kept}”; a file of the chosen name is as it was. Free some space, then save it again.`,
    { detail: String(cause), cause },
  );
}
