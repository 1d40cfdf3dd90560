import type { ReferenceSource } from '../changes/references/reference-source.ts';
import { placesNaming } from '../changes/references/reference-source.ts';
import type { QueryLibrary } from './library/query-library.ts';

/** Saved queries that contain an ID: those of the tenant, and those of all tenants. */
export function queryReferences(library: Pick<QueryLibrary, 'of'>): ReferenceSource {
  return ({ ids, tenantId }) => ({
    references: library.of(tenantId).queries.flatMap(({ id, name, description, text }) => {
      const places = placesNaming(ids, { name, description, text });
      return places.length === 0 ? [] : [{ kind: 'query', targetId: id, name, places: [...places] }];
    }),
    notSearched: [],
  });
}
