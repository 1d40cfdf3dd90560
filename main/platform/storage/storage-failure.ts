import type { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import type { ErrorCode } from '../../../contract/errors/errors.ts';
import { failure } from '../errors/failure.ts';

interface Trouble {
  readonly code: ErrorCode;
  readonly message: string;
}

const full: Trouble = {
  code: 'storage-full',
  message:
    'The disk is full, so Tenant Desk could not write this down. What was saved before is untouched. Free some space, then try again.',
};
const damaged: Trouble = {
  code: 'storage-damaged',
  message:
    'A part of the database in the profile folder is damaged, and this is in it. Nothing was changed. Start Tenant Desk again: it then saves everything that can be read into a new database and keeps the damaged one.',
};
const unwritable: Trouble = {
  code: 'storage-unwritable',
  message:
    'The profile folder cannot be read or written: the disk failed, a quota is used up, or the folder is write-protected. What was saved before is untouched. Check the disk, then try again.',
};
const busy: Trouble = {
  code: 'storage-unwritable',
  message:
    'Another program holds the database in the profile folder, a backup for example, so Tenant Desk could not use it. Try again in a moment.',
};

/** By primary result code. Source: SQLite, "Result and Error Codes". */
const byResultCode: Readonly<Record<number, Trouble>> = {
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

/** Extended codes that mean something else than their primary one. */
const byExtendedCode: Readonly<Record<number, Trouble>> = {
  266: damaged, // SQLITE_IOERR_READ
  522: damaged, // SQLITE_IOERR_SHORT_READ
  4874: full, // SQLITE_IOERR_SHMSIZE: no room for the index of the write-ahead log
  8458: damaged, // SQLITE_IOERR_CORRUPTFS
};

const bySystemCode: Readonly<Record<string, Trouble>> = {
  ENOSPC: full,
  EDQUOT: full,
  EFBIG: full,
  EROFS: unwritable,
  EACCES: unwritable,
  EPERM: unwritable,
  EIO: unwritable,
};

/**
 * What an error of SQLite or of the file system says about the disk, with a code and words of its own; undefined for
 * errors that say nothing about it, a violated constraint for example.
 */
export function storageFailure(error: unknown): DeskFailure | undefined {
  const trouble = troubleOf(error);
  if (trouble === undefined) return undefined;
  return failure(trouble.code, trouble.message, {
    detail: error instanceof Error ? error.message : String(error),
    cause: error,
  });
}

/** True for an error of SQLite that says that the file itself is not as it should be. */
export function isDamage(error: unknown): boolean {
  return troubleOf(error) === damaged;
}

function troubleOf(error: unknown): Trouble | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('errcode' in error && typeof error.errcode === 'number') {
    return byExtendedCode[error.errcode] ?? byResultCode[error.errcode & 0xff];
  }
  return 'code' in error && typeof error.code === 'string' ? bySystemCode[error.code] : undefined;
}
