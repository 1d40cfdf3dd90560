import { failure } from '../errors/failure.ts';

/** Files that were opened and checked in this session. What was read of them stays in memory, and on disk nothing. */
export interface OpenedFiles<Content> {
  add(fileId: string, content: Content): void;
  /** Throws `not-found` for a file of an earlier session, or one pushed out by newer ones. */
  get(fileId: string): Content;
}

/** With the size limit of a file this bounds the memory that opened files take. */
const maxFiles = 4;

/** `goneMessage` says what to do when a file is asked for that is no longer open. */
export function createOpenedFiles<Content>(goneMessage: string): OpenedFiles<Content> {
  const files = new Map<string, Content>();
  return {
    add(fileId, content) {
      files.set(fileId, content);
      const oldest = files.keys().next();
      if (files.size > maxFiles && !oldest.done) files.delete(oldest.value);
    },
    get(fileId) {
      const content = files.get(fileId);
      if (content === undefined) throw failure('not-found', goneMessage);
      return content;
    },
  };
}
