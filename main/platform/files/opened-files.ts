import { failure } from '../errors/failure.ts';

/** Files opened and validated in this session. Their content stays in memory only. */
export interface OpenedFiles<Content> {
  add(fileId: string, content: Content): void;
  /** Throws `not-found` for a file of an earlier session, or one evicted by newer files. */
  get(fileId: string): Content;
}

/** Together with the file size limit, this bounds the memory of opened files. */
const maxFiles = 4;

/** `goneMessage`: the error for a file that is no longer open. */
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
