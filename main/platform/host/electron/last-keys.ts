import type { Emit } from '../../../../contract/bridge/events.ts';

/** A page that does not answer must not keep the program from ending. */
const maxWaitMs = 1500;

/** Has the page save what was typed last, before its window or the database is closed. */
export interface LastKeys {
  /** Resolves once the page has saved them, or after a moment without an answer. */
  save(): Promise<void>;
  /** The page has saved them, or knows why it could not. */
  noteSaved(): void;
}

export function createLastKeys(parts: {
  readonly emit: Emit;
  /** False where there is no page that could answer. */
  readonly hasPage: () => boolean;
}): LastKeys {
  let waiting: PromiseWithResolvers<undefined> | undefined;
  return {
    async save() {
      if (!parts.hasPage()) return;
      const isFirst = waiting === undefined;
      const current = (waiting ??= Promise.withResolvers<undefined>());
      if (isFirst) parts.emit('app.closing', {});
      const timer = setTimeout(() => current.resolve(undefined), maxWaitMs);
      await current.promise;
      clearTimeout(timer);
      if (waiting === current) waiting = undefined;
    },
    noteSaved: () => waiting?.resolve(undefined),
  };
}
