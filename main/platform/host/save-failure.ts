import { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import { failure } from '../errors/failure.ts';
import { storageFailure } from '../storage/storage-failure.ts';

/**
 * The error to throw if a file couldn't be saved: `storage-full` or `storage-failed` for file system errors, anything else
 * unchanged. `where`: the location that is full, for example `the disk`.
 */
export function saveFailure(cause: unknown, fileName: string, where: string): unknown {
  if (cause instanceof DeskFailure || !(cause instanceof Error && 'syscall' in cause)) return cause;
  const detail = String(cause);
  if (storageFailure(cause)?.code === 'storage-full') {
    return failure(
      'storage-full',
      `${fileName} was not saved: ${where} is full. An existing file of that name is unchanged. Free up space and save again.`,
      { detail, cause },
    );
  }
  return failure(
    'storage-failed',
    `${fileName} can’t be saved there. Check the free space and your write permission for the folder.`,
    { detail, cause },
  );
}

export function isStorageFull(error: unknown): boolean {
  return error instanceof DeskFailure && error.code === 'storage-full';
}

/** For a full disk, if the partial file was saved under another name. */
export function incomplete(fileName: string, partialName: string, cause: unknown): DeskFailure {
  return failure(
    'storage-full',
    `${fileName} was not saved: the disk is full. The part written so far is in “${partialName}”. Free up space and save again.`,
    { detail: String(cause), cause },
  );
}
