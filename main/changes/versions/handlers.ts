import { z } from 'zod';
import type { HandlersOf } from '../../../contract/bridge/methods.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { DraftService } from '../drafts/draft-service.ts';
import type { KindTable } from '../kind/kind-table.ts';
import type { VersionRecorder } from './version-recorder.ts';
import type { VersionStore } from './version-store.ts';

export interface VersionHandlerParts {
  readonly versions: VersionStore;
  readonly keeper: VersionRecorder;
  readonly kinds: KindTable;
  readonly drafts: Pick<DraftService, 'get'>;
}

export function createVersionHandlers({
  versions,
  keeper,
  kinds,
  drafts,
}: VersionHandlerParts): HandlersOf<'versions'> {
  return {
    'versions.list': async (target) => versions.list(target),
    'versions.get': async ({ tenantId, id }) => {
      const found = versions.get(tenantId, id);
      if (found === undefined) {
        throw failure('not-found', 'This version is no longer stored: newer ones replaced it.');
      }
      const { kind, kindVersion, state, ...summary } = found;
      return {
        ...summary,
        state: z.json().parse(kinds.itemKind(kind).parse(JSON.parse(state), kindVersion)),
      };
    },
    'versions.storeDraft': async (key) => {
      const draft = drafts.get(key);
      if (draft !== undefined) keeper.keep(kinds.itemKind(key.kind), key, draft.state, 'draft');
    },
  };
}
