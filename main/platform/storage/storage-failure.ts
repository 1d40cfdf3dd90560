import type { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import type { ErrorCode } from '../../../contract/errors/errors.ts';
import { failure } from '../errors/failure.ts';

interface StorageProblem {
  readonly code: ErrorCode;
  readonly message: string;
}

const full: StorageProblem = {
  code: 'storage-full',
  message: 'The disk is full, so this wasn’t saved. Earlier data is safe. Free up space and try again.',
};
const damaged: StorageProblem = {
  code: 'storage-damaged',
  message: 'The local database is damaged. Nothing was changed. Restart Tenant Desk to repair it.',
};
const unwritable: StorageProblem = {
  code: 'storage-unwritable',
  message:
    'The profile folder can’t be read or written: disk error, quota exceeded, or write-protected. Earlier data is safe. Check the disk and try again.',
};
const busy: StorageProblem = {
  code: 'storage-unwritable',
  message: 'The local database is locked by another program, for example a backup. Try again in a moment.',
};

/** By primary result code. Source: SQLite, "Result and Error Codes". */
const byResultCode: Readonly<Record<number, StorageProblem>> = {
  3: unwritable, // SQLITE_PERM
  5: busy, // SQLITE_BUSY
  6: busy, // SQLITE_LOCKED
  8: unwritable, // SQLITE_READONLY
  10: unwritable, // SQLITE_IOERR
  11: damaged, // SQLITE_CORRUPT
  13: full, // SQLITE_FULL
  14: unwritable, // SQLITE_CANTOPEN
  26: damaged, // SQLITE_NOTADB
};

/** Extended codes that differ in meaning from their primary code. */
const byExtendedCode: Readonly<Record<number, StorageProblem>> = {
  266: damaged, // SQLITE_IOERR_READ
  522: damaged, // SQLITE_IOERR_SHORT_READ
  4874: full, // SQLITE_IOERR_SHMSIZE: no room for the index of the write-ahead log
  8458: damaged, // SQLITE_IOERR_CORRUPTFS
};

const bySystemCode: Readonly<Record<string, StorageProblem>> = {
  ENOSPC: full,
  EDQUOT: full,
  EFBIG: full,
  EROFS: unwritable,
  EACCES: unwritable,
  EPERM: unwritable,
  EIO: unwritable,
};

/**
 * Converts a disk error of SQLite or the file system to a failure with its own code and message; undefined for other errors, such
 * as a violated constraint.
 */
export function storageFailure(error: unknown): DeskFailure | undefined {
  const problem = problemOf(error);
  if (problem === undefined) return undefined;
  return failure(problem.code, problem.message, {
    detail: error instanceof Error ? error.message : String(error),
    cause: error,
  });
}

/** True for a SQLite error that means that the file is damaged. */
export function isDamage(error: unknown): boolean {
  return problemOf(error) === damaged;
}

function problemOf(error: unknown): StorageProblem | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('errcode' in error && typeof error.errcode === 'number') {
    return byExtendedCode[error.errcode] ?? byResultCode[error.errcode & 0xff];
  }
  return 'code' in error && typeof error.code === 'string' ? bySystemCode[error.code] : undefined;
}
