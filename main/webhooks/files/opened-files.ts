import { failure } from '../../platform/failure.ts';

export interface OpenedBytes {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Export files that were opened and checked in this session. Their bytes stay in memory, unchanged. */
export interface OpenedFiles {
  add(fileId: string, file: OpenedBytes): void;
  /** Throws `not-found` for a file of an earlier session, or one pushed out by newer ones. */
  get(fileId: string): OpenedBytes;
}

/** With the size limit of a file this bounds the memory that opened files take. */
const mostFiles = 4;

export function createOpenedFiles(): OpenedFiles {
  const files = new Map<string, OpenedBytes>();
  return {
    add(fileId, file) {
      files.set(fileId, file);
      const oldest = files.keys().next();
      if (files.size > mostFiles && !oldest.done) files.delete(oldest.value);
    },
    get(fileId) {
      const file = files.get(fileId);
      if (file === undefined) {
        throw failure('not-found', 'The export file is no longer open. Open it again to import it.');
      }
      return file;
    },
  };
}
