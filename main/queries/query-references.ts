import type { ReferenceSource } from '../changes/references/reference-source.ts';
import { placesNaming } from '../changes/references/reference-source.ts';
import type { QueryStore } from './query-store.ts';

/** Saved queries that name an identifier. They are of no tenant: whichever they are meant for. */
export function queryReferences(store: Pick<QueryStore, 'saved'>): ReferenceSource {
  return ({ ids }) => ({
    references: store.saved().flatMap(({ id, name, text }) => {
      const places = placesNaming(ids, { name, text });
      return places.length === 0 ? [] : [{ kind: 'query', targetId: id, name, places: [...places] }];
    }),
    notSearched: [],
  });
}
