import type { Emit } from '../../../../contract/bridge/events.ts';

/** A page that doesn't respond must not prevent the app from quitting. */
const maxWaitMs = 1500;

/** Makes the page save the last edits before its window or the database is closed. */
export interface LastKeys {
  /** Resolves once the page has saved them, or after a timeout. */
  save(): Promise<void>;
  /** The page has saved them, or has handled the error. */
  noteSaved(): void;
}

export function createLastKeys(parts: {
  readonly emit: Emit;
  /** False if no page is open. */
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
