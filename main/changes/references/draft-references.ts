import type { DraftStore } from '../drafts/draft-store.ts';
import type { ReferenceSource } from './reference-source.ts';
import { placesNaming } from './reference-source.ts';

/** Drafts in which someone typed an ID. Their bases come from the tenant, and aren't searched. */
export function draftReferences(store: Pick<DraftStore, 'list'>): ReferenceSource {
  return ({ tenantId, ids }) => ({
    references: store.list(tenantId).flatMap(({ kind, targetId, title, state }) => {
      const places = placesNaming(ids, { draft: state });
      return places.length === 0 ? [] : [{ kind, targetId, name: title, places: [...places] }];
    }),
    notSearched: [],
  });
}
