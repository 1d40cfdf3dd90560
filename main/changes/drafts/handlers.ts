import type { Emit } from '../../../contract/events.ts';
import type { HandlersOf } from '../../../contract/methods.ts';
import type { DraftStore } from './draft-store.ts';

export interface DraftParts {
  readonly store: DraftStore;
  readonly emit: Emit;
  readonly now: () => number;
}

export function createDraftHandlers({ store, emit, now }: DraftParts): HandlersOf<'drafts'> {
  const tell = (): void => emit('drafts.changed', store.list());
  return {
    'drafts.save': async (draft) => {
      const savedAt = now();
      store.save({ ...draft, savedAt });
      tell();
      return { savedAt };
    },
    'drafts.get': async (key) => store.get(key),
    'drafts.list': async ({ tenantId }) => store.list(tenantId),
    'drafts.discard': async (key) => {
      store.discard(key);
      tell();
      return undefined;
    },
  };
}
